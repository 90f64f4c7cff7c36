import { namesSwitchedOff, type WorkflowStep, wayTo } from '@portage/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../test/chance-of.ts';
import {
  anyStepTree,
  buildWorkflow,
  createAwaitedOutcomes,
  mendedOutcome,
  outcomeByPath,
  type StepTree,
  someSwitchedOff,
  withoutSwitchedOff,
} from '../../test/random-workflow.ts';
import { type SimulationResult, type SimulationSettings, simulateShard } from '../../test/shard-simulation.ts';
import { hasEnded } from './run-status.ts';
import { isLoopPart } from './step-path.ts';

/**
 * A failing case prints `seed` and `path`; PORTAGE_SIMULATION_SEED=… PORTAGE_SIMULATION_PATH=… repeats exactly that case. Without them,
 * every test run tries different cases.
 */
const seed = Number(process.env.PORTAGE_SIMULATION_SEED ?? Date.now() % 2 ** 31);
const path = process.env.PORTAGE_SIMULATION_PATH;
const runs = Number(process.env.PORTAGE_SIMULATION_RUNS ?? 1_500);

const trace = ({ records }: SimulationResult) => records.map((record) => `${record.path} ${record.status} ${record.errorMessage ?? ''}`);
const callKeys = ({ calls }: SimulationResult) => [...new Set(calls.map(({ path: place, attempt }) => `${place}#${attempt}`))];

function check(property: (tree: StepTree[], outcomes: number, story: number) => void): void {
  fc.assert(fc.property(anyStepTree, fc.nat(), fc.nat(), property), {
    seed,
    numRuns: runs,
    ...(path === undefined ? {} : { path, endOnFailure: true }),
  });
}

function play(tree: StepTree[], outcomes: number, story: number, more: Partial<SimulationSettings>): SimulationResult {
  return simulateShard({
    steps: buildWorkflow(tree),
    outcomeOf: outcomeByPath(outcomes),
    answerOf: createAwaitedOutcomes(outcomes),
    chance: createRandom(story),
    crashChance: 0,
    noiseChance: 0,
    ...more,
  });
}

/** What must be true at the end of every run, whatever happened to it. */
function expectWhole(run: SimulationResult): void {
  expect(run.violations).toEqual([]);
  expect(hasEnded(run.state.status)).toBe(true);
  expect(run.records.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: run.state.stepCount }, (_, at) => at));
  expect(new Set(run.records.map((record) => record.path)).size).toBe(run.records.length);
  // Runs that a run started and waited for have ended or were cancelled: nothing continues after the run has ended.
  expect([...run.asked.values()].filter(({ hasAnswered, isCalledOff }) => !hasAnswered && !isCalledOff)).toEqual([]);
  expect(run.records.filter(({ status, finishedAt }) => !hasEnded(status as 'Failed') || finishedAt === null)).toEqual([]);
}

describe('a simulated shard', () => {
  test('HOSTILE 1: a crash between any two effects loses nothing, repeats no finished step and changes no outcome', () => {
    let crashes = 0;
    check((tree, outcomes, story) => {
      const calm = play(tree, outcomes, story, {});
      const stormy = play(tree, outcomes, story, { crashChance: 0.15, noiseChance: 0.2 });
      crashes += stormy.crashes;
      expectWhole(calm);
      expectWhole(stormy);
      expect(trace(stormy)).toEqual(trace(calm));
      expect(stormy.state.status).toBe(calm.state.status);
      expect(stormy.state.errorMessage).toBe(calm.state.errorMessage);
      // The same calls under the same keys. Only a call that was in flight may be repeated.
      expect(callKeys(stormy)).toEqual(callKeys(calm));
      expect(stormy.calls.length - calm.calls.length).toBeLessThanOrEqual(stormy.crashes);
    });
    if (path === undefined) expect(crashes).toBeGreaterThan(runs / 2);
  });

  test('HOSTILE 2, 6: duplicate and early alarms and late results of earlier attempts are dropped', () => {
    check((tree, outcomes, story) => {
      const calm = play(tree, outcomes, story, {});
      const noisy = play(tree, outcomes, story, { noiseChance: 0.7 });
      expectWhole(noisy);
      expect(trace(noisy)).toEqual(trace(calm));
      expect(noisy.calls.map((call) => call.path)).toEqual(calm.calls.map((call) => call.path));
    });
  });

  test('HOSTILE 6: a cancel at any time beats everything except completion, and no call is made after it', () => {
    let cancelled = 0;
    check((tree, outcomes, story) => {
      const run = play(tree, outcomes, story, { crashChance: 0.1, noiseChance: 0.3, cancelAtTurn: story % 30 });
      expectWhole(run);
      if (!run.wasCancelled) return;
      cancelled += 1;
      expect(run.state).toMatchObject({ status: 'Cancelled', frames: [], current: null });
      expect(run.calls).toHaveLength(run.callsAtCancel);
    });
    if (path === undefined) expect(cancelled).toBeGreaterThan(runs / 10);
  });

  test('a continued run does what it would have done if the failed steps had succeeded, even across crashes', () => {
    let continued = 0;
    check((tree, outcomes, story) => {
      const failed = play(tree, outcomes, story, {});
      if (failed.state.status !== 'Failed' || !failed.state.current) return;
      continued += 1;
      const run = play(tree, outcomes, story, { crashChance: 0.1, noiseChance: 0.2, continues: 1_000 });
      expectWhole(run);
      expect(run.state.status).not.toBe('Cancelled');
      const outcomeOf = outcomeByPath(outcomes);
      const lucky = play(tree, outcomes, story, {
        outcomeOf: (place, ...rest) => (run.forgiven.has(place) ? mendedOutcome(place) : outcomeOf(place, ...rest)),
      });
      expect(run.records.map(({ path: place, status }) => `${place} ${status}`)).toEqual(
        lucky.records.map(({ path: place, status }) => `${place} ${status}`),
      );
    });
    if (path === undefined) expect(continued).toBeGreaterThan(runs / 40);
  });

  test('a run stopped by a quota continues where it stopped, as if there had been no quota, even across crashes', () => {
    let stopped = 0;
    check((tree, outcomes, story) => {
      const quota = { maxSteps: 1 + (story % 25), maxSeconds: null };
      const calm = play(tree, outcomes, story, {});
      const run = play(tree, outcomes, story, { quota, crashChance: 0.1, noiseChance: 0.2, continues: 1_000 });
      expectWhole(run);
      if (calm.state.stepCount <= quota.maxSteps) return;
      stopped += 1;
      expect(trace(run)).toEqual(trace(calm));
      expect(callKeys(run)).toEqual(callKeys(calm));
    });
    if (path === undefined) expect(stopped).toBeGreaterThan(runs / 20);
  });

  test('a disabled step is skipped with everything inside it, as if it didn’t exist, even across crashes', () => {
    let off = 0;
    check((tree, outcomes, story) => {
      const steps = someSwitchedOff(buildWorkflow(tree), story);
      const outcomeOf = outcomeByPath(outcomes);
      const settings = { outcomeOf, chance: createRandom(story), crashChance: 0, noiseChance: 0 };
      const calm = simulateShard({ ...settings, steps: withoutSwitchedOff(steps) });
      const run = simulateShard({ ...settings, steps, chance: createRandom(story), crashChance: 0.15, noiseChance: 0.2 });
      expectWhole(run);
      expect(trace(run)).toEqual(trace(calm));
      expect(callKeys(run)).toEqual(callKeys(calm));
      if (namesSwitchedOff(steps).size > 0) off += 1;
    });
    if (path === undefined) expect(off).toBeGreaterThan(runs / 3);
  });

  test('a run up to a step ends when the step has first run: nothing after it runs, and everything before it runs as usual', () => {
    let ended = 0;
    check((tree, outcomes, story) => {
      const steps = buildWorkflow(tree);
      const whole = play(tree, outcomes, story, {});
      const upTo = steps[story % steps.length]?.stepId ?? 'start';
      const run = play(tree, outcomes, story, { upTo, crashChance: 0.15, noiseChance: 0.2 });
      expectWhole(run);
      const way = wayTo(steps, upTo);
      const allowed = new Set([
        upTo,
        ...listInnerSteps(steps, upTo),
        ...(way ? [...way.passed, ...way.inside, ...way.holders.map(({ step }) => step)].map(({ stepId }) => stepId) : []),
      ]);
      // A page of a list, or what a loop collects, belongs to its loop.
      const ownRecords = run.records.filter((record) => !isLoopPart(record.path));
      expect(ownRecords.filter(({ name }) => !allowed.has(name))).toEqual([]);
      const isInLoop = way?.holders.some(({ step }) => step.type === 'Loop') ?? false;
      if (!isInLoop) expect(trace(run)).toEqual(trace(whole).slice(0, run.records.length));
      const own = ownRecords.filter(({ name }) => name === upTo);
      // A step with inner steps has run once they have. If one of them failed, a surrounding loop may continue with its next item.
      const holdsFailed = (record: { path: string }) =>
        run.records.some(({ path: place, status }) => place.startsWith(`${record.path}.`) && status === 'Failed');
      expect(own.slice(0, -1).filter((record) => record.status === 'Succeeded' && !holdsFailed(record))).toEqual([]);
      if (own.length > 0 && run.records.length < whole.records.length) ended += 1;
    });
    if (path === undefined) expect(ended).toBeGreaterThan(runs / 20);
  });
});

function listInnerSteps(steps: readonly WorkflowStep[], stepId: string): string[] {
  return steps
    .filter((step) => wayTo(steps, step.stepId)?.holders.some((holder) => holder.step.stepId === stepId))
    .map((step) => step.stepId);
}
