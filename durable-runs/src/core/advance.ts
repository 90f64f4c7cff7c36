import type { RunQuota, RunStatus } from '@portage/contracts';
import { findHiddenSteps, HIDDEN_STEP_FAILED } from '@portage/workflow';
import { runLimits } from '../limits.ts';
import { END_OF_TEST } from './ending-after.ts';
import type { Program } from './program.ts';
import type { RunEffect, Transition } from './run-event.ts';
import { stepRefusal } from './run-quota.ts';
import type { CurrentStep, Frame, Paging, RunState } from './run-state.ts';
import { checkTransition } from './run-status.ts';
import { pagePath, resultsPath, stepPath, turnResultPath } from './step-path.ts';
import { buildStepRecord, loopRecord } from './step-record.ts';

/**
 * Moves the run to its next step: along the chain, to the next item of a loop, or out of ended groups and loops.
 *
 * @param state without a current step.
 * @param effects what has happened so far; the effects of moving on are added.
 */
export function advance(program: Program, state: RunState, effects: RunEffect[], nowMs: number): Transition<RunState> {
  const frames = [...state.frames];
  for (;;) {
    const depth = frames.length - 1;
    const frame = frames[depth];
    if (!frame) {
      const ended = endRun(program, { ...state, frames: [], current: null }, 'Succeeded', null, nowMs);
      return { state: ended.state, effects: [...effects, ...ended.effects] };
    }
    if (frame.nextStepId === END_OF_TEST) {
      const ended = endRun(program, { ...state, frames, current: null }, 'Succeeded', null, nowMs);
      return { state: ended.state, effects: [...effects, ...ended.effects] };
    }
    if (frame.nextStepId !== null) return enterStep(program, { ...state, frames }, frame.nextStepId, effects, nowMs);
    const collecting = frame.kind === 'loop' ? frame.collecting : undefined;
    if (collecting && !collecting.isDone) return enterTurnResult(program, { ...state, frames }, effects, nowMs);
    const isOver = collecting?.isLast === true;
    if (frame.kind === 'loop' && frame.index + 1 < frame.count && !isOver) {
      const next = collecting ? { collecting: { ...collecting, from: state.stepCount, isDone: false } } : {};
      frames[depth] = { ...frame, index: frame.index + 1, nextStepId: findLoopBody(program, frame.stepId), steps: 0, ...next };
      continue;
    }
    if (frame.kind === 'loop' && wantsPage(frame) && !isOver) return enterPage(program, { ...state, frames }, frame.paging, effects, nowMs);
    if (frame.kind === 'loop')
      effects.push({
        type: 'record',
        record: loopRecord(program, frames, depth, { status: 'Succeeded', errorMessage: frame.paging?.cut ?? null, finishedAt: nowMs }),
      });
    frames.pop();
    if (frame.kind === 'loop' && collecting) return enterResults(program, { ...state, frames }, frame, effects, nowMs);
  }
}

function findLoopBody(program: Program, loopStepId: string): string | null {
  const loop = program.steps.get(loopStepId);
  return loop?.type === 'Loop' ? (loop.loopFirstStepId ?? null) : null;
}

function enterStep(program: Program, state: RunState, stepId: string, effects: RunEffect[], nowMs: number): Transition<RunState> {
  const { frames } = state;
  const depth = frames.length - 1;
  const frame = frames[depth] as Frame;
  const failed = (message: string) => refuse(program, state, message, effects, nowMs);
  const step = program.steps.get(stepId);
  if (!step) return failed(`The workflow has no step "${stepId}" to continue with.`);
  // Each step occurs once in a chain, so a longer chain must return to itself.
  if (frame.steps >= program.steps.size) return failed(`The chain of steps leads back to "${stepId}" and would never end.`);
  const entered = [...frames];
  entered[depth] = { ...frame, nextStepId: step.nextStepId ?? null, steps: frame.steps + 1 };
  const current: CurrentStep = {
    stepId,
    path: stepPath(entered, stepId),
    ordinal: state.stepCount,
    startedAt: nowMs,
    attempt: 1,
    fence: state.fence + 1,
    wait: null,
  };
  return begin(program, { ...state, frames: entered }, current, effects, nowMs);
}

/**
 * Starts the run's current step. If the quota forbids it, the step itself counts as failed: people see where the run
 * stopped, and it can be continued there once the quota allows more.
 */
function begin(program: Program, before: RunState, current: CurrentStep, effects: RunEffect[], nowMs: number): Transition<RunState> {
  const refusal = countRefusal(before) ?? stepRefusal(before, nowMs);
  const state = { ...before, current, fence: current.fence, stepCount: before.stepCount + 1 };
  if (refusal !== null) {
    const ended = endRun(program, state, 'Failed', refusal, nowMs);
    return { state: ended.state, effects: [...effects, ...ended.effects] };
  }
  effects.push({ type: 'runStep' });
  return { state, effects };
}

type PagedFrame = Extract<Frame, { kind: 'loop' }> & { paging: Paging };

function wantsPage(frame: Extract<Frame, { kind: 'loop' }>): frame is PagedFrame {
  return frame.paging?.hasMore === true && frame.count < frame.paging.limit;
}

/** The loop has no item left but there is another page. The step that provides the pages fetches it, as a separate record. */
function enterPage(program: Program, state: RunState, paging: Paging, effects: RunEffect[], nowMs: number): Transition<RunState> {
  const page = paging.page + 1;
  const current = partOfLoop(state, { stepId: paging.stepId, path: pagePath(state.frames, page), page }, nowMs);
  return begin(program, state, current, effects, nowMs);
}

/** Starts evaluating the result of the innermost loop's iteration. The result gets its own record. */
function enterTurnResult(program: Program, state: RunState, effects: RunEffect[], nowMs: number): Transition<RunState> {
  const loop = state.frames.at(-1);
  if (loop?.kind !== 'loop') throw new Error('There is no loop to collect a result for');
  const current = partOfLoop(state, { stepId: loop.stepId, path: turnResultPath(state.frames), collects: 'turn' }, nowMs);
  return begin(program, state, current, effects, nowMs);
}

/** The loop has ended: the results of its iterations become the values that later steps read from it. */
function enterResults(
  program: Program,
  state: RunState,
  { stepId, ordinal, index }: Extract<Frame, { kind: 'loop' }>,
  effects: RunEffect[],
  nowMs: number,
): Transition<RunState> {
  const collects = { loopOrdinal: ordinal, turns: index + 1 };
  const current = partOfLoop(state, { stepId, path: resultsPath(state.frames, stepId), collects }, nowMs);
  return begin(program, state, current, effects, nowMs);
}

function partOfLoop(state: RunState, part: Pick<CurrentStep, 'stepId' | 'path' | 'page' | 'collects'>, nowMs: number): CurrentStep {
  return { ...part, ordinal: state.stepCount, startedAt: nowMs, attempt: 1, fence: state.fence + 1, wait: null };
}

/** Why a run may not start another part of its current step; null if it may. */
export function goOnRefusal(state: RunState, nowMs: number): string | null {
  return countRefusal(state) ?? stepRefusal(state, nowMs);
}

function countRefusal({ stepCount }: Pick<RunState, 'stepCount'>): string | null {
  if (stepCount < runLimits.stepsPerRun) return null;
  return `The run has more than ${runLimits.stepsPerRun.toLocaleString('en')} steps, which is the most a run may have.`;
}

function refuse(program: Program, state: RunState, message: string, effects: RunEffect[], nowMs: number): Transition<RunState> {
  const ended = endRun(program, { ...state, current: null }, 'Failed', message, nowMs);
  return { state: ended.state, effects: [...effects, ...ended.effects] };
}

/**
 * Ends a run that hasn't ended. Open steps end the way the run does. A failed run keeps its stack, so that it
 * can be continued (spec ENG-05).
 */
export function endRun(
  program: Program,
  state: RunState,
  status: Extract<RunStatus, 'Succeeded' | 'Failed' | 'Cancelled'>,
  message: string | null,
  nowMs: number,
): Transition<RunState> {
  checkTransition(state.status, status);
  const effects: RunEffect[] = [];
  const { current, frames } = state;
  if (current) {
    const step = program.steps.get(current.stepId);
    if (step)
      effects.push({ type: 'record', record: buildStepRecord(current, step, { status, errorMessage: message, finishedAt: nowMs }) });
    if (current.wait) effects.push({ type: 'clearTimer' });
    if (current.wait?.kind === 'answer') effects.push({ type: 'abandon', ref: current.wait.ref });
    effects.push({ type: 'abort', fence: current.fence });
  }
  for (let depth = frames.length - 1; depth >= 0; depth -= 1) {
    if (frames[depth]?.kind === 'loop')
      effects.push({ type: 'record', record: loopRecord(program, frames, depth, { status, finishedAt: nowMs }) });
  }
  effects.push({ type: 'runEnded' });
  const kept = status === 'Failed' ? { frames, current: current ? { ...current, wait: null } : null } : { frames: [], current: null };
  return { state: { ...state, ...kept, status, errorMessage: runMessage(program, current, message), finishedAt: nowMs }, effects };
}

/** Lists show a run's message to its owner, and it must not reveal what a hidden step does (spec EDIT-78). */
function runMessage(program: Program, current: CurrentStep | null, message: string | null): string | null {
  const step = current && program.steps.get(current.stepId);
  if (message === null || !step) return message;
  return findHiddenSteps([...program.steps.values()]).has(step) ? HIDDEN_STEP_FAILED : message;
}

/**
 * Why a failed run cannot continue where it ended, under its current quota; null if it can. A run that ended before its first step
 * has nowhere to continue from.
 */
export function continueRefusal({ frames, current, ...state }: RunState, quota: RunQuota | null): string | null {
  if (frames.length === 0) return 'The run ended before its first step, so it cannot be continued; start a new run instead.';
  const stepCount = current?.ordinal ?? state.stepCount;
  const atStart = { quota: quota ? { ...quota, maxSeconds: null } : undefined, stepCount, startedAt: null };
  return countRefusal({ stepCount }) ?? stepRefusal(atStart, 0);
}
