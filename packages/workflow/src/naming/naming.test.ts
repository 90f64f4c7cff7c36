// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written
import { forbiddenNames } from '@portage/primitives/forbidden-names';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateExpression } from '../expressions/evaluate-expression.ts';
import { nextActionName, nextStepName } from '../step-types/next-step-name.ts';
import { type WorkflowStep, workflowStepsSchema } from '../step-types/workflow-step.ts';
import example from '../testing/design-example.json' with { type: 'json' };
import { validateWorkflow } from '../validation/validate-workflow.ts';
import { buildCopyName } from './copy-name.ts';
import { httpAction } from './http-action.ts';
import { nameByAction } from './name-by-action.ts';
import { renameStepReferences } from './rename-step.ts';

describe('buildCopyName', () => {
  test.each<[string | undefined, string[], string]>([
    ['Orders', [], 'Copy Of Orders'],
    ['Orders', ['Copy Of Orders'], 'Copy (1) Of Orders'],
    ['Orders', ['Copy Of Orders', 'Copy (1) Of Orders'], 'Copy (2) Of Orders'],
    ['Copy Of Orders', ['Copy Of Orders'], 'Copy (1) Of Orders'],
    ['Copy (7) Of Orders', [], 'Copy Of Orders'],
    ['copy of COPY (12) OF Orders', [], 'Copy Of Orders'],
    ['Copy Office', [], 'Copy Of Copy Office'],
    ['', [], 'Copy Of Untitiled Workflow'],
    [undefined, ['Copy Of Untitiled Workflow'], 'Copy (1) Of Untitiled Workflow'],
    ['Copy Of ', [], 'Copy Of Untitiled Workflow'],
  ])('%j next to %j becomes %s', (name, existing, copy) => {
    expect(buildCopyName(name, existing)).toBe(copy);
  });

  test('falls back after 100 tries', () => {
    const taken = ['Copy Of A', ...Array.from({ length: 99 }, (_, at) => `Copy (${at + 1}) Of A`)];
    expect(buildCopyName('A', taken.slice(0, -1))).toBe('Copy (99) Of A');
    expect(buildCopyName('A', taken)).toBe('Copy of A');
  });
});

describe('copies of workflows with long names', () => {
  test('have unique names that can be stored', () => {
    const name = 'x'.repeat(200);
    const first = buildCopyName(name, [name]);
    expect(first).toBe(`Copy Of ${'x'.repeat(192)}`);
    const second = buildCopyName(first, [name, first]);
    expect(second).toBe(`Copy (1) Of ${'x'.repeat(188)}`);
  });

  test('keep characters whole', () => {
    const copy = buildCopyName(`${'x'.repeat(191)}😀😀`, []);
    expect(copy).toBe(`Copy Of ${'x'.repeat(191)}`);
  });
});

test('nextActionName is the action, with a number if it is taken', () => {
  expect(nextActionName(' List orders ', [])).toBe('List orders');
  expect(nextActionName('List orders', ['List orders', 'List orders 2'])).toBe('List orders 3');
  expect(nextActionName('x'.repeat(300), []).length).toBeLessThanOrEqual(200);
});

test('nameByAction names a step that a person hasn’t named and nothing reads', () => {
  const call = (stepId: string, more: object = {}) => ({ stepId, type: 'ConnectorOperation', ...more });
  const start = { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'ConnectorOperation1' };
  const named = (steps: object[], stepId: string, former?: string) => {
    const result = nameByAction(workflowStepsSchema.parse(steps), stepId, 'List orders', former);
    return [result.stepId, ...result.steps.map((step) => `${step.stepId} > ${step.nextStepId ?? ''}`)];
  };
  expect(named([start, call('ConnectorOperation1')], 'ConnectorOperation1')).toEqual([
    'List orders',
    'start > List orders',
    'List orders > ',
  ]);
  expect(
    named([call('a', { nextStepId: 'List orders' }), call('List orders'), call('ConnectorOperation2')], 'ConnectorOperation2')[0],
  ).toBe('List orders 2');
  expect(named([call('Get order 2')], 'Get order 2', 'Get order')[0]).toBe('List orders');
  expect(named([call('my orders')], 'my orders', 'Get order')[0]).toBe('my orders');
  const reader = { stepId: 'reads', type: 'CustomScript', script: 'return Steps["ConnectorOperation1"].Response' };
  expect(named([call('ConnectorOperation1'), reader], 'ConnectorOperation1')[0]).toBe('ConnectorOperation1');
});

test.each([
  ['https://shop.example/api/v1/orders.json?limit=5', 'Get orders'],
  ['https://shop.example/orders/$Steps["start"].Payload.id', 'Get orders'],
  ['https://shop.example/orders/1004/order-lines', 'Get order lines'],
  ['https://www.shop.example:8080/', 'Get shop.example'],
  ['/orders', 'Get orders'],
  ['https://', undefined],
  ['$Steps["start"].Payload.url', undefined],
  ['', undefined],
])('httpAction of %s is %s', (url, action) => expect(httpAction({ url })).toBe(action));

test('httpAction begins with the method', () => {
  expect(httpAction({ url: 'https://shop.example/orders', httpMethod: 'DELETE' })).toBe('Delete orders');
});

describe('nextStepName', () => {
  test('is the type and the first free number', () => {
    expect(nextStepName('HttpRequest', [])).toBe('HttpRequest1');
    expect(nextStepName('HttpRequest', ['HttpRequest1', 'HttpRequest3'])).toBe('HttpRequest2');
  });

  test('is free however many steps exist', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), (count) => {
        const names = Array.from({ length: count }, (_, at) => `Loop${at + 1}`);
        expect(names).not.toContain(nextStepName('Loop', names));
      }),
    );
  });
});

describe('renaming a step', () => {
  const steps = workflowStepsSchema.parse(example.steps);
  const renameStep = (before: readonly WorkflowStep[], oldName: string, newName: string) =>
    renameStepReferences(before, oldName, newName).map((step) => (step.stepId === oldName ? { ...step, stepId: newName } : step));

  test('updates pointers, expressions, bodies, conditions and scripts', () => {
    const renamed = renameStep(renameStep(steps, 'start', 'Web "hook"'), 'each', 'line');
    expect(validateWorkflow(renamed)).toEqual([]);
    const text = JSON.stringify(renamed);
    expect(text).not.toMatch(/Steps\[\\*"(start|each)/);
    expect(renamed.find((step) => step.type === 'CustomScript')).toMatchObject({ script: 'return Steps["line"].CurrentItem.quantity * 2' });
    expect(renamed.find((step) => step.type === 'HttpRequest')).toMatchObject({
      body: '{"id": "${Steps["Web \\"hook\\""].Payload.id}", "at": "${utcNow()}"}',
    });
    expect(renameStep(renameStep(renamed, 'Web "hook"', 'start'), 'line', 'each')).toEqual(steps);
  });

  test.each<[string, string]>([
    ['Steps["old"].Response', 'Steps["new"].Response'],
    ["Steps['old'].Response", "Steps['new'].Response"],
    ['Steps[`old`]?.Response', 'Steps[`new`]?.Response'],
    ['Steps?.["old"]', 'Steps?.["new"]'],
    ['{"a": "${Steps[\\"old\\"].Payload}"}', '{"a": "${Steps[\\"new\\"].Payload}"}'],
    ['$Steps.old.Payload', '$Steps.new.Payload'],
    ['Steps.older + mySteps["old"] + x.Steps.old + "old"', 'Steps.older + mySteps["old"] + x.Steps.old + "old"'],
    ['Steps["old"] + Steps["old"]', 'Steps["new"] + Steps["new"]'],
  ])('%s becomes %s', (script, expected) => {
    const [step] = renameStepReferences([{ stepId: 's', type: 'CustomScript', script }], 'old', 'new');
    expect(step).toMatchObject({ script: expected });
  });

  test('a name that is not an identifier is put in brackets', () => {
    const [step] = renameStepReferences([{ stepId: 's', type: 'CustomScript', script: 'Steps.old.Response' }], 'old', "it's $& new");
    expect(step).toMatchObject({ script: 'Steps["it\'s $& new"].Response' });
  });

  test('a name with quotes stays one text even if the reference itself is inside quotes', () => {
    const script = 'return "Steps[\\"old\\"]"';
    const [step] = renameStepReferences([{ stepId: 's', type: 'CustomScript', script }], 'old', 'new "one"');
    expect(step).toMatchObject({ script: 'return "Steps[\\"new \\u0022one\\u0022\\"]"' });
    expect(step && renameStepReferences([step], 'new "one"', 'old')).toMatchObject([{ script }]);
  });

  test('above 30 steps texts stay and only pointers follow', () => {
    const filler = Array.from({ length: 23 }, (_, at): WorkflowStep => ({ stepId: `f${at}`, type: 'EndStep' }));
    expect([...steps, ...filler]).toHaveLength(31);
    const renamed = renameStep([...steps, ...filler], 'each', 'line');
    expect(renamed[0]).toMatchObject({ nextStepId: 'line' });
    expect(renamed[2]).toMatchObject({ script: 'return Steps["each"].CurrentItem.quantity * 2' });
    expect(renameStep([...steps, ...filler.slice(1)], 'each', 'line')[2]).toMatchObject({
      script: 'return Steps["line"].CurrentItem.quantity * 2',
    });
  });

  test.each<[string, (name: string) => string]>([
    ['plain', (name) => `$Steps[${JSON.stringify(name)}].Response`],
    ['escaped', (name) => `$Steps[\\"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\u0022')}\\"].Response`],
  ])('a reference still reads the same value, whatever the two names are, in %s quotes', (_, written) => {
    const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== '' && !forbiddenNames.includes(text));
    fc.assert(
      fc.property(name, name, (oldName, newName) => {
        const step: WorkflowStep = { stepId: 'loop', type: 'Loop', listContextDataEntityName: written(oldName) };
        const [renamed] = renameStepReferences([step], oldName, newName);
        const text = renamed?.type === 'Loop' ? (renamed.listContextDataEntityName ?? '') : '';
        const scope = { steps: { [newName]: { Response: 42 } }, data: {}, consts: {}, now: () => new Date(0) };
        expect(evaluateExpression(text, scope)).toBe(42);
      }),
    );
  });
});
