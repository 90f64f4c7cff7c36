import type { RunStatus } from '@portage/contracts';
import { orderSteps } from '@portage/workflow/testing';
import { describe, expect, test } from 'vitest';
import { layoutFlow } from './layout-flow.ts';
import { takenEdges } from './taken-edges.ts';

const steps = orderSteps('https://example.com');
const { edges } = layoutFlow(steps, { showsHidden: true });

/** The lines that a run took, as `from>to`; `from>(1)` runs through the second group of a branch, which has no steps. */
function taken(statuses: Record<string, RunStatus>): string[] {
  const found = takenEdges(edges, steps, (step) => statuses[step.stepId]);
  return [
    ...new Set(
      [...found].map(({ source, target, emptyGroup }) => `${source}>${emptyGroup === undefined ? (target ?? '') : `(${emptyGroup})`}`),
    ),
  ];
}

describe('takenEdges', () => {
  const before = { start: 'Succeeded', each: 'Succeeded', price: 'Succeeded', route: 'Succeeded' } as const;

  test('a run that failed in a group goes no further, and not through the other group', () => {
    expect(taken({ ...before, tell: 'Failed' })).toEqual(['start>each', 'each>price', 'price>each', 'each>route', 'route>tell']);
  });

  test('goes through the group without steps if the other one was not taken', () => {
    expect(taken({ ...before, wait: 'InProgress' })).toContain('route>(1)');
    expect(taken({ ...before, wait: 'InProgress' })).not.toContain('route>tell');
  });

  test('goes past switched-off steps if a later step ran', () => {
    const off = ['wait', 'keep'];
    const some = steps.map((step) => (off.includes(step.stepId) ? { ...step, isSwitchedOff: true } : step));
    const takenPast = (statuses: Record<string, RunStatus>) =>
      [...takenEdges(edges, some, (step) => statuses[step.stepId])].map(({ source, target }) => `${source}>${target}`);
    const ran = { ...before, tell: 'Succeeded' } as const;
    expect(takenPast({ ...ran, end: 'Succeeded' })).toEqual(expect.arrayContaining(['route>wait', 'wait>keep', 'keep>end']));
    expect(takenPast(ran)).not.toContain('route>wait');
  });

  test('leads nowhere from a branch that was not reached, or is being decided', () => {
    expect(taken({ start: 'Succeeded' })).toEqual([]);
    expect(taken({ start: 'Succeeded', each: 'Succeeded', route: 'InProgress' })).not.toContain('route>(1)');
  });
});
