import { describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { carried, openCrmPair, startWizard } from './crm-playbook.ts';

const SETUP = 'SalesforceToSwapcardEventSetup';

describe('CPB-02: a Salesforce campaign and a Swapcard event', () => {
  test('members of the campaign become people of the event, and follow their leads and contacts', async () => {
    const { api, connectorIds, systems } = await openCrmPair(sharedBaseUrl(), ['system-salesforce', 'system-swapcard']);
    const [campaign] = await systems.fill('salesforce', 'Campaign', 1);
    const name = `Fair ${crypto.randomUUID()}`;
    await systems.change('salesforce', 'Campaign', campaign?.Id, { Name: name });
    const members = await systems.fill('salesforce', 'CampaignMember', 8);
    for (const member of members) await systems.change('salesforce', 'CampaignMember', member.Id, { CampaignId: campaign?.Id });
    const [contact] = await systems.fill('salesforce', 'Contact', 1);
    const [last] = members;
    await systems.change('salesforce', 'CampaignMember', last?.Id, { LeadId: null, ContactId: contact?.Id });

    const wizard = await startWizard(api, 'salesforce-to-swapcard-event', connectorIds);
    expect(await wizard.save(await wizard.stepOf(SETUP))).toMatchObject({
      isSuccess: false,
      errorMessage: 'Please select Salesforce campaign',
    });
    const [found, ...others] = await wizard.options(SETUP, 'salesforceCampaignId', name.slice(0, 20));
    expect([found, others]).toEqual([{ value: campaign?.Id, label: name }, []]);
    // A separate event: other tests add people with the same addresses to the first one.
    const [made] = await systems.fill('swapcard', 'events', 1);
    const event = (await wizard.options(SETUP, 'swapcardEventId')).find(({ value }) => value === made?.id);
    expect(event).toBeDefined();
    const { mappings } = await api('GET /api/playbooks/{id}/default-mappings/{workflowTemplateId}', {
      params: { id: wizard.id, workflowTemplateId: 'campaign-members' },
    });
    const changed = mappings.map((one) =>
      one.toParameterPath.endsWith('.organization') ? { ...one, fromParameterExpression: 'Guest of $Item.CompanyOrAccount' } : one,
    );
    const step = { ...(await wizard.stepOf(SETUP)), salesforceCampaignId: found?.value ?? null, swapcardEventId: event?.value ?? null };
    expect(await wizard.save({ ...step, mappings: { 'campaign-members': changed } })).toMatchObject({ isSuccess: true });
    const { flows } = await api('POST /api/playbooks/{id}/preview', {
      params: { id: wizard.id },
      body: { workflowTemplateId: 'campaign-members' },
    });
    expect(flows[0]?.records.map(({ change }) => change)).toEqual(Array(8).fill('new'));

    const { sync, firstSync, items } = carried(api, await wizard.finish());
    await firstSync();
    const compare = async () => {
      const people = (await systems.all('swapcard', 'people')).filter(({ eventId }) => eventId === event?.value);
      for (const { Id, LeadId, ContactId } of members) {
        const isContact = Id === last?.Id;
        const person = await systems.one('salesforce', isContact ? 'Contact' : 'Lead', isContact ? contact?.Id : (LeadId ?? ContactId));
        const account = isContact ? await systems.one('salesforce', 'Account', person.AccountId) : null;
        expect(people.filter(({ email }) => email === person.Email)).toMatchObject([
          {
            ...{ firstName: person.FirstName, lastName: person.LastName, jobTitle: person.Title },
            organization: `Guest of ${person.Company ?? account?.Name}`,
          },
        ]);
      }
    };
    await compare();
    expect((await items('campaign-members', 'People')).map(({ status }) => status)).toEqual(Array(8).fill('Success'));

    await systems.change('salesforce', 'Lead', members[1]?.LeadId, { Title: 'Chief of the fair' });
    await systems.change('salesforce', 'Contact', contact?.Id, { LastName: 'Hopper' });
    await sync('campaign-members');
    await compare();

    // A new event gets everyone in the campaign, although nobody has changed since the last sync.
    const [next] = await systems.fill('swapcard', 'events', 1);
    expect(await wizard.save({ ...(await wizard.stepOf(SETUP)), swapcardEventId: next?.id })).toMatchObject({ isSuccess: true });
    await carried(api, await wizard.finish()).sync('campaign-members');
    const emails = (list: Awaited<ReturnType<typeof systems.all>>, eventId: string) =>
      list
        .filter((person) => person.eventId === eventId)
        .map(({ email }) => email)
        .toSorted();
    const people = await systems.all('swapcard', 'people');
    expect(emails(people, next?.id)).toHaveLength(8);
    expect(emails(people, next?.id)).toEqual(emails(people, event?.value ?? ''));
    await wizard.remove();
  });
});
