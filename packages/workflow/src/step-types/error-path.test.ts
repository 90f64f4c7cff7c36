import { expect, test } from 'vitest';
import { deleteStep } from '../edit/delete-step.ts';
import { insertStep } from '../edit/insert-step.ts';
import { outlineSteps } from '../flow/outline.ts';
import { findHiddenSteps } from '../hidden/hidden-steps.ts';
import { keepHiddenSteps } from '../hidden/keep-hidden-steps.ts';
import { visibleSteps } from '../hidden/visible-steps.ts';
import { renameStepReferences } from '../naming/rename-step.ts';
import { availableReferences } from '../references/available-references.ts';
import { validateWorkflow } from '../validation/validate-workflow.ts';
import { type WorkflowStep, workflowStepSchema } from './workflow-step.ts';

const call = { stepId: 'call', clientId: 'c2', type: 'HttpRequest', url: 'https://example.com', nextStepId: 'after' } as const;
const flow = (extra: object = {}, tell: object = {}): WorkflowStep[] => [
  { stepId: 'start', clientId: 'c1', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' },
  { ...call, useErrorPath: true, errorFirstStepId: 'tell', ...extra } as WorkflowStep,
  { stepId: 'tell', clientId: 'c3', type: 'CustomScript', script: 'return Steps["call"].Error', nextStepId: null, ...tell } as WorkflowStep,
  { stepId: 'after', clientId: 'c4', type: 'CustomScript', script: 'return 1', nextStepId: null },
];
const problems = (steps: WorkflowStep[]) => validateWorkflow(steps).map(({ stepId, message }) => `${stepId}: ${message}`);

test('belongs to its step: it is read, deleted, renamed and extended like a group of a branch', () => {
  expect(problems(flow())).toEqual([]);
  expect(outlineSteps(flow()).unreached).toEqual([]);
  expect(deleteStep(flow(), 'call').map(({ stepId }) => stepId)).toEqual(['start', 'after']);
  expect(renameStepReferences(flow(), 'tell', 'told').find(({ stepId }) => stepId === 'call')).toMatchObject({ errorFirstStepId: 'told' });
  const added = insertStep(
    flow(),
    { kind: 'group', stepId: 'call', groupIndex: 0 },
    {
      stepId: 'first',
      type: 'CustomScript',
      script: 'return 1',
    },
  );
  expect(added.find(({ stepId }) => stepId === 'call')).toMatchObject({ errorFirstStepId: 'first' });
  expect(added.find(({ stepId }) => stepId === 'first')).toMatchObject({ nextStepId: 'tell' });
  const read = availableReferences(flow(), 'tell').steps.find(({ step }) => step.stepId === 'call');
  expect(read?.values).toContain('Error');
});

test('excludes Continue on error and auto paging, and leads nowhere while it is switched off', () => {
  expect(problems(flow({ continueOnFailure: true }))).toContain('call: Choose either Continue on error or an error path');
  expect(outlineSteps(flow({ useErrorPath: false })).unreached.map(({ stepId }) => stepId)).toEqual(['tell']);
  expect(problems(flow({ errorFirstStepId: 'gone' }))).toContain('call: There is no step "gone"');
  expect(problems(flow({ errorFirstStepId: 'after' }))[0]).toContain('already leads to "after"');
});

test('is hidden with its step; a hidden step in it is hidden from its owner and kept when they save', () => {
  expect([...findHiddenSteps(flow({ isHiddenFromCustomer: true }))].map(({ stepId }) => stepId)).toEqual(['call', 'tell']);
  const stored = flow({}, { isHiddenFromCustomer: true });
  const seen = visibleSteps(stored);
  expect(seen.find(({ stepId }) => stepId === 'call')).toMatchObject({ errorFirstStepId: null });
  expect(keepHiddenSteps(seen, stored)).toEqual(stored);
});

test.each<[string, object, boolean]>([
  ['a script', { type: 'CustomScript', script: 'return 1' }, true],
  ['stored data', { type: 'DataStorage', dataStorageOperation: 'Delete', keyValues: [{ key: 'a' }] }, true],
  ['an operation', { type: 'ConnectorOperation', connectorId: 'c', operationId: 'o', requestParameterMappings: [] }, true],
  ['a sync', { type: 'SyncStep' }, true],
  ['a delay', { type: 'DelayStep', delayValue: 1, delayType: 'Seconds' }, false],
  ['a loop', { type: 'Loop', listContextDataEntityName: '$Data.list', loopFirstStepId: null }, false],
])('%s: whether it may have an error path', (_, more, mayHave) => {
  const step = { ...{ stepId: 'call', clientId: 'c2', nextStepId: 'after' }, ...more, useErrorPath: true, errorFirstStepId: 'tell' };
  expect(workflowStepSchema.safeParse(step).success).toBe(mayHave);
  const steps = flow().map((one) => (one.stepId === 'call' ? (step as WorkflowStep) : one));
  expect(outlineSteps(steps).unreached.map(({ stepId }) => stepId)).toEqual(mayHave ? [] : ['tell']);
  const read = availableReferences(steps, 'after').steps.find(({ step: { stepId } }) => stepId === 'call');
  expect(read?.values.includes('Error') ?? false).toBe(mayHave);
});
