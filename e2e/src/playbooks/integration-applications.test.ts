import { describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { carried, makeCustomers, openCrmPair, startWizard } from './crm-playbook.ts';
import { connectedPerson } from './pair-test.ts';

const FLOW = 'IntegrationFlowSetup';

describe('integration applications that come with Portage', () => {
  test('PB-04: a person who isn’t offered them can’t start one by a call either', async () => {
    const { api } = await connectedPerson([]);
    const body = { playbookTemplateId: 'net-suite-and-salesforce-flows' };
    await expect(api('POST /api/playbooks', { body })).rejects.toMatchObject({ status: 403, code: 'applications-off' });
  });

  test('PB-39..52: flows are added one by one, each with its own direction, entities and settings, and carry records', async () => {
    const { api, connectorIds, systems } = await openCrmPair(sharedBaseUrl(), ['system-netsuite', 'system-salesforce']);
    const [customer] = await makeCustomers(systems, 1);
    const wizard = await startWizard(api, 'net-suite-and-salesforce-flows', connectorIds);
    const customers = {
      ...(await wizard.stepOf(FLOW)),
      integrationFlowDirectionType: 'SourceToTarget' as const,
      flowEntitiesToSync: { source: 'Customers', target: 'Accounts' },
      integrationFlowAdditionalData: {},
      targetEntityExternalIdFields: [] as string[],
    };
    // PB-51: the external id field is always required.
    expect((await wizard.save(customers)).isSuccess).toBe(false);
    expect((await wizard.options(FLOW, 'subsidiaryId')).length).toBeGreaterThan(0);
    customers.targetEntityExternalIdFields = ['body.AccountNumber'];
    expect(await wizard.save(customers, { addNewStep: true })).toMatchObject({ isSuccess: true });
    const opportunities = {
      ...(await wizard.stepOf(FLOW)),
      integrationFlowDirectionType: 'TargetToSource' as const,
      flowEntitiesToSync: { source: 'Opportunities', target: 'Opportunities' },
      integrationFlowAdditionalData: {},
    };
    expect(opportunities.id).not.toBe(customers.id);
    expect((await wizard.save(opportunities)).isSuccess).toBe(false);
    const integrationFlowAdditionalData = { minimumProbability: '50' };
    expect(await wizard.save({ ...opportunities, integrationFlowAdditionalData })).toMatchObject({ isSuccess: true });

    const playbook = await wizard.finish();
    expect(playbook.wizard.steps.filter(({ type }) => type === FLOW).map(({ name }) => name)).toEqual([
      'Customers to Accounts',
      'Opportunities to Opportunities',
    ]);
    const { sync } = carried(api, playbook);
    await sync(customers.id);
    const accounts = await systems.all('salesforce', 'Account');
    const [account] = accounts.filter(({ AccountNumber }) => AccountNumber === customer?.id);
    expect(account?.Phone).toBe(customer?.phone);
    const [likely, unlikely] = await systems.fill('salesforce', 'Opportunity', 2);
    for (const [one, Probability] of [
      [likely, 90],
      [unlikely, 10],
    ] as const) {
      const Name = `Deal ${crypto.randomUUID()}`;
      Object.assign(one ?? {}, { Name });
      await systems.change('salesforce', 'Opportunity', one?.Id, { Name, AccountId: account?.Id, Probability });
    }
    await sync(opportunities.id);
    const titles = (await systems.all('netsuite', 'opportunity')).map(({ title }) => title);
    expect(titles).toContain(likely?.Name);
    expect(titles).not.toContain(unlikely?.Name);
    await wizard.remove();
  });
});
