import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeSteps } from '../step-types/normalize-steps.ts';
import { type WorkflowStep, workflowStepsSchema } from '../step-types/workflow-step.ts';
import example from '../testing/design-example.json' with { type: 'json' };
import { buildChangeLog } from './change-log.ts';
import { diffVersions } from './diff-versions.ts';

let next = 0;
const steps = normalizeSteps(workflowStepsSchema.parse(example.steps), { makeId: () => `c${next++}` });

function changed(stepId: string, change: Partial<Record<string, unknown>>): WorkflowStep[] {
  return steps.map((step) => (step.stepId === stepId ? ({ ...step, ...change } as WorkflowStep) : step));
}

describe('diffVersions', () => {
  test('finds nothing between a version and itself in another order', () => {
    expect(diffVersions(steps, [...steps].reverse())).toEqual([]);
  });

  test('names the step, the path, the value and the old value', () => {
    expect(diffVersions(steps, changed('wait', { delayValue: 5 }))).toEqual([
      { kind: 'Changed', stepId: 'wait', path: 'delayValue', change: 'wait: delayValue', value: 5, oldValue: 1 },
    ]);
  });

  test('compares groups and conditions', () => {
    const route = structuredClone(steps.find((step) => step.type === 'Branch'));
    const condition = route?.conditionGroups[0]?.conditions?.[0];
    if (!route || !condition) throw new Error('no condition');
    condition.rightExpression = '500';
    expect(diffVersions(steps, changed('route', route)).map(({ path, value, oldValue }) => [path, value, oldValue])).toEqual([
      ['conditionGroups[0].conditions[0].rightExpression', '500', '100'],
    ]);
  });

  test('reports a renamed step as one change of its name', () => {
    expect(diffVersions(steps, changed('wait', { stepId: 'pause' }))).toEqual([
      { kind: 'Changed', stepId: 'pause', path: 'stepId', change: 'pause: stepId', value: 'pause', oldValue: 'wait' },
    ]);
  });

  test('reports added and removed steps', () => {
    const rows = diffVersions(steps, [...steps.slice(0, -1), { stepId: 'bye', type: 'EndStep' }]);
    expect(rows.map(({ kind, change }) => `${kind} ${change}`)).toEqual(['Added Step "bye" added', 'Removed Step "end" removed']);
  });

  test('treats null, absent and empty alike', () => {
    expect(diffVersions(steps, changed('end', { nextStepId: undefined, description: null }))).toEqual([]);
  });

  test('compares no deeper than 30 levels: there the whole value has changed', () => {
    const deep = (levels: number, leaf: unknown) => Array.from({ length: levels }).reduce((inner) => ({ a: inner }), leaf);
    const integration = (leaf: unknown) => [{ stepId: 'i', type: 'IntegrationStep', fieldsData: { f: deep(500, leaf) } }] as WorkflowStep[];
    const rows = diffVersions(integration(1), integration(2));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.path.split('.')).toHaveLength(30);
    expect(diffVersions(integration(1), integration(1))).toEqual([]);
  });

  test('HOSTILE 9: a key named __proto__ is compared like any other', () => {
    const integration = (json: string) => [{ stepId: 'i', type: 'IntegrationStep', fieldsData: JSON.parse(json) }] as WorkflowStep[];
    expect(diffVersions(integration('{"__proto__": 1}'), integration('{"__proto__": 2}'))).toMatchObject([
      { path: 'fieldsData.__proto__', value: 2, oldValue: 1 },
    ]);
  });

  test('is empty exactly when nothing differs', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (one, other) => {
        const rows = diffVersions(changed('wait', { delayValue: one }), changed('wait', { delayValue: other }));
        expect(rows.length).toBe(one === other ? 0 : 1);
      }),
    );
  });
});

describe('buildChangeLog', () => {
  test('compares a published version with the previous one and not with a discarded draft, and a draft with the last save', () => {
    const wait = (delayValue: number) => changed('wait', { delayValue });
    const log = buildChangeLog([
      { id: '1', lastUpdatedAt: '2026-11-21T10:01:00Z', steps: wait(1) },
      { id: '2', lastUpdatedAt: '2026-11-21T10:02:00Z', steps: wait(2), isDraft: true },
      { id: '3', lastUpdatedAt: '2026-11-21T10:03:00Z', steps: wait(3), isDraft: true },
      { id: '4', lastUpdatedAt: '2026-11-21T10:04:00Z', steps: wait(4) },
    ]);
    expect(log.map(({ version, changes }) => [version.id, changes[0]?.oldValue])).toEqual([
      ['4', 1],
      ['3', 2],
      ['2', 1],
      ['1', null],
    ]);
  });

  test('keeps a version without a change that people named', () => {
    const same = (id: string, label: string | null) => ({ id, lastUpdatedAt: `2026-11-21T10:0${id}:00Z`, steps, label });
    expect(buildChangeLog([same('1', null), same('2', null), same('3', 'Release')]).map(({ version }) => version.id)).toEqual(['3', '1']);
  });

  test('leaves out versions without a change, keeps the oldest, shows the newest first', () => {
    const at = (minute: number) => `2026-11-21T10:0${minute}:00Z`;
    const log = buildChangeLog([
      { id: 'v3', lastUpdatedAt: at(3), steps: changed('wait', { delayValue: 9 }) },
      { id: 'v1', lastUpdatedAt: at(1), steps: [] },
      { id: 'v2', lastUpdatedAt: at(2), steps },
      { id: 'v4', lastUpdatedAt: at(4), steps: changed('wait', { delayValue: 9 }) },
    ]);
    expect(log.map(({ version, changes }) => [version.id, changes.length])).toEqual([
      ['v3', 1],
      ['v2', 8],
      ['v1', 0],
    ]);
  });
});
