import type { WorkflowStep } from '@portage/workflow';
import { applyEvent } from '../src/core/apply-event.ts';
import { makeProgram, type Program } from '../src/core/program.ts';
import type { RunEvent, StepOutcome, StepRecord } from '../src/core/run-event.ts';
import { newRunState, type RunState } from '../src/core/run-state.ts';
import { hasEnded } from '../src/core/run-status.ts';

/** What can go wrong before the next event is handled. */
export type Fault = 'none' | 'crash' | 'duplicate' | 'late' | 'timerTwice';

export interface SimulatedRun {
  state: RunState;
  /** The newest record of every step, in order. */
  records: StepRecord[];
  /** How many times a step's end was accepted, by path and attempt. */
  ends: Map<string, number>;
  events: number;
}

/** Plays a run of the pure core to its end, with its own clock and outcomes. A crash restores it from its JSON. */
export function simulate(
  steps: WorkflowStep[],
  outcomeOf: (path: string, step: WorkflowStep, attempt: number) => StepOutcome,
  faults: readonly Fault[] = [],
  from?: RunState,
): SimulatedRun {
  const program: Program = makeProgram(steps);
  let state = from ?? newRunState();
  let nowMs = 1_000_000;
  const records = new Map<number, StepRecord>();
  const ends = new Map<string, number>();
  let last: RunEvent | null = null;
  let events = 0;
  const send = (event: RunEvent): boolean => {
    const before = state;
    const result = applyEvent(program, state, event, nowMs);
    state = result.state;
    for (const effect of result.effects) if (effect.type === 'record') records.set(effect.record.ordinal, effect.record);
    return state !== before;
  };
  send(from ? { type: 'continue' } : { type: 'admit' });
  while (!hasEnded(state.status)) {
    if (events > 20_000) throw new Error('The run does not end');
    nowMs += 1;
    const fault = faults[events % Math.max(1, faults.length)] ?? 'none';
    events += 1;
    if (fault === 'crash') {
      state = JSON.parse(JSON.stringify(state)) as RunState;
      send({ type: 'recover' });
      if (hasEnded(state.status)) break;
    }
    const { current } = state;
    if (!current) throw new Error('The run is in progress and at no step');
    if (
      fault === 'late' &&
      send({ type: 'stepEnded', fence: current.fence - 1, outcome: { kind: 'failed', message: 'late' }, random: 0 })
    ) {
      throw new Error('A late result was taken');
    }
    if (current.wait?.kind === 'answer') {
      const { ref } = current.wait;
      const answered: RunEvent = { type: 'answered', ref, outcome: { kind: 'succeeded' }, isExpired: false, random: 0.5 };
      if (send({ ...answered, ref: 'another' })) throw new Error('An answer to another question was taken');
      if (send({ ...answered, isExpired: true })) throw new Error('The time for a decision was over before its end');
      send(answered);
      if (send(answered)) throw new Error('An answer was taken twice');
      continue;
    }
    if (current.wait) {
      if (send({ type: 'timerFired', fence: current.fence })) throw new Error('A timer was taken before its time');
      nowMs = current.wait.untilMs;
      last = { type: 'timerFired', fence: current.fence };
      send(last);
      if (fault === 'timerTwice' && send(last)) throw new Error('A timer was taken twice');
      continue;
    }
    const step = program.steps.get(current.stepId) as WorkflowStep;
    const outcome = outcomeOf(current.path, step, current.attempt);
    const delayed: StepOutcome = outcome.kind === 'delay' || outcome.kind === 'await' ? { ...outcome, untilMs: nowMs + 5_000 } : outcome;
    last = { type: 'stepEnded', fence: current.fence, outcome: delayed, random: 0.5 };
    const key = `${current.path}#${current.attempt}`;
    if (send(last)) ends.set(key, (ends.get(key) ?? 0) + 1);
    if (fault === 'duplicate' && send(last)) throw new Error('A result was taken twice');
  }
  return { state, records: [...records.values()].sort((left, right) => left.ordinal - right.ordinal), ends, events };
}
