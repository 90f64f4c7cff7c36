import { describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { carried, makeCustomers, openCrmPair, startWizard } from './crm-playbook.ts';
import type { SimulatedRecord } from './simulated-records.ts';

const SETUP = 'NetSuiteAndSalesforceSetup';
const ITEMS = ['inventoryItem', 'nonInventorySaleItem', 'serviceSaleItem'];
const WORKFLOWS = ['inventory-items', 'non-inventory-items', 'service-items'];

describe('CPB-07: NetSuite and Salesforce', () => {
  test('NetSuite’s items, prices and customers go to Salesforce, and its opportunities to NetSuite', async () => {
    const { api, connectorIds, systems } = await openCrmPair(sharedBaseUrl(), ['system-netsuite', 'system-salesforce']);
    const [netSuiteConnectorId = '', salesForceConnectorId = ''] = connectorIds;
    for (const type of ITEMS) await systems.fill('netsuite', type, 2);
    const customers = await makeCustomers(systems, 6);
    await systems.fill('salesforce', 'Pricebook2', 1);

    const wizard = await startWizard(api, 'net-suite-and-salesforce', connectorIds);
    // One mapping serves all price levels: it exists before any level is mapped.
    const { mappings } = await api('GET /api/playbooks/{id}/default-mappings/{workflowTemplateId}', {
      params: { id: wizard.id, workflowTemplateId: 'prices' },
    });
    expect(mappings).toContainEqual({ fromParameterExpression: '$Item.price', toParameterPath: 'body.UnitPrice' });
    // API-146, CPB-18..22.
    const path = 'GET /api/custom-playbooks/netsuite-and-salesforce/get-pricing-mapping-lists';
    const { priceBooks, priceLevels } = await api(path, { query: { netSuiteConnectorId, salesForceConnectorId } });
    const levels = priceLevels.items.map(({ internalId }) => internalId);
    const books = priceBooks.records.map(({ Id }) => Id);
    const number = Math.min(levels.length, books.length);
    expect(number).toBeGreaterThan(2);
    const swapped = { netSuiteConnectorId: salesForceConnectorId, salesForceConnectorId: netSuiteConnectorId };
    await expect(api(path, { query: swapped })).rejects.toThrow();
    const save = async (priceMapping: Record<string, string>) => wizard.save({ ...(await wizard.stepOf(SETUP)), priceMapping });
    const mapping = Object.fromEntries(levels.slice(0, number).map((level, at) => [level, books[at] ?? '']));
    const [first = '', second = ''] = levels;
    const { [second]: _left, ...tooFew } = mapping;
    const unmapped = 'Please setup all Price Levels and Price Books matching';
    expect(await save(tooFew)).toMatchObject({ isSuccess: false, errorMessage: unmapped });
    expect(await save({ ...mapping, [second]: mapping[first] ?? '' })).toMatchObject({
      isSuccess: false,
      errorMessage: 'A price book can be used once.',
    });
    expect(await save(mapping)).toMatchObject({ isSuccess: true });

    const { ids, sync, firstSync, syncAgain, items, saveSettings, flowsOf } = carried(api, await wizard.finish());
    const prices = Object.keys(mapping).map((level) => `prices:${level}`);
    expect(ids).toEqual(expect.arrayContaining([...WORKFLOWS, 'customers', ...prices, 'opportunities']));
    await firstSync();
    // They are on their kind's page (INT-17).
    expect(new Set((await flowsOf('customers')).map(({ integrationType }) => integrationType))).toEqual(new Set(['NetSuiteAndSalesforce']));
    for (const id of prices) await syncAgain(id);

    const entryOf = (entries: readonly SimulatedRecord[], book: string, product: string) =>
      entries.filter(({ Pricebook2Id, Product2Id }) => Pricebook2Id === book && Product2Id === product);
    const compareItems = async () => {
      const products = await systems.all('salesforce', 'Product2');
      const entries = await systems.all('salesforce', 'PricebookEntry');
      const standard = (await systems.all('salesforce', 'Pricebook2')).find(({ IsStandard }) => IsStandard)?.Id;
      let compared = 0;
      for (const type of ITEMS) {
        for (const item of await systems.all('netsuite', type)) {
          const found = products.filter(({ ProductCode }) => ProductCode === item.itemId);
          expect(found, item.itemId).toMatchObject([{ Name: item.displayName, IsActive: true }]);
          // Salesforce requires it for a price in another book.
          expect(entryOf(entries, standard, found[0]?.Id)).toHaveLength(1);
          for (const { priceLevel, price } of item.price.items) {
            const book = mapping[priceLevel.id];
            if (!book) continue;
            expect(entryOf(entries, book, found[0]?.Id), `${item.itemId} ${priceLevel.id}`).toMatchObject([{ UnitPrice: price }]);
            compared += 1;
          }
        }
      }
      expect(compared).toBeGreaterThan(10);
    };
    await compareItems();
    const compareCustomers = async () => {
      const accounts = await systems.all('salesforce', 'Account');
      for (const { id } of customers) {
        const { entityId, isPerson, companyName, firstName, lastName, phone } = await systems.one('netsuite', 'customer', id);
        const Name = isPerson ? `${firstName} ${lastName}` : companyName;
        expect(accounts.filter(({ AccountNumber }) => AccountNumber === entityId)).toMatchObject([{ Name, Phone: phone }]);
      }
      expect(customers.some(({ isPerson }) => isPerson)).toBe(true);
      return accounts;
    };
    const accounts = await compareCustomers();

    await saveSettings();
    // Changes in NetSuite are carried over.
    const [mug] = await systems.all('netsuite', 'inventoryItem');
    await systems.change('netsuite', 'inventoryItem', mug?.id, {
      displayName: 'Large mug',
      price: { items: mug?.price.items.map((one: SimulatedRecord) => ({ ...one, price: one.price + 1 })) },
    });
    await systems.change('netsuite', 'customer', customers[0]?.id, { phone: '+49 40 1' });
    await sync('inventory-items', 'customers', ...prices);
    await compareItems();
    await compareCustomers();

    // A price that NetSuite takes away isn't offered any more, until it's back.
    const product = (await systems.all('salesforce', 'Product2')).find(({ ProductCode }) => ProductCode === mug?.itemId);
    const isOffered = async () =>
      entryOf(await systems.all('salesforce', 'PricebookEntry'), mapping[first] ?? '', product?.Id)[0]?.IsActive;
    const { price } = await systems.one('netsuite', 'inventoryItem', mug?.id);
    const others = price.items.filter(({ priceLevel }: SimulatedRecord) => priceLevel.id !== first);
    await systems.change('netsuite', 'inventoryItem', mug?.id, { price: { items: others } });
    await sync(`prices:${first}`);
    expect(await isOffered()).toBe(false);
    await systems.change('netsuite', 'inventoryItem', mug?.id, { price });
    await sync(`prices:${first}`);
    expect(await isOffered()).toBe(true);

    // Another price book for a price level: its prices go there, and other levels' prices stay right.
    const [bookOfFirst, bookOfSecond] = [mapping[first] ?? '', mapping[second] ?? ''];
    Object.assign(mapping, { [first]: bookOfSecond, [second]: bookOfFirst });
    expect(await save(mapping)).toMatchObject({ isSuccess: true });
    const again = carried(api, await wizard.finish());
    expect(again.ids.toSorted()).toEqual(ids.toSorted());
    await again.sync(...prices);
    await compareItems();

    // Opportunities of accounts from NetSuite go there; any other waits, and says for what.
    const [won, other] = await systems.fill('salesforce', 'Opportunity', 2);
    const [stranger] = await systems.fill('salesforce', 'Account', 1);
    const account = accounts.find(({ AccountNumber }) => AccountNumber === customers[1]?.entityId);
    await systems.change('salesforce', 'Opportunity', won?.Id, { AccountId: account?.Id, Amount: 1234.5 });
    await systems.change('salesforce', 'Opportunity', other?.Id, { AccountId: stranger?.Id });
    await sync('opportunities');
    const written = (await systems.all('netsuite', 'opportunity')).filter(({ title }) => title === won?.Name);
    expect(written).toMatchObject([{ projectedTotal: 1234.5, expectedCloseDate: won?.CloseDate, entity: { id: customers[1]?.id } }]);
    expect((await items('opportunities', 'Opportunities')).find(({ sourceItemId }) => sourceItemId === other?.Id)).toMatchObject({
      status: 'InProgress',
      error: `Waits for “${stranger?.Name}”, which NetSuite doesn't have yet. This record syncs automatically once NetSuite has it.`,
    });
    await systems.change('salesforce', 'Opportunity', won?.Id, { Amount: 2000 });
    await sync('opportunities');
    expect((await systems.all('netsuite', 'opportunity')).filter(({ title }) => title === won?.Name)).toMatchObject([
      { projectedTotal: 2000 },
    ]);
    await wizard.remove();
  });
});
