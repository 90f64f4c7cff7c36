import { describe, expect, test } from 'vitest';
import example from '../testing/design-example.json' with { type: 'json' };
import { newStep } from './new-step.ts';
import { normalizeSteps } from './normalize-steps.ts';
import { stepTypes } from './registry.ts';
import { type StepType, type WorkflowStep, workflowStepSchema, workflowStepsSchema } from './workflow-step.ts';

/** A new step with only the fields that the schema requires. */
function smallest(type: StepType): object {
  const step: object = newStep(type, [], { ...counter(), now: () => new Date(0) });
  return Object.keys(step).reduce((kept: object, name) => {
    const rest = Object.fromEntries(Object.entries(kept).filter(([one]) => one !== name));
    return workflowStepSchema.safeParse(rest).success ? rest : kept;
  }, step);
}

function counter() {
  let next = 0;
  return { makeId: () => `id-${next++}` };
}

describe('workflowStepsSchema', () => {
  test('accepts the workflow of docs/workflow-format.md and returns it unchanged', () => {
    expect(workflowStepsSchema.parse(example.steps)).toEqual(example.steps);
  });

  test.each(stepTypes)('accepts a %s step with only its required fields and refuses an unknown field', (type) => {
    const step = smallest(type);
    expect(workflowStepSchema.parse(step)).toEqual(step);
    const refused = workflowStepSchema.safeParse({ ...step, surprise: 1 });
    expect(refused.error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['surprise'] });
  });

  test('STEP-84: a sync step has three sync types; Orders is not one of them, but the default data type of other steps', () => {
    const takes = (syncType: unknown) => workflowStepSchema.safeParse({ stepId: 'sync', type: 'SyncStep', syncType }).success;
    for (const syncType of ['Products', 'Inventory', 'IntegrationApplication']) expect(takes(syncType), syncType).toBe(true);
    for (const syncType of ['Orders', '', null]) expect(takes(syncType), String(syncType)).toBe(false);
    const steps = workflowStepsSchema.parse([
      { stepId: 'read', type: 'GetDataStep' },
      { stepId: 'board', type: 'DashboardStep' },
    ]);
    expect(normalizeSteps(steps, counter())).toMatchObject([{ getDataDataType: 'Orders' }, { getDataDataType: 'Orders' }]);
  });

  test('STEP-92: the sync type of a dashboard step is its getDataDataType; it has no other', () => {
    const board = { stepId: 'board', type: 'DashboardStep', getDataDataType: 'Products' };
    expect(workflowStepSchema.parse(board)).toEqual(board);
    expect(workflowStepSchema.safeParse({ ...board, syncType: 'Products' }).success).toBe(false);
  });

  test('STEP-105: text in a JSON field that is not JSON is saved as typed', () => {
    const step = { stepId: 'custom', type: 'IntegrationStep', fieldsData: { rules: '{"a": [1,', parsed: { a: [1, null] } } };
    expect(normalizeSteps(workflowStepsSchema.parse([step]), counter())[0]).toMatchObject(step);
  });

  test('refuses an unknown step type', () => {
    expect(workflowStepSchema.safeParse({ stepId: 'one', type: 'Shell', script: 'rm' }).success).toBe(false);
  });

  test('accepts at most 2,000 steps', () => {
    const steps = Array.from({ length: 2_001 }, (_, index) => ({ stepId: `s${index}`, type: 'EndStep' }));
    expect(workflowStepsSchema.safeParse(steps.slice(1)).success).toBe(true);
    expect(workflowStepsSchema.safeParse(steps).error?.issues[0]?.message).toBe('A workflow has at most 2,000 steps.');
  });

  test.each(['get', 'Post', 'DELETE'])('accepts the HTTP method %s and capitalizes it', (httpMethod) => {
    const steps = workflowStepsSchema.parse([{ stepId: 'call', type: 'HttpRequest', url: 'https://example.com', httpMethod }]);
    expect(normalizeSteps(steps, counter())[0]).toMatchObject({ httpMethod: httpMethod.toUpperCase() });
  });

  test('refuses an unknown HTTP method', () => {
    expect(workflowStepSchema.safeParse({ stepId: 'call', type: 'HttpRequest', url: '', httpMethod: 'GET /x' }).success).toBe(false);
  });

  test('HOSTILE 7: refuses a delay that is NaN, infinite or text', () => {
    for (const delayValue of [Number.NaN, Number.POSITIVE_INFINITY, '5']) {
      expect(workflowStepSchema.safeParse({ stepId: 'wait', type: 'DelayStep', delayValue }).success).toBe(false);
    }
  });

  test.each(['__proto__', 'constructor', 'prototype'])('HOSTILE 9: refuses %s as a step name', (stepId) => {
    expect(workflowStepSchema.safeParse({ stepId, type: 'EndStep' }).success).toBe(false);
  });

  test('HOSTILE 9: a header named __proto__ does not become a prototype', () => {
    const parsed = workflowStepSchema.safeParse(
      JSON.parse('{"stepId":"call","type":"HttpRequest","url":"","headers":{"__proto__":"x","a":"b"}}'),
    );
    expect(parsed.success && parsed.data.type === 'HttpRequest' && Object.getPrototypeOf(parsed.data.headers)).toBe(Object.prototype);
  });
});

describe('normalizeSteps', () => {
  test('gives every step a client id, keeps existing ones and replaces a duplicate', () => {
    const steps: WorkflowStep[] = [
      { stepId: 'a', type: 'EndStep', clientId: 'kept' },
      { stepId: 'b', type: 'EndStep', clientId: 'kept' },
      { stepId: 'c', type: 'EndStep' },
    ];
    expect(normalizeSteps(steps, counter()).map((step) => step.clientId)).toEqual(['kept', 'id-0', 'id-1']);
  });

  test('writes out the defaults', () => {
    const steps = workflowStepsSchema.parse(stepTypes.map(smallest));
    const byType = Object.fromEntries(normalizeSteps(steps, counter()).map((step) => [step.type, step]));
    expect(byType.EndStep).toMatchObject({ endStepScope: 'Workflow', nextStepId: null });
    expect(byType.DelayStep).toMatchObject({ delayType: 'Seconds' });
    expect(byType.HttpRequest).toMatchObject({ httpMethod: 'GET' });
    expect(byType.DataStorage).toMatchObject({ scope: 'CurrentRun' });
    expect(byType.SyncStep).toMatchObject({ syncType: 'Products' });
    expect(byType.DashboardItemStep).toMatchObject({ source: 'Airtable', itemType: 'Company', operation: 'Create' });
  });

  test('changes nothing the second time, and its result parses again', () => {
    const steps = workflowStepsSchema.parse(stepTypes.map(smallest));
    const once = normalizeSteps(steps, counter());
    expect(normalizeSteps(once, counter())).toEqual(once);
    expect(workflowStepsSchema.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
  });
});
