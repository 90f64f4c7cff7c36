import { expect, test } from 'vitest';
import { renameStepReferences } from '../naming/rename-step.ts';
import { AT_END, availableReferences } from '../references/available-references.ts';
import { shareableSteps } from '../sharing/shareable-steps.ts';
import { templateSteps } from '../sharing/template-steps.ts';
import { validateWorkflow } from '../validation/validate-workflow.ts';
import type { WorkflowStep } from './workflow-step.ts';
import { workflowStepSchema } from './workflow-step.ts';

const tag = { name: 'Order', valueExpression: '$Steps["sum"].Response.id' };
const steps = (runTags: unknown): WorkflowStep[] => [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sum', runTags } as WorkflowStep,
  { stepId: 'sum', type: 'CustomScript', script: 'return 1', nextStepId: null },
];
const collectProblems = (runTags: unknown) => validateWorkflow(steps(runTags)).map(({ field, message }) => `${field}: ${message}`);

test('a tag needs a unique name and a readable value', () => {
  expect(collectProblems([tag])).toEqual([]);
  expect(collectProblems([{ name: ' ', valueExpression: '' }])).toEqual([
    'runTags[0].name: Please input Tag',
    'runTags[0].valueExpression: Please input Value',
  ]);
  expect(collectProblems([tag, tag])).toEqual(['runTags[1].name: The tag "Order" already exists']);
  expect(collectProblems([{ ...tag, valueExpression: '$Steps["gone"].Response' }])[0]).toContain('There is no step "gone"');
  expect(collectProblems([{ ...tag, name: 'Order of $Steps["sum"].Response.shop' }])).toEqual([]);
  expect(collectProblems([{ ...tag, name: 'Order $id' }])[0]).toContain('runTags[0].name: Unknown name "id"');
});

test('a name that is too long is reported at its field, unless it is an expression', () => {
  const expression = `$Steps["sum"].Response.${'x'.repeat(60)}`;
  expect(collectProblems([{ ...tag, name: 'x'.repeat(51) }])).toEqual(['runTags[0].name: A tag has at most 50 characters']);
  expect(collectProblems([{ ...tag, name: expression }])).toEqual([]);
});

test('a workflow has at most five', () => {
  const parse = (runTags: unknown) => workflowStepSchema.safeParse(steps(runTags)[0]).success;
  expect(parse(Array(5).fill(tag))).toBe(true);
  expect(parse(Array(6).fill(tag))).toBe(false);
  expect(parse([{ ...tag, more: 1 }])).toBe(false);
});

test('a tag can read every step, follows renames, and is included in shared workflows and templates', () => {
  expect(availableReferences(steps([tag]), AT_END).steps.map(({ step }) => step.stepId)).toContain('sum');
  expect(renameStepReferences(steps([tag]), 'sum', 'total')[0]).toMatchObject({
    runTags: [{ valueExpression: '$Steps["total"].Response.id' }],
  });
  for (const given of [shareableSteps(steps([tag])), templateSteps(steps([tag]))]) expect(given[0]).toMatchObject({ runTags: [tag] });
});
