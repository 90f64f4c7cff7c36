import type { RunQuota } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { continueRefusal } from './advance.ts';
import { applyEvent } from './apply-event.ts';
import { makeProgram } from './program.ts';
import { newRunState, type RunState } from './run-state.ts';

const names = ['start', 'a', 'b', 'c', 'd'];
const steps = names.map((stepId, at) => ({
  stepId,
  ...(at === 0 ? { type: 'Trigger', triggerType: 'Manual' } : { type: 'CustomScript', script: '' }),
  nextStepId: names[at + 1] ?? null,
})) as WorkflowStep[];
const program = makeProgram(steps);

/** Each step takes `stepMs`. Returns the run at its end. */
function drive(quota: RunQuota, stepMs: number): RunState {
  let nowMs = 1_000;
  let { state } = applyEvent(program, newRunState(quota), { type: 'admit' }, nowMs);
  while (state.status === 'InProgress') {
    nowMs += stepMs;
    const fence = state.current?.fence ?? -1;
    // Like after a crash between any two steps: the state on disk is enough.
    state = JSON.parse(JSON.stringify(state)) as RunState;
    ({ state } = applyEvent(program, state, { type: 'stepEnded', fence, outcome: { kind: 'succeeded' }, random: 0 }, nowMs));
  }
  return state;
}

describe('the quota of a run (ENG-25, ENG-26)', () => {
  test('fails a run at the first step beyond its limit of steps', () => {
    expect(drive({ maxSteps: 5, maxSeconds: null }, 1)).toMatchObject({ status: 'Succeeded', stepCount: 5 });
    const failed = drive({ maxSteps: 3, maxSeconds: null }, 1);
    // People see the step that it was about to run.
    expect(failed).toMatchObject({ status: 'Failed', stepCount: 4, current: { path: 'c', ordinal: 3 } });
    expect(failed.errorMessage).toBe('The run was stopped: it has more than 3 steps, the most your quota allows for one run.');
  });

  test('fails a run at the first step after its time limit, not before', () => {
    expect(drive({ maxSteps: null, maxSeconds: 4 }, 1_000)).toMatchObject({ status: 'Succeeded' });
    const failed = drive({ maxSteps: null, maxSeconds: 2 }, 1_000);
    expect(failed).toMatchObject({ status: 'Failed', stepCount: 4, current: { path: 'c' } });
    expect(failed.errorMessage).toContain('takes longer than 2 seconds');
  });

  test('does not wait for a delay that ends after the time limit', () => {
    const quota = { maxSteps: null, maxSeconds: 60 };
    const running = applyEvent(program, newRunState(quota), { type: 'admit' }, 0).state;
    const fence = running.current?.fence ?? -1;
    const delay = (untilMs: number) =>
      applyEvent(program, running, { type: 'stepEnded', fence, outcome: { kind: 'delay', untilMs }, random: 0 }, 10).state.status;
    expect(delay(60_000)).toBe('Delayed');
    expect(delay(60_001)).toBe('Failed');
  });

  test('a run it stopped can be continued at that step when the quota allows more, and not before', () => {
    const failed = drive({ maxSteps: 3, maxSeconds: null }, 1);
    expect(applyEvent(program, failed, { type: 'continue' }, 50).state).toBe(failed);
    expect(continueRefusal(failed, { maxSteps: 3, maxSeconds: null })).toContain('more than 3 steps');
    const more = { maxSteps: 100, maxSeconds: null };
    const { state, effects } = applyEvent(program, failed, { type: 'continue', quota: more }, 50);
    expect(state).toMatchObject({ status: 'InProgress', quota: more, stepCount: 4, current: { path: 'c', ordinal: 3, startedAt: 50 } });
    expect(effects).toEqual([{ type: 'runStep' }]);
  });

  test('a run that an older version stopped between two steps can also be continued', () => {
    const failed = drive({ maxSteps: 3, maxSeconds: null }, 1);
    const older: RunState = { ...failed, current: null, stepCount: 3, frames: [{ kind: 'root', nextStepId: 'c', steps: 3 }] };
    const { state } = applyEvent(program, older, { type: 'continue', quota: null }, 50);
    expect(state).toMatchObject({ status: 'InProgress', stepCount: 4, current: { path: 'c', ordinal: 3 } });
  });

  test('a run stopped by its time limit gets its full seconds again when it is continued', () => {
    const failed = drive({ maxSteps: null, maxSeconds: 2 }, 1_000);
    const { state } = applyEvent(program, failed, { type: 'continue' }, 1_000_000);
    expect(state).toMatchObject({ status: 'InProgress', current: { path: 'c' }, continued: { times: 1, atMs: 1_000_000 } });
  });
});
