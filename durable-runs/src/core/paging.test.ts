import type { WorkflowStep } from '@portage/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fault, simulate } from '../../test/core-simulation.ts';
import type { StepOutcome } from './run-event.ts';

const trigger = { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'list' } as WorkflowStep;
const list = (extra: object = {}) =>
  ({ stepId: 'list', type: 'ConnectorOperation', useAutoPaging: true, nextStepId: 'each', ...extra }) as WorkflowStep;
const loop = (extra: object = {}) =>
  ({
    stepId: 'each',
    type: 'Loop',
    loopFirstStepId: 'body',
    listContextDataEntityName: 'x',
    nextStepId: 'after',
    ...extra,
  }) as WorkflowStep;
const body = { stepId: 'body', type: 'CustomScript', script: '', nextStepId: null } as WorkflowStep;
const after = { stepId: 'after', type: 'CustomScript', script: '', nextStepId: null } as WorkflowStep;
const steps = [trigger, list(), loop(), body, after];

/** A list in pages of these sizes. The loop starts with the first page. Outcomes given by path take precedence. */
function pages(sizes: readonly number[], limit: number, special: Record<string, StepOutcome> = {}) {
  return (path: string, step: WorkflowStep): StepOutcome => {
    const given = special[path];
    if (given) return given;
    const page = /%page(\d+)$/.exec(path)?.[1];
    if (page !== undefined) {
      const before = sizes.slice(0, Number(page) - 1).reduce((sum, size) => sum + size, 0);
      const count = Math.min(sizes[Number(page) - 1] ?? 0, limit - before);
      return { kind: 'page', count, hasMore: Number(page) < sizes.length };
    }
    if (step.type !== 'Loop') return { kind: 'succeeded' };
    const count = Math.min(sizes[0] ?? 0, limit);
    return sizes.length > 1 && count < limit ? { kind: 'loop', count, pages: { stepId: 'list', limit } } : { kind: 'loop', count };
  };
}
const trace = (run: { records: { path: string; status: string }[] }) => run.records.map(({ path, status }) => `${path} ${status}`);
const bodies = (run: { records: { path: string }[] }) => run.records.filter(({ path }) => path.endsWith('/body')).length;

describe('a loop over a paged list', () => {
  test('fetches a page when its first item is due, and none after the last', () => {
    expect(trace(simulate(steps, pages([2, 1], 100)))).toEqual([
      'start Succeeded',
      'list Succeeded',
      'each Succeeded',
      'each[0]/body Succeeded',
      'each[1]/body Succeeded',
      'each%page2 Succeeded',
      'each[2]/body Succeeded',
      'after Succeeded',
    ]);
  });

  test('fetches no page beyond its limit, and uses only as many items of a page as the limit allows', () => {
    expect(trace(simulate(steps, pages([2, 2, 2], 3))).slice(3)).toEqual([
      'each[0]/body Succeeded',
      'each[1]/body Succeeded',
      'each%page2 Succeeded',
      'each[2]/body Succeeded',
      'after Succeeded',
    ]);
    expect(trace(simulate(steps, pages([2, 2, 2], 2))).filter((line) => line.includes('%page'))).toEqual([]);
    expect(bodies(simulate(steps, pages([2, 2, 2], 4)))).toBe(4);
  });

  test('passes over empty pages, even the first one, and ends when all are empty', () => {
    expect(bodies(simulate(steps, pages([0, 0, 2, 0, 1], 100)))).toBe(3);
    const empty = simulate(steps, pages([0, 0, 0], 100));
    expect([bodies(empty), empty.state.status]).toEqual([0, 'Succeeded']);
  });

  test('without steps, goes through all pages up to its limit, and fails the run if a page fails', () => {
    const empty = [trigger, list(), loop({ loopFirstStepId: null }), after];
    expect(trace(simulate(empty, pages([2, 2, 1], 100)))).toEqual([
      'start Succeeded',
      'list Succeeded',
      'each Succeeded',
      'each%page2 Succeeded',
      'each%page3 Succeeded',
      'after Succeeded',
    ]);
    expect(trace(simulate(empty, pages([2, 2, 1], 4))).filter((line) => line.includes('%page'))).toEqual(['each%page2 Succeeded']);
    const failed = simulate(empty, pages([1, 1], 100, { 'each%page2': { kind: 'failed', message: 'no page' } }));
    expect(failed.state).toMatchObject({ status: 'Failed', errorMessage: 'no page' });
  });

  test('fetches nothing more when an end step ends the loop', () => {
    const end = { stepId: 'end', type: 'EndStep', endStepScope: 'Loop' } as WorkflowStep;
    const run = simulate(
      [trigger, list(), loop({ loopFirstStepId: 'end' }), end, after],
      pages([2, 2], 100, { 'each[0]/end': { kind: 'end', scope: 'Loop' } }),
    );
    expect(trace(run).slice(2)).toEqual(['each Succeeded', 'each[0]/end Succeeded', 'after Succeeded']);
  });

  test('inside other loops, gets its own pages in each iteration', () => {
    const outer = {
      stepId: 'outer',
      type: 'Loop',
      loopFirstStepId: 'list',
      listContextDataEntityName: 'x',
      nextStepId: null,
    } as WorkflowStep;
    const nested = [{ ...trigger, nextStepId: 'outer' } as WorkflowStep, outer, list(), loop({ nextStepId: null }), body];
    const outcome = pages([1, 1], 100);
    const run = simulate(nested, (path, step) => (step.stepId === 'outer' ? { kind: 'loop', count: 2 } : outcome(path, step)));
    expect(trace(run).filter((line) => line.includes('%page'))).toEqual(['outer[0]/each%page2 Succeeded', 'outer[1]/each%page2 Succeeded']);
    expect(bodies(run)).toBe(4);
  });

  const failure: StepOutcome = { kind: 'failed', message: 'no page' };

  test('a page that fails fails the run, and continuing the run fetches only that page again', () => {
    const failed = simulate(steps, pages([1, 1, 1], 100, { 'each%page3': failure }));
    expect(failed.state).toMatchObject({ status: 'Failed', errorMessage: 'no page' });
    const continued = simulate(steps, pages([1, 1, 1], 100), [], failed.state);
    expect([...continued.ends.keys()]).toEqual(['each%page3#1', 'each[2]/body#1', 'after#1']);
    expect(continued.state.status).toBe('Succeeded');
  });

  test('a failed page ends the loop if the step or a loop continues on error', () => {
    for (const continuing of [
      [trigger, list({ continueOnFailure: true }), loop(), body, after],
      [trigger, list(), loop({ continueOnFailure: true }), body, after],
    ]) {
      const run = simulate(continuing, pages([1, 1, 1], 100, { 'each%page2': failure }));
      expect(trace(run).slice(2)).toEqual(['each Succeeded', 'each[0]/body Succeeded', 'each%page2 Failed', 'after Succeeded']);
      expect(run.state).toMatchObject({ status: 'Succeeded', failedSteps: 1 });
      // The loop reports that its list is incomplete.
      expect(run.records.find(({ path }) => path === 'each')?.errorMessage).toBe(
        'The list is not complete: page 2 could not be fetched. no page',
      );
    }
  });

  test('requests a page three times if the step retries', () => {
    const again: StepOutcome = { kind: 'failed', message: '503', retryable: true };
    let asked = 0;
    const outcome = pages([1, 1], 100);
    const run = simulate([trigger, list({ useRetry: true }), loop(), body, after], (path, step) => {
      if (!path.includes('%page')) return outcome(path, step);
      asked += 1;
      return asked < 3 ? again : outcome(path, step);
    });
    expect([asked, run.state.status, bodies(run)]).toEqual([3, 'Succeeded', 2]);
  });

  test('HOSTILE 1: iterates every item once and in order, whatever the sizes, the limit and the crashes', () => {
    const fault = fc.constantFrom<Fault>('none', 'none', 'crash', 'duplicate', 'late');
    fc.assert(
      fc.property(
        fc.array(fc.nat(4), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fault, { maxLength: 7 }),
        (sizes, limit, faults) => {
          const run = simulate(steps, pages(sizes, limit), faults);
          const total = Math.min(
            limit,
            sizes.reduce((sum, size) => sum + size, 0),
          );
          expect(run.state.status).toBe('Succeeded');
          expect(run.records.filter(({ path }) => path.endsWith('/body')).map(({ path }) => path)).toEqual(
            Array.from({ length: total }, (_, at) => `each[${at}]/body`),
          );
          expect([...run.ends.values()].every((times) => times === 1)).toBe(true);
        },
      ),
    );
  });
});
