import { flowStepName } from '@portage/playbooks/wizard';
import { expect, test } from 'vitest';
import type { Applications, WizardStep } from '../playbooks/api-types.ts';
import { availablePairs, flowChoice } from './pairs-of-applications.ts';

const pair = (sourceEntity: string, targetEntity: string, directions: Applications['pairs'][number]['directions']) => ({
  ...{ sourceEntity, targetEntity, directions },
  ...{ additionalFields: [], externalIdFields: [] },
});
const applications: Applications = {
  pairs: [
    pair('Products', 'Inventory', ['SourceToTarget']),
    pair('Products', 'Products', ['SourceToTarget', 'TargetToSource']),
    pair('Customers', 'Contacts', ['TargetToSource']),
  ],
  entityTitles: { Inventory: 'Stock' },
};
const flow = (id: string, source: string | null, target: string | null): WizardStep => ({
  ...{ id, name: '', position: 0, isActive: true, type: 'IntegrationFlowSetup', connectorTypeId: null, workflowTemplateId: null },
  flowEntitiesToSync: { source, target },
});
const names = (pairs: ReturnType<typeof availablePairs>) =>
  pairs.map(({ sourceEntity, targetEntity }) => `${sourceEntity}-${targetEntity}`);

test('PB-42: a pair that another step uses is not offered, except the active step’s own', () => {
  const steps = [flow('one', 'Products', 'Inventory'), flow('two', null, null)];
  expect(names(availablePairs(applications, steps, 'two'))).toEqual(['Products-Products', 'Customers-Contacts']);
  expect(names(availablePairs(applications, steps, 'one'))).toHaveLength(3);
});

test('PB-48: a selector with one option is already answered; PB-43: the others follow the direction', () => {
  const all = availablePairs(applications, [], 'one');
  expect(flowChoice(all, {})).toMatchObject({ directions: ['SourceToTarget', 'TargetToSource'], direction: null, sources: [], pair: null });
  const there = flowChoice(all, { integrationFlowDirectionType: 'SourceToTarget' });
  expect(there).toMatchObject({ sources: ['Products'], source: 'Products', targets: ['Inventory', 'Products'], target: null });
  const back = flowChoice(all, {
    integrationFlowDirectionType: 'TargetToSource',
    flowEntitiesToSync: { source: 'Customers', target: 'Inventory' },
  });
  expect(back).toMatchObject({ sources: ['Products', 'Customers'], source: 'Customers', targets: ['Contacts'], target: 'Contacts' });
  expect(back.pair?.targetEntity).toBe('Contacts');
});

test('PB-49: a flow is named after its entities, reversed for the other direction', () => {
  const chosen = { direction: 'SourceToTarget', source: 'Products', target: 'Inventory' } as const;
  expect(flowStepName(applications.entityTitles, chosen)).toBe('Products to Stock');
  expect(flowStepName(applications.entityTitles, { ...chosen, direction: 'TargetToSource' })).toBe('Stock to Products');
  expect(flowStepName(applications.entityTitles, { ...chosen, target: null })).toBe('Please select Source and Target entities');
});
