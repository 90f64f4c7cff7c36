import { describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { carried, openCrmPair, startWizard } from './crm-playbook.ts';

const SETUP = 'SalesForceAndQuickBooksSetup';

describe('CPB-10: Salesforce and QuickBooks', () => {
  test('schedules of won opportunities are invoiced once each, although QuickBooks refuses, limits and loses responses', async () => {
    const { api, connectorIds, systems } = await openCrmPair(sharedBaseUrl(), ['system-salesforce', 'system-quickbooks']);
    const schedules = await systems.fill('salesforce', 'OpportunityLineItemSchedule', 7);
    const [lost] = await systems.fill('salesforce', 'Opportunity', 1);
    const [line] = await systems.fill('salesforce', 'OpportunityLineItem', 1);
    await systems.change('salesforce', 'OpportunityLineItem', line?.Id, { OpportunityId: lost?.Id });
    await systems.change('salesforce', 'Opportunity', lost?.Id, { StageName: 'Prospecting', IsWon: false });
    const [open, old] = schedules;
    const foreign = schedules[6];
    await systems.change('salesforce', 'OpportunityLineItemSchedule', foreign?.Id, { CurrencyIsoCode: 'EUR' });
    await systems.change('salesforce', 'OpportunityLineItemSchedule', open?.Id, { OpportunityLineItemId: line?.Id });
    await systems.change('salesforce', 'OpportunityLineItemSchedule', old?.Id, { ScheduleDate: '2020-01-31' });
    const opportunityOf = async (schedule: { OpportunityLineItemId?: string }) => {
      const { OpportunityId } = await systems.one('salesforce', 'OpportunityLineItem', String(schedule.OpportunityLineItemId));
      return systems.one('salesforce', 'Opportunity', OpportunityId);
    };
    // QuickBooks allows a name once, and other tests have products and accounts with the same names.
    for (const [at, { Id: scheduleId }] of schedules.entries()) {
      const schedule = await systems.one('salesforce', 'OpportunityLineItemSchedule', scheduleId);
      const { Id, AccountId } = await opportunityOf(schedule);
      if (at > 0) await systems.change('salesforce', 'Opportunity', Id, { StageName: 'Closed Won', IsWon: true });
      const { Product2Id } = await systems.one('salesforce', 'OpportunityLineItem', schedule.OpportunityLineItemId);
      const own = crypto.randomUUID().slice(0, 8);
      await systems.change('salesforce', 'Account', AccountId, { Name: `Customer ${own}` });
      await systems.change('salesforce', 'Product2', Product2Id, { Name: `Product ${own}`, ProductCode: own, StockKeepingUnit: own });
    }

    const wizard = await startWizard(api, 'sales-force-and-quick-books', connectorIds);
    const refused = await wizard.save(await wizard.stepOf(SETUP));
    expect(refused.errorMessage).toBe('Please select Income account');
    const [income] = await wizard.options(SETUP, 'incomeAccountId');
    const answers = { invoicesFrom: '2026-01-01', incomeAccountId: income?.value ?? null };
    expect(await wizard.save({ ...(await wizard.stepOf(SETUP)), answers })).toMatchObject({ isSuccess: true });
    await systems.faults('quickbooks', 'lost-answer', 3);
    const { firstSync, items, sync, syncAgain } = carried(api, await wizard.finish());
    await firstSync();
    for (const [kind, Revenue] of [
      ['status-429', 42.9],
      ['refused-422', 42.2],
    ] as const) {
      await systems.change('salesforce', 'OpportunityLineItemSchedule', schedules[2]?.Id, { Revenue });
      await systems.faults('quickbooks', kind, 1);
      await sync('invoices');
    }
    const failed = (await items('invoices', 'Invoices')).filter(({ status }) => status === 'Error');
    expect(failed).toMatchObject([{ sourceItemId: schedules[2]?.Id, error: expect.stringMatching(/\w/) }]);
    await syncAgain('invoices');

    const compare = async (wanted: readonly string[]) => {
      const invoices = await systems.all('quickbooks', 'Invoice');
      const customers = await systems.all('quickbooks', 'Customer');
      const products = await systems.all('quickbooks', 'Item');
      for (const { Id } of schedules) {
        const ofSchedule = invoices.filter(({ DocNumber }) => DocNumber === Id);
        expect(ofSchedule, Id).toHaveLength(wanted.includes(Id) ? 1 : 0);
        if (!wanted.includes(Id)) continue;
        const schedule = await systems.one('salesforce', 'OpportunityLineItemSchedule', Id);
        const opportunity = await opportunityOf(schedule);
        const account = await systems.one('salesforce', 'Account', opportunity.AccountId);
        const { Product2Id } = await systems.one('salesforce', 'OpportunityLineItem', schedule.OpportunityLineItemId);
        const product = await systems.one('salesforce', 'Product2', Product2Id);
        expect(ofSchedule[0]).toMatchObject({ TotalAmt: schedule.Revenue, TxnDate: schedule.ScheduleDate });
        expect(customers.filter(({ DisplayName }) => DisplayName === account.Name)).toMatchObject([
          { Id: ofSchedule[0]?.CustomerRef.value },
        ]);
        const item = ofSchedule[0]?.Line[0].SalesItemLineDetail.ItemRef.value;
        expect(products.find((one) => one.Id === item)).toMatchObject({ Sku: product.ProductCode });
      }
    };
    const won = schedules.slice(2, 6).map(({ Id }) => Id);
    await compare(won);
    expect((await items('invoices', 'Invoices')).find(({ sourceItemId }) => sourceItemId === foreign?.Id)).toMatchObject({
      status: 'Skipped',
      error: "The schedule is in EUR, and QuickBooks only uses USD, so it isn't invoiced. Invoice it by hand.",
    });

    // Another opportunity is won, and a schedule changes.
    await systems.change('salesforce', 'Opportunity', lost?.Id, { StageName: 'Closed Won', IsWon: true });
    await systems.change('salesforce', 'OpportunityLineItemSchedule', schedules[3]?.Id, { Revenue: 77.25 });
    await sync('invoices');
    await compare([open?.Id, ...won]);

    // Nothing is left to invoice: set to 0, lost, deleted.
    const [zero, deleted] = [schedules[2], schedules[4]];
    const invoiceOf = async (Id: string) => (await systems.all('quickbooks', 'Invoice')).find(({ DocNumber }) => DocNumber === Id);
    const itemOf = async (Id: string) => (await items('invoices', 'Invoices')).find(({ sourceItemId }) => sourceItemId === Id);
    const before = await invoiceOf(open?.Id);
    await systems.change('salesforce', 'OpportunityLineItemSchedule', zero?.Id, { Revenue: 0 });
    await systems.change('salesforce', 'Opportunity', lost?.Id, { StageName: 'Closed Lost', IsWon: false });
    await systems.remove('salesforce', 'OpportunityLineItemSchedule', deleted?.Id);
    await sync('invoices');
    expect(await invoiceOf(zero?.Id)).toMatchObject({ TotalAmt: 0, Balance: 0 });
    expect(await itemOf(zero?.Id)).toMatchObject({ status: 'Skipped', error: expect.stringMatching(/^The schedule has no revenue/) });
    expect(await invoiceOf(open?.Id)).toMatchObject({ TotalAmt: before?.TotalAmt });
    for (const Id of [open?.Id, deleted?.Id]) {
      expect(await itemOf(Id)).toMatchObject({
        status: 'Skipped',
        targetItemId: expect.any(String),
        error: expect.stringMatching(/^Salesforce no longer lists this schedule .+ What was written to QuickBooks Online stays as it is/),
      });
    }
    await systems.change('salesforce', 'OpportunityLineItemSchedule', zero?.Id, { Revenue: 12.5 });
    await systems.change('salesforce', 'Opportunity', lost?.Id, { StageName: 'Closed Won', IsWon: true });
    await sync('invoices');
    for (const Id of [zero?.Id, open?.Id]) expect(await itemOf(Id)).toMatchObject({ status: 'Success' });
    expect(await invoiceOf(zero?.Id)).toMatchObject({ TotalAmt: 12.5 });
    await wizard.remove();
  });
});
