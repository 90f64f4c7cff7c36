import { expect, test } from 'vitest';
import type { SyncFlow } from '../api-types.ts';
import { groupByWorkflow, isSameApp, searchGroups } from './integration-groups.ts';

const flow = (workflowId: string, entity: string, integrationType: string | null = null) => {
  const side = {
    connectorTypeId: 't',
    connectorTypeName: 'Salesforce',
    connectorId: 'c',
    connectorName: null,
    entity,
    entityTitle: entity,
  };
  return { workflowId, workflowName: `Workflow ${workflowId}`, integrationType, source: side, target: side } as SyncFlow;
};

test('flows are grouped by workflow, and found by name, system and records', () => {
  const groups = groupByWorkflow([flow('b', 'Orders'), flow('a', 'Products'), flow('b', 'Customers', 'NetSuiteAndSalesforce')]);
  expect(groups.map(({ workflowName, flows }) => `${workflowName}: ${flows.length}`)).toEqual(['Workflow b: 2', 'Workflow a: 1']);
  expect(groups[0]?.integrationType).toBe('NetSuiteAndSalesforce');
  expect(searchGroups(groups, 'customers SALES').map(({ workflowId }) => workflowId)).toEqual(['b']);
  expect(searchGroups(groups, ' ')).toHaveLength(2);
  expect(searchGroups(groups, 'nothing')).toEqual([]);
});

test('an app is recognized by its integration type, however the address spells it', () => {
  expect(isSameApp('netsuite-and-salesforce', 'NetSuiteAndSalesforce')).toBe(true);
  expect(isSameApp('netsuite', 'NetSuiteAndSalesforce')).toBe(false);
  expect(isSameApp('', null)).toBe(false);
});
