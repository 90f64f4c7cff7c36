import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const baseUrl = sharedBaseUrl();

/** Sync steps (spec STEP-83..89): what they sync can be set up, previewed and viewed. */
describe('a Sync step', () => {
  let person: Awaited<ReturnType<typeof signUp>>;
  let browser: OpenBrowser;
  let page: Page;
  const connectors = new Map<string, string>();

  const makeWorkflow = async (name: string, step: object) => {
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
      { stepId: 'sync', type: 'SyncStep', nextStepId: null, ...step },
    ];
    return (await person.api('POST /api/workflows', { body: { name, steps: steps as never } })).workflow.id;
  };
  const sidesOf = (source: string, target: string) => ({
    ...{ sourceConnectorTypeId: source, sourceConnectorId: connectors.get(source) },
    ...{ targetConnectorTypeId: target, targetConnectorId: connectors.get(target) },
  });
  const inOrder = async () => {
    await page.waitForFunction(() => !document.querySelector('[data-live-announcer] [role="img"], [aria-busy="true"]'));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page), colorScheme).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };

  beforeAll(async () => {
    person = await signUp(baseUrl);
    for (const connectorTypeId of ['system-mindbody', 'system-salesforce', 'system-shopify']) {
      const { connector } = await person.api('POST /api/connectors/simulated', { body: { connectorTypeId } });
      connectors.set(connectorTypeId, connector.id);
    }
    browser = await launchBrowser(baseUrl, { width: 1280, height: 900 });
    page = browser.page;
    await signInAs(page, person);
  });
  afterAll(() => browser?.close());

  test('INT-12: of the type IntegrationApplication leads to a Settings tab that proposes its connectors', async () => {
    const step = { syncType: 'IntegrationApplication', ...sidesOf('system-salesforce', 'system-shopify') };
    const workflowId = await makeWorkflow('Application', step);
    await page.goto(`/workflows/${workflowId}/edit?tab=Sync%20Data`);
    await page.getByText('Please fill the mappings on Settings tab', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Settings', selected: true }).waitFor();
    await page.getByRole('button', { name: /^Simulated Salesforce.*Source Connector$/ }).waitFor();
    await page.getByRole('button', { name: /^Simulated Shopify.*Target Connector$/ }).waitFor();
    await inOrder();
    const side = (typeId: string) => ({ connectorTypeId: typeId, connectorId: connectors.get(typeId) ?? '', entityType: 'Products' });
    await person.api('POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}', {
      params: { workflowId, direction: 'SourceToTarget', integrationType: 'Integration' },
      query: { lastSyncDate: '2020-01-01T00:00:00.000Z' },
      body: {
        operations: {
          Source: { ...side('system-salesforce'), mappings: [] },
          Target: {
            ...side('system-shopify'),
            mappings: [{ fromParameterExpression: '$Item.Name', toParameterPath: 'body.input.title' }],
          },
        },
      },
    });
    await page.goto('/integrations');
    const group = page.getByRole('region', { name: 'Application' });
    await group.getByText('Not synced yet').waitFor();
    await inOrder();
    await group.getByRole('link', { name: 'Application' }).click();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByText('Up to date').waitFor();
    const { flows } = await person.api('GET /api/integrations/flows', { query: { workflowId } });
    expect(flows).toMatchObject([{ integrationType: 'Integration', error: null, counts: { failed: 0 } }]);
  });

  test('STEP-83: of the type Products is previewed before its first sync, and its items are on the Sync Data tab', async () => {
    const workflowId = await makeWorkflow('Shop', { syncType: 'Products', ...sidesOf('system-mindbody', 'system-shopify') });
    await page.goto('/integrations');
    await page.getByRole('region', { name: 'Shop' }).getByText('Not synced yet').waitFor();
    await page.getByRole('region', { name: 'Shop' }).getByRole('link', { name: 'Shop' }).click();
    await page.getByRole('tab', { name: 'Sync Data', selected: true }).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Design', 'Sync Data', 'Last Run', 'Version History', 'Data Storage']);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await dialog.getByText(/A preview writes nothing/).waitFor();
    await dialog.getByRole('heading', { name: 'As it would be written' }).waitFor();
    await inOrder();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect((await person.api('GET /api/integrations/flows', { query: { workflowId } })).flows).toEqual([]);
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('table', { name: 'Items' }).getByRole('row').nth(1).waitFor();
    await page.getByText('Up to date').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/integrations');
    await page.getByRole('region', { name: 'Shop' }).getByText('1 flow').waitFor();
    await inOrder();
  });
});
