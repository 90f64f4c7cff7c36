import { afterAll, describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { startWizard } from './crm-playbook.ts';
import { connectedPerson } from './pair-test.ts';
import { simulatedRecords } from './simulated-records.ts';

const systems = simulatedRecords(sharedBaseUrl());
/** More than a look-up's calls with all its attempts. */
const MANY = 1_000;
const ALL = ['booker', 'mindbody', 'netsuite', 'quickbooks', 'salesforce', 'shopify', 'swapcard', 'zoom'];

/** PB-53: locations, payment methods, adjustment products, campaigns, meetings, events, accounts and price lists. */
describe('look-ups of a system that doesn’t respond', () => {
  afterAll(() => Promise.all(ALL.map((system) => systems.faults(system, 'out-of-service', 0))));

  test.each([
    ['booker-to-shopify', ['booker', 'shopify'], 'BookerToShopifySetup'],
    ['mindbody-to-shopify', ['mindbody', 'shopify'], 'MindbodyToShopifySetup'],
    ['net-suite-and-shopify', ['netsuite', 'shopify'], 'NetSuiteAndShopifySetup'],
    ['net-suite-and-salesforce', ['netsuite', 'salesforce'], 'NetSuiteAndSalesforceSetup'],
    ['salesforce-to-swapcard-event', ['salesforce', 'swapcard'], 'SalesforceToSwapcardEventSetup'],
    ['sales-force-and-quick-books', ['salesforce', 'quickbooks'], 'SalesForceAndQuickBooksSetup'],
    ['zoom-meetings-to-salesforce', ['zoom', 'salesforce'], 'ZoomMeetingsToSalesforceSetup'],
    ['zoom-webinars-to-salesforce', ['zoom', 'salesforce'], 'ZoomWebinarsToSalesforceSetup'],
  ])('%s: each question says so, the step isn’t saved, and the next try succeeds', async (template, sides, setup) => {
    const { api, connectorIds } = await connectedPerson(sides.map((system) => `system-${system}`));
    await systems.fill('salesforce', 'Campaign', 1);
    const wizard = await startWizard(api, template, connectorIds);
    const definition = (await wizard.read()).template?.setup;
    const asked = (definition?.questions ?? []).filter(({ kind }) => kind === 'choice' || kind === 'found').map(({ name }) => name);
    const names = definition?.priceMapping ? [...asked, 'priceLevels', 'priceBooks'] : asked;
    expect(names.length).toBeGreaterThan(0);
    await Promise.all(sides.map((system) => systems.faults(system, 'out-of-service', MANY)));
    for (const name of names) {
      const failure: Error = await wizard.options(setup, name).then(
        () => new Error('answered'),
        (error: Error) => error,
      );
      expect([name, failure.message]).toEqual([name, expect.stringMatching(/“.+” responded with 503: .*out of service/)]);
    }
    await Promise.all(sides.map((system) => systems.faults(system, 'out-of-service', 0)));
    // An optional one, such as the currency of each record, may have nothing to find.
    const optional = new Set(definition?.questions.filter(({ isRequired }) => !isRequired).map(({ name }) => name));
    for (const name of names) {
      const options = await wizard.options(setup, name);
      if (!optional.has(name)) expect([name, options.length > 0]).toEqual([name, true]);
    }
    // A step whose choices the system must check stays as it was, with the system's words.
    if (!asked.some((name) => definition?.questions.find((one) => one.name === name)?.kind === 'found')) return;
    await systems.faults(sides[0] ?? '', 'out-of-service', MANY);
    const saved = await wizard.save(await wizard.stepOf(setup));
    expect(saved).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining('out of service') });
    await systems.faults(sides[0] ?? '', 'out-of-service', 0);
  });
});
