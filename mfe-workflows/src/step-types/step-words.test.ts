// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how expressions are written
import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { operationNameKey } from './step-view.ts';
import { stepViews } from './step-views.ts';
import { aboutStep } from './step-words.ts';

describe('aboutStep', () => {
  test.each<[string, WorkflowStep]>([
    [
      'POST example.com/orders',
      { stepId: 'a', type: 'HttpRequest', httpMethod: 'POST', url: 'https://user:secret@example.com/orders?key=1' },
    ],
    ['GET api.example.com/orders/{id}', { stepId: 'a', type: 'HttpRequest', url: 'https://api.example.com/orders/$Data.id?all=1' }],
    ['GET {url}', { stepId: 'a', type: 'HttpRequest', url: '$Data.url' }],
    ['HTTP Request', { stepId: 'a', type: 'HttpRequest', url: '' }],
    ['each of lines', { stepId: 'a', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload.lines' }],
    [
      'each of orders where status = open',
      { stepId: 'a', type: 'Loop', listContextDataEntityName: '${where(Steps["start"].Payload.orders, "status", "open")}' },
    ],
    ['Loop', { stepId: 'a', type: 'Loop' }],
    [
      'Yes if total > 100, otherwise No',
      {
        stepId: 'a',
        type: 'Branch',
        conditionGroups: [
          { name: 'Yes', conditions: [{ leftExpression: '$Data.total', operator: 'GreaterThan', rightExpression: '100' }] },
          { name: 'No' },
        ],
      },
    ],
    ['always Yes, otherwise No', { stepId: 'a', type: 'Branch', conditionGroups: [{ name: 'Yes' }, { name: 'No' }] }],
    ['Waits 1 second', { stepId: 'a', type: 'DelayStep', delayValue: 1 }],
    ['Waits 3 days', { stepId: 'a', type: 'DelayStep', delayValue: 3, delayType: 'Days' }],
    [
      'Sets total = sum of lines price, name = Order {id}',
      {
        stepId: 'a',
        type: 'DataStorage',
        dataStorageOperation: 'Create',
        keyValues: [
          { key: 'total', valueExpression: '${sumOf(Steps["start"].Payload.lines, "price")}' },
          { key: 'name', valueExpression: 'Order ${Data.id}' },
        ],
      },
    ],
    ['Sets x if unchanged', { stepId: 'a', type: 'DataStorage', dataStorageOperation: 'SetIf', keyValues: [{ key: 'x' }] }],
    ['Deletes x, y', { stepId: 'a', type: 'DataStorage', dataStorageOperation: 'Delete', keyValues: [{ key: 'x' }, { key: 'y' }] }],
    ['Adds 1 to n', { stepId: 'a', type: 'DataStorage', dataStorageOperation: 'Add', keyValues: [{ key: 'n', valueExpression: '1' }] }],
    ['Data Storage', { stepId: 'a', type: 'DataStorage', dataStorageOperation: 'Create', keyValues: [{ key: '' }] }],
    ['Ends the workflow', { stepId: 'a', type: 'EndStep' }],
    [
      'Responds 200 with order, total',
      { stepId: 'a', type: 'EndStep', response: { status: '200', body: '{"order": $Data.order, "total": "${Data.total}"}' } },
    ],
    ['Responds 204', { stepId: 'a', type: 'EndStep', response: { status: '204', body: '' } }],
    ['Responds status with order', { stepId: 'a', type: 'EndStep', response: { status: '$Data.status', body: '$Data.order' } }],
    ['JavaScript, 3 lines', { stepId: 'a', type: 'CustomScript', script: '\n// why\n\nreturn 1\n' }],
    ['JavaScript', { stepId: 'a', type: 'CustomScript', script: ' ' }],
    ['By hand', { stepId: 'a', type: 'Trigger', triggerType: 'Manual' }],
    [
      'Every day at 8:00 AM, Berlin',
      {
        stepId: 'a',
        type: 'Trigger',
        triggerType: 'Scheduled',
        schedule: { period: 'Day', startAt: '2026-11-21T08:00', timeZone: 'Europe/Berlin' },
      },
    ],
    ['Call Workflow', { stepId: 'a', type: 'CallWorkflow' }],
    ['Waits for another workflow', { stepId: 'a', type: 'CallWorkflow', workflowId: 'b' }],
    ['Starts another workflow', { stepId: 'a', type: 'CallWorkflow', workflowId: 'b', doNotWait: true }],
    [
      'Pay {total} of {order no} $5 {now} {now}?',
      {
        stepId: 'a',
        type: 'WaitForApproval',
        subject: 'Pay ${Steps["start"].Payload.total} of\n${Steps["start"].Payload["order no"]} $5 $Data.now[0] ${utcNow()}?',
      },
    ],
    ['Sync Step · Inventory', { stepId: 'a', type: 'SyncStep', syncType: 'Inventory' }],
    ['What the person wrote', { stepId: 'a', type: 'EndStep', description: ' What the person wrote ' }],
  ])('says "%s"', (words, step) => {
    expect(aboutStep(step)).toBe(words);
  });

  test('names the workflow that a step calls or starts, if the name is known', () => {
    const names = new Map([['b', 'Orders']]);
    const call: WorkflowStep = { stepId: 'a', type: 'CallWorkflow', workflowId: 'b' };
    expect(aboutStep(call, names)).toBe('Calls “Orders”');
    expect(aboutStep({ ...call, doNotWait: true }, names)).toBe('Starts “Orders”');
    expect(aboutStep({ ...call, workflowId: 'c' }, names)).toBe('Waits for another workflow');
  });

  test('names a connector’s operation, and shows method and path until the name is known', () => {
    const operation: [string, string] = [operationNameKey('shop', 'POST /graphql.json#orders'), 'List orders'];
    const step: WorkflowStep = { stepId: 'a', type: 'ConnectorOperation', connectorId: 'shop', operationId: 'POST /graphql.json#orders' };
    expect(aboutStep(step, new Map([operation]))).toBe('List orders');
    expect(aboutStep(step, new Map([operation, ['shop', 'Shopify']]))).toBe('List orders in Shopify');
    expect(aboutStep({ ...step, connectorId: 'other' }, new Map([operation]))).toBe('POST /graphql.json#orders');
    expect(aboutStep({ ...step, operationId: null }, new Map([operation]))).toBe('Connector');
  });

  test('has one line and synonyms for every type', () => {
    for (const [type, { line, synonyms }] of Object.entries(stepViews)) {
      expect([type, line, synonyms]).toEqual([type, expect.stringMatching(/^[A-Z][^$]*\.$/), expect.stringMatching(/\w/)]);
    }
  });
});
