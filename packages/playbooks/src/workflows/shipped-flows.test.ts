import { evaluateExpression } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { readShipped } from '../../tools/read-shipped.ts';
import type { WizardStep } from '../wizard/wizard-step.ts';
import { type PlannedFlow, plannedFlows } from './planned-flow.ts';

const readDefinition = (id: string) => readShipped(id).definition;
const setup = (type: string, answers: object): WizardStep => ({
  ...{ id: 'setup', name: '', position: 3, isActive: false, type, connectorTypeId: null, workflowTemplateId: null },
  ...answers,
});

describe('what the playbooks of CRM systems carry', () => {
  test('CPB-18: each mapped price level has one flow, which waits for the product and its standard price', () => {
    const step = setup('NetSuiteAndSalesforceSetup', { priceMapping: { 1: '01s1', 2: '01s2', 3: null } });
    const flows = plannedFlows(readDefinition('net-suite-and-salesforce'), { steps: [step] }, new Map([['1', 'Base Price']]));
    const prices = flows.filter(({ from }) => from.entity === 'Prices');
    expect(prices.map(({ id, name, from, to }) => [id, name, from.parameters, to.parameters])).toEqual([
      ['prices:1', 'Prices to price book (Base Price)', { priceLevelId: '1' }, { priceBookId: '01s1' }],
      ['prices:2', 'Prices to price book (2)', { priceLevelId: '2' }, { priceBookId: '01s2' }],
    ]);
    expect(prices[0]?.dependents.map(({ link }) => link?.toParameterPath)).toEqual(['match.standardPrice', 'body.Product2Id']);
    // An inactive item never becomes a product, so its price would wait forever.
    const takeOff = prices[0]?.mappings?.find(({ toParameterPath }) => toParameterPath === 'match.takeOff');
    expect(takeOff?.fromParameterExpression).toContain('$Item.isinactive, "T", "The item is inactive in NetSuite."');
    expect(flows.map(({ from, to }) => `${from.entity} > ${to.entity}`)).toEqual([
      'InventoryItems > StandardPrices',
      'NonInventoryItems > StandardPrices',
      'ServiceItems > StandardPrices',
      'Customers > Accounts',
      'Prices > PriceBookEntries',
      'Prices > PriceBookEntries',
      'Opportunities > Opportunities',
    ]);
  });

  test.each([
    ['zoom-meetings-to-salesforce', 'ZoomMeetingsToSalesforceSetup', 'peopleFrom'],
    ['zoom-webinars-to-salesforce', 'ZoomWebinarsToSalesforceSetup', 'peopleFrom'],
    ['salesforce-to-swapcard-event', 'SalesforceToSwapcardEventSetup', 'membersFrom'],
  ])('%s carries everybody, unless the person chooses a start', (id, type, question) => {
    const textOf = (answers: object) => JSON.stringify(plannedFlows(readDefinition(id), { steps: [setup(type, { answers })] }));
    const at = '2026-11-29T16:05:06Z';
    expect(textOf({}).includes('leaveOut') || textOf({}).includes('createdFrom')).toBe(false);
    // In the rule and in the words of every flow that carries people.
    expect(textOf({ [question]: at }).split(at).length - 1).toBe(id.startsWith('zoom') ? 8 : 1);
  });

  test('CPB-03, CPB-04: registrants are members before participants are, each after their own lead', () => {
    for (const [kind, id] of [
      ['Meeting', 'zoom-meetings-to-salesforce'],
      ['Webinar', 'zoom-webinars-to-salesforce'],
    ] as const) {
      const step = setup(`Zoom${kind}sToSalesforceSetup`, { salesforceCampaignId: '701', answers: { [`zoom${kind}Id`]: '81' } });
      const [flow, ...others] = plannedFlows(readDefinition(id), { steps: [step] });
      expect(others).toEqual([]);
      expect(flow?.from).toMatchObject({ entity: `${kind}Participants`, parameters: { [`${kind.toLowerCase()}Id`]: '81' } });
      expect(flow?.to).toMatchObject({ entity: 'CampaignMembers', parameters: { campaignId: '701' } });
      expect(
        flow?.dependents.map(({ from, to, dependencies, link }) => [from, to, dependencies?.length ?? 0, link?.toParameterPath]),
      ).toEqual([
        [`${kind}Registrants`, 'People', 0, undefined],
        [`${kind}Registrants`, 'NewCampaignMembers', 1, undefined],
        [`${kind}Participants`, 'NewPeople', 0, 'body.LeadId'],
      ]);
    }
  });

  test('CPB-10: invoices name customers and products, which are synced first, and use the schedule’s id as their number', () => {
    const step = setup('SalesForceAndQuickBooksSetup', { answers: { invoicesFrom: '2026-01-01', incomeAccountId: '1' } });
    const [flow] = plannedFlows(readDefinition('sales-force-and-quick-books'), { steps: [step] });
    expect(flow?.from.parameters).toEqual({ isWon: 'true', fromDate: '2026-01-01' });
    expect(flow?.dependents.map(({ from, to, mappings, link }) => [from, to, mappings.length > 0, link?.toParameterPath])).toEqual([
      ['WonAccounts', 'Customers', true, 'body.CustomerRef.value'],
      ['SoldProducts', 'Products', true, 'body.Line[0].SalesItemLineDetail.ItemRef.value'],
    ]);
    expect(flow?.externalIdFields).toEqual(['body.DocNumber']);
  });
});

const valueAt = ({ mappings }: PlannedFlow, path: string, item: object = {}): unknown => {
  const expression = mappings?.find(({ toParameterPath }) => toParameterPath === path)?.fromParameterExpression;
  return expression === undefined
    ? null
    : evaluateExpression(expression, { steps: {}, data: {}, consts: {}, now: () => new Date(0), item });
};

describe('CPB-10: an invoice is in the currency of its schedule', () => {
  const reason = (currency: string) =>
    `The schedule is in ${currency}, and QuickBooks only uses USD, so it isn't invoiced. Invoice it by hand.`;
  const several = { salesforceCurrencyField: 'CurrencyIsoCode' };

  test.each([
    ['the same currency', 'USD', {}, {}, 'false', null, null],
    ['another currency', 'EUR', {}, {}, 'false', reason('EUR'), null],
    ['a schedule in another currency', 'USD', several, { CurrencyIsoCode: 'EUR' }, 'false', reason('EUR'), null],
    ['a schedule in the same currency', 'EUR', several, { CurrencyIsoCode: 'USD' }, 'false', null, null],
    ['several currencies in QuickBooks', 'EUR', {}, {}, 'true', null, 'EUR'],
    ['several currencies on both sides', 'USD', several, { CurrencyIsoCode: 'GBP' }, 'true', null, 'GBP'],
  ])('%s', (_, salesforceCurrency, more, item, quickBooksMulticurrency, leftOut, currency) => {
    const answers = { invoicesFrom: '2026-01-01', salesforceCurrency, quickBooksCurrency: 'USD', quickBooksMulticurrency, ...more };
    const [flow] = plannedFlows(readDefinition('sales-force-and-quick-books'), {
      steps: [setup('SalesForceAndQuickBooksSetup', { answers })],
    });
    if (!flow) throw new Error('no flow is planned');
    expect([valueAt(flow, 'match.leaveOut', item), valueAt(flow, 'body.CurrencyRef.value', item)]).toEqual([leftOut, currency]);
    expect(flow.from.parameters.moreFields).toBe(more === several ? 'CurrencyIsoCode' : undefined);
  });
});

test.each([
  ['one currency', {}, {}, null, 'EUR'],
  ['several currencies', { salesforceCurrencyField: 'CurrencyIsoCode' }, { CurrencyIsoCode: 'GBP' }, 'EUR', 'GBP'],
])('CPB-07: in an org with %s, prices and opportunities have the right one', (_, more, item, ofPrice, ofOpportunity) => {
  const step = setup('NetSuiteAndSalesforceSetup', { priceMapping: { 1: '01s1' }, answers: { salesforceCurrency: 'EUR', ...more } });
  const flows = plannedFlows(readDefinition('net-suite-and-salesforce'), { steps: [step] });
  const priced = flows.filter(({ to }) => ['StandardPrices', 'PriceBookEntries'].includes(to.entity));
  expect(priced.map((flow) => [flow.from.parameters.currency, valueAt(flow, 'body.CurrencyIsoCode')])).toEqual(
    priced.map(() => ['EUR', ofPrice]),
  );
  expect(priced).toHaveLength(4);
  const opportunities = flows.find(({ to }) => to.entity === 'Opportunities');
  expect(opportunities && valueAt(opportunities, 'match.currency', item)).toBe(ofOpportunity);
});
