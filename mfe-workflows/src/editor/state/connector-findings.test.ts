import { type WorkflowStep, workflowStepsSchema } from '@portage/workflow';
import { expect, test } from 'vitest';
import { ConnectorFindings } from './connector-findings.ts';

function stepsWith(call: object): WorkflowStep[] {
  return workflowStepsSchema.parse([
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' },
    { stepId: 'call', type: 'ConnectorOperation', connectorId: 'c', operationId: 'o', ...call },
  ]);
}
const missing = { stepId: 'call', field: 'mapping:body.name', message: 'Please enter name' };
const mapped = { requestParameterMappings: [{ toParameterPath: 'body.name', fromParameterExpression: 'x' }] };

test('keeps the server’s findings about a step while its request stays the same, even under another name', () => {
  const findings = new ConnectorFindings();
  expect(findings.unknownOf(stepsWith({})).map(({ stepId }) => stepId)).toEqual(['call']);
  findings.learn(stepsWith({}), { problems: [missing], warnings: [] });
  expect(findings.unknownOf(stepsWith({}))).toEqual([]);
  expect(findings.problemsOf(stepsWith({ description: 'changed' }))).toEqual([missing]);
  expect(findings.problemsOf(stepsWith({ stepId: 'renamed' }))).toEqual([{ ...missing, stepId: 'renamed' }]);
  expect(findings.warningsOf(stepsWith({}))).toEqual([]);
});

test('reports nothing about a changed step until the server has checked it', () => {
  const findings = new ConnectorFindings();
  findings.learn(stepsWith({}), { problems: [missing], warnings: [] });
  expect(findings.problemsOf(stepsWith(mapped))).toEqual([]);
  expect(findings.unknownOf(stepsWith(mapped))).toHaveLength(1);
  findings.learn(stepsWith(mapped), { problems: [], warnings: [missing] });
  expect(findings.warningsOf(stepsWith(mapped))).toEqual([missing]);
  expect(findings.problemsOf(stepsWith({}))).toEqual([missing]);
});

test('doesn’t ask about steps without an operation', () => {
  expect(new ConnectorFindings().unknownOf(stepsWith({ operationId: null }))).toEqual([]);
});

test.each([
  { type: 'SyncStep', syncType: 'Products', sourceConnectorId: 'a', targetConnectorId: 'b' },
  { type: 'IntegrationStep', implementationType: 'Integration' },
])('keeps the server’s last findings about a $type', (step) => {
  const findings = new ConnectorFindings();
  const steps = workflowStepsSchema.parse([
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
    { stepId: 'sync', ...step },
  ]);
  expect(findings.unknownOf(steps)).toHaveLength(1);
  const circle = { stepId: 'sync', field: 'targetConnectorId', message: '“Back” carries them back: a circle.' };
  findings.learn(steps, { problems: [], warnings: [circle] });
  expect(findings.warningsOf(steps)).toEqual([circle]);
  findings.learn(steps, { problems: [], warnings: [] });
  expect(findings.warningsOf(steps)).toEqual([]);
});
