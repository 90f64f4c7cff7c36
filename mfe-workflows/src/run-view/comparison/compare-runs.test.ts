import { expect, test } from 'vitest';
import type { StepGroup } from '../../api-types.ts';
import { comparedExecution, diffStepData, pairSteps, statusOfGroup } from './compare-runs.ts';

function group(place: string, statuses: readonly ('Succeeded' | 'Failed')[] = ['Succeeded']): StepGroup {
  return {
    place,
    name: place,
    stepType: 'CustomScript',
    count: statuses.length,
    failedCount: statuses.filter((status) => status === 'Failed').length,
    turnCount: 0,
    busyMs: 0,
    spans: statuses.map((status, at) => ({ stepInstanceId: `${place}${at}`, startedAt: '', finishedAt: null, count: 1, status })),
  };
}

test('steps that only one run reached have a place among the others', () => {
  const left = ['start', 'route', 'route.Yes/ship', 'end'].map((place) => group(place));
  const right = ['start', 'route', 'route.No/hold', 'route.No/tell', 'end'].map((place) => group(place));
  expect(pairSteps(left, right).map((step) => [step.place, step.left !== null, step.right !== null])).toEqual([
    ['start', true, true],
    ['route', true, true],
    ['route.No/hold', false, true],
    ['route.No/tell', false, true],
    ['route.Yes/ship', true, false],
    ['end', true, true],
  ]);
  expect(pairSteps([], [group('start')])).toHaveLength(1);
});

test('of several executions, the first failed one is compared', () => {
  expect(comparedExecution(group('a', ['Succeeded', 'Failed', 'Failed']))).toBe('a1');
  expect(comparedExecution(group('a', ['Succeeded', 'Succeeded']))).toBe('a0');
  expect(statusOfGroup(group('a', ['Failed', 'Succeeded']))).toBe('Failed');
});

test('the values of a step are compared member by member, without headers', () => {
  const left = {
    request: { method: 'POST', headers: { date: 'Monday' }, body: { total: 5 } },
    response: { responseHttpStatusCode: 200, body: { id: 1, lines: [{ sku: 'A' }] }, headers: { date: 'Monday' } },
  };
  const right = {
    request: { method: 'POST', headers: { date: 'Tuesday' }, body: { total: 6 } },
    response: { responseHttpStatusCode: 422, body: { id: 1, lines: [{ sku: 'B' }], hint: 'no stock' }, headers: { date: 'Tuesday' } },
  };
  expect(diffStepData(left, right)).toEqual([
    { path: 'request.body.total', left: 5, right: 6 },
    { path: 'status', left: 200, right: 422 },
    { path: 'response.lines[0].sku', left: 'A', right: 'B' },
    { path: 'response.hint', left: undefined, right: 'no stock' },
  ]);
  expect(diffStepData(left, left)).toEqual([]);
  expect(diffStepData(null, { log: 'one' })).toEqual([{ path: 'log', left: undefined, right: 'one' }]);
});
