import { cutText } from '@portage/primitives/cut-text';
import { readRetryPolicy, retryPauseMs, type WorkflowStep } from '@portage/workflow';
import { retryLimits, runLimits } from '../limits.ts';
import { advance, endRun, goOnRefusal } from './advance.ts';
import { endIteration, endLoop, withTurnResult } from './end-scope.ts';
import { END_OF_TEST } from './ending-after.ts';
import { failStep } from './fail-step.ts';
import { openLoop, withPage } from './paged-loop.ts';
import type { Program } from './program.ts';
import type { RunEffect, StepOutcome, Transition } from './run-event.ts';
import { delayRefusal } from './run-quota.ts';
import type { CurrentStep, Frame, RunState } from './run-state.ts';
import { checkTransition } from './run-status.ts';
import { buildStepRecord } from './step-record.ts';

export type AtStep = RunState & { current: CurrentStep };

type OutcomeOf<Kind extends StepOutcome['kind']> = Extract<StepOutcome, { kind: Kind }>;

interface EndedStep {
  program: Program;
  state: AtStep;
  step: WorkflowStep;
  /** The record of a step that succeeded. */
  done: RunEffect[];
  nowMs: number;
}

/** The run after its current step has ended. @param ended `random` spreads the pauses before retries */
export function applyOutcome(
  program: Program,
  state: AtStep,
  { outcome, random }: { outcome: StepOutcome; random: number },
  nowMs: number,
): Transition<RunState> {
  const step = program.steps.get(state.current.stepId) as WorkflowStep;
  const done: RunEffect[] = [{ type: 'record', record: buildStepRecord(state.current, step, { status: 'Succeeded', finishedAt: nowMs }) }];
  const ended: EndedStep = { program, state, step, done, nowMs };
  switch (outcome.kind) {
    case 'succeeded':
    case 'noGroup':
      return advance(program, { ...state, current: null }, done, nowMs);
    case 'failed':
      return failed(ended, outcome, random);
    case 'group':
      return enterGroup(ended, outcome);
    case 'loop':
      return enterLoop(ended, outcome);
    case 'page':
      return advance(program, { ...state, current: null, frames: withPage(state.frames, state.current, outcome) }, done, nowMs);
    case 'collected':
      return advance(program, { ...state, current: null, frames: withTurnResult(state.frames, outcome.chars) }, done, nowMs);
    case 'more':
      return goOnWithStep(ended, outcome);
    case 'end':
      return endScope(ended, outcome);
    case 'delay': {
      const refusal = delayRefusal(state, outcome.untilMs);
      if (refusal !== null) return endRun(program, state, 'Failed', refusal, nowMs);
      return waitDelayed(state, { kind: 'delay', untilMs: outcome.untilMs });
    }
    case 'await': {
      const { ref, untilMs, about } = outcome;
      return waitDelayed(state, { kind: 'answer', ref, untilMs, about });
    }
    default:
      return outcome satisfies never;
  }
}

function failed({ program, state, step, nowMs }: EndedStep, outcome: OutcomeOf<'failed'>, random: number): Transition<RunState> {
  const { current } = state;
  const pauseMs = findRetryPauseMs(step, current.attempt, outcome, random);
  if (pauseMs === null) return failStep(program, state, current, outcome.message, nowMs);
  const { failed: earlier, startedAt } = current.retries ?? { failed: [], startedAt: current.startedAt };
  const untilMs = nowMs + pauseMs;
  const message = cutText(outcome.message, retryLimits.messageChars);
  const retries = { failed: [...earlier, { startedAt, failedAt: nowMs, message, nextAt: untilMs }], startedAt };
  return wait({ ...state, current: { ...current, retries } }, { kind: 'retry', untilMs });
}

function enterGroup(ended: EndedStep, { name, nextStepId }: OutcomeOf<'group'>): Transition<RunState> {
  const { program, state, step, done, nowMs } = ended;
  if (state.frames.length >= runLimits.nesting) return tooDeep(ended);
  const frame: Frame = { kind: 'group', stepId: step.stepId, group: name, nextStepId, steps: 0 };
  return advance(program, { ...state, current: null, frames: [...state.frames, frame] }, done, nowMs);
}

function enterLoop(ended: EndedStep, outcome: OutcomeOf<'loop'>): Transition<RunState> {
  const { program, state, step, done, nowMs } = ended;
  if (state.frames.length >= runLimits.nesting) return tooDeep(ended);
  const opened = openLoop(step, state.current, outcome);
  // Without items or a body there is nothing to iterate.
  if (!opened) return advance(program, { ...state, current: null }, done, nowMs);
  const record = buildStepRecord(state.current, step, { status: 'InProgress', finishedAt: null });
  return advance(program, { ...state, current: null, frames: [...state.frames, opened] }, [{ type: 'record', record }], nowMs);
}

function tooDeep({ program, state, nowMs }: EndedStep): Transition<RunState> {
  return failStep(program, state, state.current, `Loops and branches are nested deeper than ${runLimits.nesting} levels.`, nowMs);
}

/** The step's next part begins. The records of its items so far are below the step's path. */
function goOnWithStep({ program, state, step, nowMs }: EndedStep, { progress, items }: OutcomeOf<'more'>): Transition<RunState> {
  const { current } = state;
  const effects: RunEffect[] = items.map((item, at) => ({
    type: 'record',
    record: { ...item, ordinal: state.stepCount + at, name: step.stepId, path: `${current.path}/${item.path}`, stepType: step.type },
  }));
  const failedSteps = (state.failedSteps ?? 0) + items.filter(({ status }) => status === 'Failed').length;
  const fence = state.fence + 1;
  const next: RunState = {
    ...state,
    fence,
    stepCount: state.stepCount + items.length,
    ...(failedSteps > 0 ? { failedSteps } : {}),
    current: { ...current, fence, attempt: 1, progress },
  };
  const refusal = goOnRefusal(next, nowMs);
  if (refusal === null) return { state: next, effects: [...effects, { type: 'runStep' }] };
  return after(effects, endRun(program, next, 'Failed', refusal, nowMs));
}

function endScope({ program, state, step, done, nowMs }: EndedStep, { scope }: OutcomeOf<'end'>): Transition<RunState> {
  if (scope === 'Workflow') return after(done, endRun(program, { ...state, current: null }, 'Succeeded', null, nowMs));
  if (!state.frames.some((frame) => frame.kind === 'loop')) {
    const message = `The end step's scope is ${scope}, but the step isn’t in a loop.`;
    return failStep(program, state, state.current, message, nowMs);
  }
  if (step.nextStepId === END_OF_TEST) return advance(program, { ...state, current: null }, done, nowMs);
  return scope === 'Loop' ? endLoop(program, state, done, nowMs) : endIteration(program, state, done, nowMs);
}

function waitDelayed(state: AtStep, until: NonNullable<CurrentStep['wait']>): Transition<RunState> {
  checkTransition(state.status, 'Delayed');
  return wait({ ...state, status: 'Delayed' }, until);
}

function wait(state: AtStep, until: NonNullable<CurrentStep['wait']>): Transition<RunState> {
  return { state: { ...state, current: { ...state.current, wait: until } }, effects: [{ type: 'setTimer', atMs: until.untilMs }] };
}

function after(effects: readonly RunEffect[], { state, effects: more }: Transition<RunState>): Transition<RunState> {
  return { state, effects: [...effects, ...more] };
}

/**
 * The pause before the next attempt: spread by ±25 %, and never shorter than a server asked for.
 *
 * @param attempt the attempt that failed, from 1.
 * @param random in [0, 1).
 * @returns null when no more attempts are due (spec ENG-15), or the server asks for a longer pause than a run will wait.
 */
function findRetryPauseMs(
  step: WorkflowStep,
  attempt: number,
  { retryable, reason, retryAfterMs = null }: OutcomeOf<'failed'>,
  random: number,
): number | null {
  const policy = 'useRetry' in step ? readRetryPolicy(step) : null;
  if (policy === null || retryable === undefined || attempt >= policy.retryAttempts) return null;
  const isChosen = retryable && (reason === undefined || policy.retryFailures.includes(reason));
  if (!isChosen && !policy.retryFailures.includes('Any')) return null;
  if (retryAfterMs !== null && retryAfterMs > retryLimits.longestPauseMs) return null;
  const pause = Math.min(retryPauseMs(policy, attempt) * (0.75 + random / 2), retryLimits.longestPauseMs);
  return Math.round(Math.max(pause, retryAfterMs ?? 0));
}
