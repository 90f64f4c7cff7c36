import { expect, test } from 'vitest';
import { findIntegrationType, usesIntegrationSettings } from './integration-type-of.ts';
import type { WorkflowStep } from './workflow-step.ts';

const sync = { stepId: 's', type: 'SyncStep' } as const;
const integration = { stepId: 'i', type: 'IntegrationStep' } as const;

test.each<[WorkflowStep, string | null, boolean]>([
  [{ ...integration, implementationType: 'NetSuiteAndShopify' }, 'NetSuiteAndShopify', true],
  [integration, null, true],
  [{ ...sync, syncType: 'IntegrationApplication', integrationType: 'NetSuiteAndSalesforce' }, 'NetSuiteAndSalesforce', true],
  [{ ...sync, syncType: 'IntegrationApplication' }, 'Integration', true],
  [{ ...sync, syncType: 'IntegrationApplication', integrationType: '' }, 'Integration', true],
  [{ ...sync, syncType: 'Products', integrationType: 'Integration' }, null, false],
  [sync, null, false],
])('%j uses the settings of %s', (step, type, usesSettings) => {
  expect(findIntegrationType(step)).toBe(type);
  expect(usesIntegrationSettings(step)).toBe(usesSettings);
});
