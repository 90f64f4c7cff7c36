import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { applyEvent } from './apply-event.ts';
import { makeProgram } from './program.ts';
import type { RunEvent, StepOutcome } from './run-event.ts';
import { newRunState, type RunState } from './run-state.ts';

const program = makeProgram([
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' },
  { stepId: 'call', type: 'HttpRequest', url: '', useRetry: true, nextStepId: 'wait' },
  { stepId: 'wait', type: 'DelayStep', delayValue: 1, nextStepId: null },
] as WorkflowStep[]);

const busy: StepOutcome = { kind: 'failed', message: '503', retryable: true };

/** A run at a step, and the current time. */
class Run {
  state: RunState = newRunState();
  nowMs = 0;

  send(event: RunEvent, atMs = this.nowMs): string[] {
    this.nowMs = atMs;
    const { state, effects } = applyEvent(program, this.state, event, atMs);
    this.state = state;
    return effects.map(({ type }) => type);
  }

  end(outcome: StepOutcome, fence = this.fence): string[] {
    return this.send({ type: 'stepEnded', fence, outcome, random: 0.5 });
  }

  get fence(): number {
    return this.state.current?.fence ?? -1;
  }

  static atCall(): Run {
    const run = new Run();
    run.send({ type: 'admit' });
    run.end({ kind: 'succeeded' });
    expect(run.state.current?.stepId).toBe('call');
    return run;
  }

  static waiting(): Run {
    const run = Run.atCall();
    run.end({ kind: 'succeeded' });
    run.end({ kind: 'delay', untilMs: 1_000 });
    expect(run.state.status).toBe('Delayed');
    return run;
  }
}

describe('HOSTILE 6: a late result is dropped if its attempt was replaced', () => {
  test('HOSTILE 6: by the next attempt of the same step', () => {
    const run = Run.atCall();
    const first = run.fence;
    run.end(busy);
    const untilMs = run.state.current?.wait?.untilMs ?? 0;
    run.send({ type: 'timerFired', fence: first }, untilMs);
    expect(run.state.current).toMatchObject({ attempt: 2, wait: null });
    expect(run.fence).toBeGreaterThan(first);
    expect(run.end({ kind: 'succeeded' }, first)).toEqual([]);
    expect(run.state.current).toMatchObject({ stepId: 'call', attempt: 2 });
  });

  test('HOSTILE 6: by the object restarting after an abnormal end', () => {
    const run = Run.atCall();
    const before = run.fence;
    run.send({ type: 'recover' });
    expect(run.fence).toBeGreaterThan(before);
    expect(run.end({ kind: 'succeeded' }, before)).toEqual([]);
  });

  test('HOSTILE 6: by a person continuing the run, which gives the step all its attempts again', () => {
    const run = Run.atCall();
    const fences = [run.fence];
    const failForGood = () => {
      for (let attempt = 1; attempt < 3; attempt += 1) {
        run.end(busy);
        run.send({ type: 'timerFired', fence: run.fence }, run.state.current?.wait?.untilMs);
      }
      run.end(busy);
      expect(run.state.status).toBe('Failed');
    };
    failForGood();
    fences.push(run.fence);
    run.send({ type: 'continue' });
    expect(fences).not.toContain(run.fence);
    expect(run.state.current).toMatchObject({ attempt: 1, wait: null });
    for (const fence of fences) expect(run.end({ kind: 'succeeded' }, fence)).toEqual([]);
    failForGood();
  });
});

describe('HOSTILE 2: a timer', () => {
  test('HOSTILE 2: of another step, or of an earlier attempt, wakes nothing even when it’s due', () => {
    const run = Run.waiting();
    for (const fence of [run.fence - 1, run.fence + 1, -1]) expect(run.send({ type: 'timerFired', fence }, 1_000)).toEqual([]);
    expect(run.send({ type: 'timerFired', fence: run.fence }, 1_000)).toContain('clearTimer');
    expect(run.state.status).toBe('Succeeded');
  });

  test('HOSTILE 2: is removed with a run that is cancelled or sealed', () => {
    expect(Run.waiting().send({ type: 'cancel' })).toContain('clearTimer');
    expect(Run.waiting().send({ type: 'seal', message: 'no' })).toContain('clearTimer');
  });
});

describe('HOSTILE 4: abnormal ends of a run without progress on disk', () => {
  test('HOSTILE 4: strike a run that has yet to start or whose pause is over, but not one that is waiting', () => {
    const scheduled = new Run();
    for (let ends = 0; ends < 4; ends += 1) {
      expect(scheduled.state.status).toBe('Scheduled');
      scheduled.send({ type: 'recover' });
    }
    expect(scheduled.state).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('at its first steps') });

    const waiting = Run.waiting();
    for (let ends = 0; ends < 10; ends += 1) expect(waiting.send({ type: 'recover' }, 999)).toEqual(['setTimer']);
    expect(waiting.state.strikes).toBe(0);
    for (let ends = 0; ends < 4; ends += 1) waiting.send({ type: 'recover' }, 1_000);
    expect(waiting.state).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('soon after it') });
  });
});
