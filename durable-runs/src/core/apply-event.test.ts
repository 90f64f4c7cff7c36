import type { WorkflowStep } from '@portage/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fault, simulate } from '../../test/core-simulation.ts';
import { anyStepTree, buildWorkflow, outcomeByPath } from '../../test/random-workflow.ts';
import { applyEvent } from './apply-event.ts';
import { makeProgram } from './program.ts';
import type { StepOutcome } from './run-event.ts';
import { newRunState, type RunState } from './run-state.ts';

const trigger = (nextStepId: string | null) => ({ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId }) as WorkflowStep;
const script = (stepId: string, nextStepId: string | null = null) =>
  ({ stepId, type: 'CustomScript', script: '', nextStepId }) as WorkflowStep;
const http = (stepId: string, extra: object = {}) => ({ stepId, type: 'HttpRequest', url: '', nextStepId: null, ...extra }) as WorkflowStep;
const loop = (stepId: string, loopFirstStepId: string | null, extra: object = {}) =>
  ({ stepId, type: 'Loop', loopFirstStepId, listContextDataEntityName: 'x', nextStepId: null, ...extra }) as WorkflowStep;
const end = (stepId: string, endStepScope: string) => ({ stepId, type: 'EndStep', endStepScope }) as WorkflowStep;

/** Loops have two items and everything else succeeds, except for the outcomes given by path. */
function outcomes(special: Record<string, StepOutcome | StepOutcome[]> = {}) {
  return (path: string, step: WorkflowStep, attempt: number): StepOutcome => {
    const given = special[path];
    const outcome = Array.isArray(given) ? given[attempt - 1] : given;
    if (outcome) return outcome;
    if (step.type === 'Loop') return { kind: 'loop', count: 2 };
    if (step.type === 'EndStep') return { kind: 'end', scope: step.endStepScope ?? 'Workflow' };
    if (step.type === 'DelayStep') return { kind: 'delay', untilMs: 0 };
    return { kind: 'succeeded' };
  };
}
const failure: StepOutcome = { kind: 'failed', message: 'no' };
const trace = (run: { records: { path: string; status: string }[] }) => run.records.map(({ path, status }) => `${path} ${status}`);

describe('the course of a run', () => {
  test('iterates nested loops item by item, in order', () => {
    const run = simulate([trigger('a'), loop('a', 'b', { nextStepId: 'z' }), loop('b', 'c'), script('c'), script('z')], outcomes());
    expect(run.state.status).toBe('Succeeded');
    expect(trace(run)).toEqual([
      'start Succeeded',
      'a Succeeded',
      'a[0]/b Succeeded',
      'a[0]/b[0]/c Succeeded',
      'a[0]/b[1]/c Succeeded',
      'a[1]/b Succeeded',
      'a[1]/b[0]/c Succeeded',
      'a[1]/b[1]/c Succeeded',
      'z Succeeded',
    ]);
  });

  test('runs a failed step’s error path, and only then, and continues with the next step', () => {
    const guarded = http('call', { useErrorPath: true, errorFirstStepId: 'tell', nextStepId: 'after' });
    const steps = [trigger('call'), guarded, script('tell', 'note'), script('note'), script('after')];
    const run = simulate(steps, outcomes({ call: failure }));
    expect(run.state).toMatchObject({ status: 'Succeeded', failedSteps: 1 });
    expect(trace(run)).toEqual([
      'start Succeeded',
      'call Failed',
      'call.On error/tell Succeeded',
      'call.On error/note Succeeded',
      'after Succeeded',
    ]);
    expect(trace(simulate(steps, outcomes()))).toEqual(['start Succeeded', 'call Succeeded', 'after Succeeded']);
    // After an error path without steps the run continues; a failure inside one ends the run.
    const empty = [trigger('call'), http('call', { useErrorPath: true, nextStepId: 'after' }), script('after')];
    expect(trace(simulate(empty, outcomes({ call: failure })))).toEqual(['start Succeeded', 'call Failed', 'after Succeeded']);
    const inside = simulate(steps, outcomes({ call: failure, 'call.On error/note': failure }));
    expect(inside.state).toMatchObject({ status: 'Failed', current: { stepId: 'note' } });
    // After retries, and for each item inside a loop.
    const inLoop = [trigger('each'), loop('each', 'call'), http('call', { useErrorPath: true, errorFirstStepId: 'tell' }), script('tell')];
    expect(trace(simulate(inLoop, outcomes({ 'each[1]/call': failure })))).toEqual([
      'start Succeeded',
      'each Succeeded',
      'each[0]/call Succeeded',
      'each[1]/call Failed',
      'each[1]/call.On error/tell Succeeded',
    ]);
  });

  test('runs the chosen group of a branch and then the branch’s own next step', () => {
    const branch = { stepId: 'q', type: 'Branch', conditionGroups: [], nextStepId: 'after' } as WorkflowStep;
    const steps = [trigger('q'), branch, script('in', 'in2'), script('in2'), script('after')];
    expect(trace(simulate(steps, outcomes({ q: { kind: 'group', name: 'Yes', nextStepId: 'in' } })))).toEqual([
      'start Succeeded',
      'q Succeeded',
      'q.Yes/in Succeeded',
      'q.Yes/in2 Succeeded',
      'after Succeeded',
    ]);
    expect(trace(simulate(steps, outcomes({ q: { kind: 'noGroup' } })))).toEqual(['start Succeeded', 'q Succeeded', 'after Succeeded']);
  });

  test('ends an iteration, a loop or the whole run at an end step', () => {
    const steps = (scope: string) => [trigger('a'), loop('a', 'e', { nextStepId: 'z' }), end('e', scope), script('z')];
    expect(trace(simulate(steps('LoopIteration'), outcomes()))).toEqual([
      'start Succeeded',
      'a Succeeded',
      'a[0]/e Succeeded',
      'a[1]/e Succeeded',
      'z Succeeded',
    ]);
    expect(trace(simulate(steps('Loop'), outcomes()))).toEqual(['start Succeeded', 'a Succeeded', 'a[0]/e Succeeded', 'z Succeeded']);
    expect(trace(simulate(steps('Workflow'), outcomes()))).toEqual(['start Succeeded', 'a Succeeded', 'a[0]/e Succeeded']);
    const outside = simulate([trigger('e'), end('e', 'Loop')], outcomes());
    expect(outside.state).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('isn’t in a loop') });
  });

  test('continues after a failure if a step or a loop is set to', () => {
    const step = simulate([trigger('h'), http('h', { continueOnFailure: true, nextStepId: 'z' }), script('z')], outcomes({ h: failure }));
    expect(trace(step)).toEqual(['start Succeeded', 'h Failed', 'z Succeeded']);
    expect(step.state.status).toBe('Succeeded');
    const steps = [trigger('a'), loop('a', 'b', { continueOnFailure: true, nextStepId: 'z' }), loop('b', 'c'), script('c'), script('z')];
    expect(trace(simulate(steps, outcomes({ 'a[0]/b[0]/c': failure })))).toEqual([
      'start Succeeded',
      'a Succeeded',
      'a[0]/b Failed',
      'a[0]/b[0]/c Failed',
      'a[1]/b Succeeded',
      'a[1]/b[0]/c Succeeded',
      'a[1]/b[1]/c Succeeded',
      'z Succeeded',
    ]);
  });

  test('tries a call three times with growing pauses, and obeys Retry-After', () => {
    const again: StepOutcome = { kind: 'failed', message: '503', retryable: true };
    const steps = [trigger('h'), http('h', { useRetry: true })];
    expect(simulate(steps, outcomes({ h: [again, again, { kind: 'succeeded' }] })).state.status).toBe('Succeeded');
    expect(simulate(steps, outcomes({ h: [again, again, again] })).state).toMatchObject({ status: 'Failed', errorMessage: '503' });
    expect(simulate([trigger('h'), http('h')], outcomes({ h: again })).ends.size).toBe(2);
    const program = makeProgram(steps);
    let { state } = applyEvent(program, newRunState(), { type: 'admit' }, 0);
    state = applyEvent(program, state, { type: 'stepEnded', fence: 1, outcome: { kind: 'succeeded' }, random: 0 }, 0).state;
    const waits = (retryAfterMs: number | null) =>
      applyEvent(program, state, { type: 'stepEnded', fence: 2, outcome: { ...again, retryAfterMs }, random: 0 }, 0).state.current?.wait
        ?.untilMs;
    expect(waits(null)).toBe(750);
    expect(waits(20_000)).toBe(20_000);
    expect(waits(7_200_000)).toBeUndefined();
  });

  test('tries a call as often as its step says, after the pauses and failures that it chose', () => {
    const fail = (reason: 'Connection' | 'Timeout' | 'Status'): StepOutcome => ({
      kind: 'failed',
      message: reason,
      retryable: true,
      reason,
    });
    const final: StepOutcome = { kind: 'failed', message: '404', retryable: false, reason: 'Status' };
    const attempts = (options: object, outcome: StepOutcome) =>
      [...simulate([trigger('h'), http('h', { useRetry: true, ...options })], outcomes({ h: outcome })).ends.keys()].filter((key) =>
        key.startsWith('h#'),
      ).length;
    expect(attempts({ retryAttempts: 5 }, fail('Status'))).toBe(5);
    expect(attempts({ retryFailures: ['Timeout'] }, fail('Timeout'))).toBe(3);
    expect(attempts({ retryFailures: ['Timeout'] }, fail('Status'))).toBe(1);
    expect(attempts({}, final)).toBe(1);
    expect(attempts({ retryFailures: ['Any'] }, final)).toBe(3);
    expect(attempts({ retryFailures: ['Any'] }, failure)).toBe(1);
    const program = makeProgram([trigger('h'), http('h', { useRetry: true, retryPauseSeconds: 1_800, retryGrowth: 'Tripling' })]);
    let { state } = applyEvent(program, newRunState(), { type: 'admit' }, 0);
    state = applyEvent(program, state, { type: 'stepEnded', fence: 1, outcome: { kind: 'succeeded' }, random: 0.5 }, 0).state;
    state = applyEvent(program, state, { type: 'stepEnded', fence: 2, outcome: fail('Status'), random: 0.5 }, 100).state;
    expect(state.current?.wait).toEqual({ kind: 'retry', untilMs: 1_800_100 });
    state = applyEvent(program, state, { type: 'timerFired', fence: 2 }, 1_800_200).state;
    state = applyEvent(program, state, { type: 'stepEnded', fence: 3, outcome: fail('Timeout'), random: 0.5 }, 1_800_300).state;
    const ended = applyEvent(program, state, { type: 'timerFired', fence: 3 }, 5_400_300);
    const done = applyEvent(program, ended.state, { type: 'stepEnded', fence: 4, outcome: { kind: 'succeeded' }, random: 0.5 }, 5_400_400);
    const record = done.effects.find((effect) => effect.type === 'record');
    expect(record).toMatchObject({
      record: {
        status: 'Succeeded',
        startedAt: 0,
        retries: [
          { startedAt: 0, failedAt: 100, message: 'Status', nextAt: 1_800_100 },
          { startedAt: 1_800_200, failedAt: 1_800_300, message: 'Timeout', nextAt: 5_400_300 },
        ],
      },
    });
  });

  test('continues a failed run at the failed step, even inside loops, without repeating finished steps', () => {
    const steps = [trigger('a'), loop('a', 'b', { nextStepId: 'z' }), loop('b', 'c'), script('c'), script('z')];
    const failed = simulate(steps, outcomes({ 'a[1]/b[0]/c': failure }));
    expect(failed.state.status).toBe('Failed');
    const continued = simulate(steps, outcomes(), [], failed.state);
    expect([...continued.ends.keys()]).toEqual(['a[1]/b[0]/c#1', 'a[1]/b[1]/c#1', 'z#1']);
    expect(continued.state.status).toBe('Succeeded');
    expect(continued.state.stepCount).toBe(9);
  });

  test('detects a circular chain and a missing step', () => {
    expect(simulate([trigger('a'), script('a', 'b'), script('b', 'a')], outcomes()).state.errorMessage).toContain('would never end');
    expect(simulate([trigger('gone')], outcomes()).state.errorMessage).toContain('"gone"');
    expect(simulate([script('a')], outcomes()).state.errorMessage).toContain('no trigger');
  });

  test('HOSTILE 8: 100 nested loops work, an empty list has no iterations, and deeper nesting is refused', () => {
    const nested = (levels: number) => [
      trigger('l0'),
      ...Array.from({ length: levels }, (_, at) => loop(`l${at}`, at + 1 < levels ? `l${at + 1}` : 'x')),
      script('x'),
    ];
    const one = (path: string, step: WorkflowStep): StepOutcome =>
      step.type === 'Loop' ? { kind: 'loop', count: 1 } : outcomes()(path, step, 1);
    const run = simulate(nested(100), one);
    expect(run.state.status).toBe('Succeeded');
    expect(run.records.at(-1)?.path.split('/')).toHaveLength(101);
    expect(simulate(nested(400), one).state.errorMessage).toContain('nested deeper');
    expect(trace(simulate([trigger('l0'), loop('l0', 'x'), script('x')], outcomes({ l0: { kind: 'loop', count: 0 } })))).toEqual([
      'start Succeeded',
      'l0 Succeeded',
    ]);
  });

  test('HOSTILE 4: seals a run that keeps crashing the engine, but not one that makes progress', () => {
    const program = makeProgram([trigger('a'), script('a')]);
    let state = applyEvent(program, newRunState(), { type: 'admit' }, 0).state;
    for (let strike = 0; strike < 3; strike += 1) {
      state = applyEvent(program, state, { type: 'recover' }, 0).state;
      expect(state.status).toBe('InProgress');
    }
    expect(applyEvent(program, state, { type: 'recover' }, 0).state).toMatchObject({
      status: 'Failed',
      errorMessage: expect.stringContaining('crashed the engine 3 times'),
    });
    const { current } = state;
    state = applyEvent(
      program,
      state,
      { type: 'stepEnded', fence: current?.fence ?? 0, outcome: { kind: 'succeeded' }, random: 0 },
      0,
    ).state;
    expect(state.strikes).toBe(0);
  });

  test('HOSTILE 46: seals a run at which the engine stops responding a second time, but not after one hang', () => {
    const program = makeProgram([trigger('a'), script('a'), script('b')]);
    const begun = applyEvent(program, newRunState(), { type: 'admit' }, 0).state;
    const once = applyEvent(program, begun, { type: 'recover', hungAtMs: 1_000 }, 0).state;
    expect(once).toMatchObject({ status: 'InProgress', strikes: 1, hangs: { times: 1, atMs: 1_000 } });
    const sealed = applyEvent(program, once, { type: 'recover', hungAtMs: 2_000 }, 0).state;
    expect(sealed).toMatchObject({ status: 'Failed', errorMessage: expect.stringContaining('stopped responding 2 times') });
    // The same hang, seen again after another kind of end.
    expect(applyEvent(program, once, { type: 'recover', hungAtMs: 1_000 }, 0).state).toMatchObject({ status: 'InProgress', strikes: 2 });
    const fence = once.current?.fence ?? 0;
    const next = applyEvent(program, once, { type: 'stepEnded', fence, outcome: { kind: 'succeeded' }, random: 0 }, 0).state;
    expect(next.hangs).toBeUndefined();
  });

  test('HOSTILE 4: keeps a step that notes more at each abnormal end, and gives up on one that doesn’t', () => {
    const program = makeProgram([trigger('a'), script('a')]);
    let state = applyEvent(program, newRunState(), { type: 'admit' }, 0).state;
    const recover = (noted: number) => {
      state = applyEvent(program, state, { type: 'recover', noted }, 0).state;
      return state.status;
    };
    for (let noted = 1; noted <= 30; noted += 1) expect(recover(noted)).toBe('InProgress');
    expect([recover(30), recover(30)]).toEqual(['InProgress', 'InProgress']);
    const fence = state.current?.fence ?? 0;
    const next = applyEvent(program, state, { type: 'stepEnded', fence, outcome: { kind: 'more', progress: 1, items: [] }, random: 0 }, 0);
    expect(recover(30)).toBe('Failed');
    // A part’s notes are removed with it, so the next part starts without any.
    expect(next.state).toMatchObject({ strikes: 0, notedAtStrike: 0 });
  });

  test('HOSTILE 4: seals a run sooner at a computing step than at one that waits for a response', () => {
    const endsUntilSealed = (step: WorkflowStep) => {
      const program = makeProgram([trigger('x'), { ...step, stepId: 'x' }]);
      let { state } = applyEvent(program, newRunState(), { type: 'admit' }, 0);
      const fence = () => state.current?.fence ?? -1;
      ({ state } = applyEvent(program, state, { type: 'stepEnded', fence: fence(), outcome: { kind: 'succeeded' }, random: 0 }, 1));
      let ends = 0;
      for (; state.status === 'InProgress'; ends += 1) ({ state } = applyEvent(program, state, { type: 'recover' }, 2));
      expect(state.errorMessage).toContain('crashed the engine');
      return ends;
    };
    expect(endsUntilSealed(script('x'))).toBe(4);
    expect(endsUntilSealed(http('x'))).toBe(21);
  });

  test('HOSTILE 6: a cancel beats everything except completion, and later events are dropped', () => {
    const program = makeProgram([trigger('a'), script('a')]);
    const running = applyEvent(program, newRunState(), { type: 'admit' }, 0).state;
    const cancelled = applyEvent(program, running, { type: 'cancel' }, 5);
    expect(cancelled.state).toMatchObject({ status: 'Cancelled', finishedAt: 5, current: null });
    expect(cancelled.effects.map(({ type }) => type)).toEqual(['record', 'abort', 'runEnded']);
    const fence = running.current?.fence ?? 0;
    const late = applyEvent(program, cancelled.state, { type: 'stepEnded', fence, outcome: { kind: 'succeeded' }, random: 0 }, 6);
    expect(late).toEqual({ state: cancelled.state, effects: [] });
    const done = simulate([trigger('a'), script('a')], outcomes()).state;
    expect(applyEvent(program, done, { type: 'cancel' }, 9).state).toBe(done);
    expect(applyEvent(program, done, { type: 'continue' }, 9).state).toBe(done);
  });
});

test('HOSTILE 1, 2, 6: crashes, duplicate alarms and late results at any point don’t change what a run does', () => {
  const fault = fc.constantFrom<Fault>('none', 'none', 'crash', 'duplicate', 'late', 'timerTwice');
  fc.assert(
    fc.property(anyStepTree, fc.nat(), fc.array(fault, { minLength: 1, maxLength: 40 }), (chain, seed, faults) => {
      const workflow = buildWorkflow(chain);
      const calm = simulate(workflow, outcomeByPath(seed));
      const stormy = simulate(workflow, outcomeByPath(seed), faults);
      expect(trace(stormy)).toEqual(trace(calm));
      expect(stormy.state.status).toBe(calm.state.status);
      expect([...stormy.ends]).toEqual([...calm.ends]);
      expect([...stormy.ends.values()].every((times) => times === 1)).toBe(true);
      const paths = stormy.records.map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
    }),
    { numRuns: 400 },
  );
});

test('HOSTILE 1: a state is JSON, so a run continues from exactly what is on disk', () => {
  const steps = [trigger('a'), loop('a', 'b'), script('b')];
  const states: RunState[] = [];
  const program = makeProgram(steps);
  let state = applyEvent(program, newRunState(), { type: 'admit' }, 0).state;
  while (state.current) {
    states.push(state);
    const step = program.steps.get(state.current.stepId) as WorkflowStep;
    const { fence, path, attempt } = state.current;
    state = applyEvent(program, state, { type: 'stepEnded', fence, outcome: outcomes()(path, step, attempt), random: 0 }, 0).state;
  }
  expect(states).toHaveLength(4);
  for (const one of states) expect(JSON.parse(JSON.stringify(one))).toEqual(one);
});
