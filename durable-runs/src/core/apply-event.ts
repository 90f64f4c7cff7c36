import type { RunQuota } from '@portage/contracts';
import { type WorkflowStep, waitsOutside } from '@portage/workflow';
import { runLimits } from '../limits.ts';
import { advance, continueRefusal, endRun } from './advance.ts';
import { type AtStep, applyOutcome } from './apply-outcome.ts';
import type { Program } from './program.ts';
import type { RunEffect, RunEvent, Transition } from './run-event.ts';
import type { Frame, RunState } from './run-state.ts';
import { checkTransition, hasEnded } from './run-status.ts';
import { buildStepRecord } from './step-record.ts';

/**
 * The run engine's core: what a run does next. Pure: it uses no clock, randomness or storage (durable-runs/README.md). An event that does
 * not fit the state (a late result, a second cancel) changes nothing and has no effects.
 *
 * @param program the run's pinned version.
 * @param nowMs the time of the event.
 */
export function applyEvent(program: Program, state: RunState, event: RunEvent, nowMs: number): Transition<RunState> {
  const unchanged: Transition<RunState> = { state, effects: [] };
  if (hasEnded(state.status) && event.type !== 'continue') return unchanged;
  switch (event.type) {
    case 'admit':
      return state.status === 'Scheduled' ? start(program, state, nowMs) : unchanged;
    case 'stepEnded': {
      const { current } = state;
      if (!current || current.fence !== event.fence || current.wait) return unchanged;
      return applyOutcome(program, { ...withoutStrikes(state), current }, event, nowMs);
    }
    case 'timerFired':
      return timerFired(program, state, event.fence, nowMs);
    case 'answered':
      return applyAwaitedOutcome(program, state, event, nowMs);
    case 'recover':
      return recover(program, state, event, nowMs);
    case 'cancel':
      return endRun(program, state, 'Cancelled', null, nowMs);
    case 'seal':
      return endRun(program, state, 'Failed', event.message, nowMs);
    case 'continue':
      return state.status === 'Failed' ? continueRun(program, state, event.quota, nowMs) : unchanged;
    default:
      return event satisfies never;
  }
}

function start(program: Program, state: RunState, nowMs: number): Transition<RunState> {
  if (program.firstStepId === null) {
    return endRun(program, { ...state, startedAt: nowMs }, 'Failed', 'The workflow has no trigger step to start from.', nowMs);
  }
  checkTransition(state.status, 'InProgress');
  const frames: Frame[] = [{ kind: 'root', nextStepId: program.firstStepId, steps: 0 }];
  return advance(program, { ...state, status: 'InProgress', startedAt: nowMs, frames }, [], nowMs);
}

/** An answer to another question, or a second answer to the same one, changes nothing. */
function applyAwaitedOutcome(
  program: Program,
  state: RunState,
  event: Extract<RunEvent, { type: 'answered' }>,
  nowMs: number,
): Transition<RunState> {
  const { ref, isExpired } = event;
  const { current } = state;
  if (current?.wait?.kind !== 'answer' || current.wait.ref !== ref) return { state, effects: [] };
  if (isExpired && nowMs < current.wait.untilMs) return { state, effects: [] };
  checkTransition(state.status, 'InProgress');
  const awake: AtStep = { ...withoutStrikes(state), status: 'InProgress', current: { ...current, wait: null } };
  const next = applyOutcome(program, awake, event, nowMs);
  const calledOff: RunEffect[] = isExpired ? [{ type: 'abandon', ref }] : [];
  return { state: next.state, effects: [{ type: 'clearTimer' }, ...calledOff, ...next.effects] };
}

function timerFired(program: Program, state: RunState, fence: number, nowMs: number): Transition<RunState> {
  const { current } = state;
  // The same alarm may be delivered twice, or early.
  if (!current?.wait || current.fence !== fence || nowMs < current.wait.untilMs) return { state, effects: [] };
  // The engine decides what happens to a step whose answer didn't come in time.
  if (current.wait.kind === 'answer') return { state, effects: [] };
  if (current.wait.kind === 'delay') {
    checkTransition(state.status, 'InProgress');
    const step = program.steps.get(current.stepId) as WorkflowStep;
    const done: RunEffect[] = [
      { type: 'clearTimer' },
      { type: 'record', record: buildStepRecord(current, step, { status: 'Succeeded', finishedAt: nowMs }) },
    ];
    return advance(program, { ...state, status: 'InProgress', current: null }, done, nowMs);
  }
  const retries = current.retries ? { retries: { ...current.retries, startedAt: nowMs } } : {};
  const next = { ...current, ...retries, wait: null, attempt: current.attempt + 1, fence: state.fence + 1 };
  return { state: { ...state, fence: next.fence, current: next }, effects: [{ type: 'clearTimer' }, { type: 'runStep' }] };
}

/**
 * The state on disk may lag behind memory, so runs that had not started or whose pause was over also get a strike.
 * Otherwise one of them could keep crashing the object forever. A step that has added notes since its last strike is making
 * progress, so its count restarts at 0.
 */
function recover(
  program: Program,
  before: RunState,
  { noted = 0, hungAtMs = 0 }: Extract<RunEvent, { type: 'recover' }>,
  nowMs: number,
): Transition<RunState> {
  const state = noted > (before.notedAtStrike ?? 0) ? { ...before, strikes: 0, notedAtStrike: noted } : before;
  const { current } = state;
  if (current?.wait && (current.wait.kind === 'answer' || nowMs < current.wait.untilMs))
    return { state, effects: [{ type: 'setTimer', atMs: current.wait.untilMs }] };
  if (!current && state.status !== 'Scheduled') return advance(program, state, [], nowMs);
  const strikes = state.strikes + 1;
  const step = current && program.steps.get(current.stepId);
  const isWaiting = step ? waitsOutside(step.type) : false;
  const mostStrikes = isWaiting ? runLimits.strikesWhileWaiting : runLimits.strikes;
  if (strikes > mostStrikes) {
    // The state on disk may be a few pure steps behind the step that crashes the engine.
    const where = current ? `at step "${current.stepId}", or soon after it,` : 'at its first steps';
    const message = `The run was stopped: ${where} it crashed the engine ${mostStrikes} times (most likely it needs too much memory).`;
    return endRun(program, { ...state, strikes }, 'Failed', message, nowMs);
  }
  const { hangs } = state;
  // The process may since have ended in another way, in which case the run already counts this hang.
  const hasHung = hungAtMs > (hangs?.atMs ?? 0);
  const hungTimes = (hangs?.times ?? 0) + 1;
  if (hasHung && hungTimes > (isWaiting ? runLimits.hangsWhileWaiting : runLimits.hangs)) {
    const where = current ? `at step "${current.stepId}", or soon after it,` : 'at its first steps';
    const message = `The run was stopped: ${where} the engine stopped responding ${hungTimes} times.`;
    return endRun(program, { ...state, strikes }, 'Failed', message, nowMs);
  }
  const struck = { ...state, strikes, ...(hasHung ? { hangs: { times: hungTimes, atMs: hungAtMs } } : {}) };
  // It still has to be admitted or woken.
  if (!current || current.wait) return { state: struck, effects: [] };
  const fence = state.fence + 1;
  return { state: { ...struck, fence, current: { ...current, fence } }, effects: [{ type: 'runStep' }] };
}

function withoutStrikes(state: RunState): RunState {
  if (state.strikes === 0 && !state.notedAtStrike) return state;
  const { hangs: _hangs, ...rest } = state;
  return { ...rest, strikes: 0, notedAtStrike: 0 };
}

function continueRun(program: Program, before: RunState, newQuota: RunQuota | null | undefined, nowMs: number): Transition<RunState> {
  const quota = newQuota === undefined ? (before.quota ?? null) : newQuota;
  if (continueRefusal(before, quota) !== null) return { state: before, effects: [] };
  checkTransition(before.status, 'InProgress');
  const { quota: _old, hangs: _hangs, ...rest } = before;
  const fence = before.fence + 1;
  const state: RunState = {
    ...rest,
    ...(quota ? { quota } : {}),
    status: 'InProgress',
    errorMessage: null,
    finishedAt: null,
    strikes: 0,
    notedAtStrike: 0,
    continued: { times: (before.continued?.times ?? 0) + 1, atMs: nowMs },
    fence,
  };
  const { current } = state;
  // Runs that an older version stopped between two steps have no current step.
  if (!current) return advance(program, state, [], nowMs);
  const { retries: _retries, ...step } = current;
  // The attempt has its own start time.
  return { state: { ...state, current: { ...step, fence, startedAt: nowMs, attempt: 1, wait: null } }, effects: [{ type: 'runStep' }] };
}
