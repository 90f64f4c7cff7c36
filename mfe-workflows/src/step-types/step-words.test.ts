import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { operationNameKey } from './step-view.ts';
import { aboutStep } from './step-words.ts';

describe('aboutStep', () => {
  test.each<[string, WorkflowStep]>([
    ['POST example.com', { stepId: 'a', type: 'HttpRequest', httpMethod: 'POST', url: 'https://user:secret@example.com/orders?key=1' }],
    ['GET $Data.url', { stepId: 'a', type: 'HttpRequest', url: '$Data.url' }],
    ['Kind', { stepId: 'a', type: 'HttpRequest', url: '' }],
    ['Kind · start.Payload.lines', { stepId: 'a', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload.lines' }],
    ['Kind · Yes / No', { stepId: 'a', type: 'Branch', conditionGroups: [{ name: 'Yes' }, { name: 'No' }] }],
    ['Waits 1 second', { stepId: 'a', type: 'DelayStep', delayValue: 1 }],
    ['Waits 3 days', { stepId: 'a', type: 'DelayStep', delayValue: 3, delayType: 'Days' }],
    ['Sets x if unchanged', { stepId: 'a', type: 'DataStorage', dataStorageOperation: 'SetIf', keyValues: [{ key: 'x' }] }],
    ['Sets x, y', { stepId: 'a', type: 'DataStorage', dataStorageOperation: 'Create', keyValues: [{ key: 'x' }, { key: 'y' }] }],
    ['Ends the workflow', { stepId: 'a', type: 'EndStep' }],
    ['return 1', { stepId: 'a', type: 'CustomScript', script: '\n// why\nreturn 1' }],
    ['Kind · Every 2 days', { stepId: 'a', type: 'Trigger', triggerType: 'Scheduled', schedule: { period: 'Day', frequency: 2 } }],
    ['Kind', { stepId: 'a', type: 'CallWorkflow' }],
    ['Waits for another workflow', { stepId: 'a', type: 'CallWorkflow', workflowId: 'b' }],
    ['Starts another workflow', { stepId: 'a', type: 'CallWorkflow', workflowId: 'b', doNotWait: true }],
    [
      'Pay {total} of {order no} $5 {now} {utcNow()}?',
      {
        stepId: 'a',
        type: 'WaitForApproval',
        subject: 'Pay ${Steps["start"].Payload.total} of\n${Steps["start"].Payload["order no"]} $5 $Data.now[0] ${utcNow()}?',
      },
    ],
    ['What the person wrote', { stepId: 'a', type: 'EndStep', description: ' What the person wrote ' }],
  ])('says "%s"', (words, step) => {
    expect(aboutStep(step, 'Kind')).toBe(words);
  });

  test('names the workflow that a step calls or starts, if the name is known', () => {
    const names = new Map([['b', 'Orders']]);
    const call: WorkflowStep = { stepId: 'a', type: 'CallWorkflow', workflowId: 'b' };
    expect(aboutStep(call, 'Kind', names)).toBe('Calls “Orders”');
    expect(aboutStep({ ...call, doNotWait: true }, 'Kind', names)).toBe('Starts “Orders”');
    expect(aboutStep({ ...call, workflowId: 'c' }, 'Kind', names)).toBe('Waits for another workflow');
  });

  test('names a connector’s operation, and shows method and path until the name is known', () => {
    const names = new Map([[operationNameKey('shop', 'POST /graphql.json#orders'), 'List orders']]);
    const step: WorkflowStep = { stepId: 'a', type: 'ConnectorOperation', connectorId: 'shop', operationId: 'POST /graphql.json#orders' };
    expect(aboutStep(step, 'Kind', names)).toBe('List orders');
    expect(aboutStep({ ...step, connectorId: 'other' }, 'Kind', names)).toBe('POST /graphql.json#orders');
    expect(aboutStep({ ...step, operationId: null }, 'Kind', names)).toBe('Kind');
  });
});
