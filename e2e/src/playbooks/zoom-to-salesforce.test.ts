import { describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { carried, openCrmPair, startWizard } from './crm-playbook.ts';
import type { SimulatedRecord } from './simulated-records.ts';

describe.each(['Meeting', 'Webinar'])('CPB-03, CPB-04: a Zoom %s and a Salesforce campaign', (kind) => {
  const small = kind.toLowerCase();
  const setup = `Zoom${kind}sToSalesforceSetup`;

  test('registrants and participants become leads, contacts stay contacts, and all are members of the campaign', async () => {
    const { api, connectorIds, systems } = await openCrmPair(sharedBaseUrl(), ['system-zoom', 'system-salesforce']);
    const [campaign] = await systems.fill('salesforce', 'Campaign', 1);
    const wizard = await startWizard(api, `zoom-${small}s-to-salesforce`, connectorIds);
    expect(await wizard.save(await wizard.stepOf(setup))).toMatchObject({ isSuccess: false, errorMessage: `Please select Zoom ${small}` });
    const offered = (await wizard.options(setup, `zoom${kind}Id`)).map(({ value }) => value);
    const isPast = ({ id, start_time }: SimulatedRecord) => offered.includes(id) && Date.parse(start_time) < Date.now() - 86_400_000;
    const gathering = (await systems.all('zoom', `${small}s`)).find(isPast);
    const chosenId: string = gathering?.id;
    const ofGathering = async (entity: string) =>
      (await systems.all('zoom', `${small}${entity}`)).filter(({ gatheringId }) => String(gatheringId) === chosenId);
    await systems.fill('zoom', `${small}Registrants`, 8);
    await systems.fill('zoom', `${small}Participants`, 4);

    const participants = await ofGathering('Participants');
    const [guest, known] = participants;
    await systems.change('zoom', `${small}Participants`, guest?.user_id, { user_email: '' });
    const email = `known-${crypto.randomUUID()}@example.com`;
    await systems.change('zoom', `${small}Participants`, known?.user_id, { user_email: email });
    await systems.change('zoom', `${small}Registrants`, known?.registrant_id, { email });
    const [contact] = await systems.fill('salesforce', 'Contact', 1);
    await systems.change('salesforce', 'Contact', contact?.Id, { Email: email, LastName: 'A contact' });

    const answers = { [`zoom${kind}Id`]: chosenId };
    const step = { ...(await wizard.stepOf(setup)), salesforceCampaignId: campaign?.Id, answers };
    expect(await wizard.save(step)).toMatchObject({ isSuccess: true });
    const { sync, firstSync, items, saveSettings } = carried(api, await wizard.finish());
    await firstSync();

    const compare = async () => {
      const registrants = (await ofGathering('Registrants')).filter(({ status }) => status === 'approved');
      const attended = new Set((await ofGathering('Participants')).map(({ user_email }) => user_email).filter(Boolean));
      const emails = new Set([...registrants.map(({ email }) => email), ...attended]);
      const members = (await systems.all('salesforce', 'CampaignMember')).filter(({ CampaignId }) => CampaignId === campaign?.Id);
      const [leads, contacts] = [await systems.all('salesforce', 'Lead'), await systems.all('salesforce', 'Contact')];
      expect(members).toHaveLength(emails.size);
      for (const email of emails) {
        const status = attended.has(email) ? 'Responded' : 'Sent';
        const ofLead = leads.filter(({ Email }) => Email === email);
        const [ofContact] = contacts.filter(({ Email }) => Email === email);
        // Another test may have made a contact with this address when the lead already existed.
        const isOurs = email.startsWith('known-');
        if (ofContact) {
          if (isOurs) expect([ofLead, ofContact.LastName]).toEqual([[], 'A contact']);
          expect(members.filter(({ ContactId }) => ContactId === ofContact.Id)).toMatchObject([{ Status: status }]);
          continue;
        }
        expect(ofLead).toHaveLength(1);
        expect(members.filter(({ LeadId }) => LeadId === ofLead[0]?.Id)).toMatchObject([{ Status: status }]);
        const registrant = registrants.find((one) => one.email === email);
        if (registrant)
          expect(ofLead[0]).toMatchObject({ LastName: registrant.last_name, Company: registrant.org, Title: registrant.job_title });
      }
    };
    await compare();
    const skipped = (await items(`${small}-people`, 'NewPeople')).filter(({ error }) => error?.includes('no e-mail address'));
    expect(skipped).toContainEqual(expect.objectContaining({ status: 'Skipped', name: guest?.name }));
    expect(
      (await items(`${small}-people`, 'CampaignMembers')).filter(({ status }) => status === 'Error' || status === 'InProgress'),
    ).toEqual([]);

    await saveSettings();
    const changed = (await ofGathering('Registrants')).find((one) => one.email !== email);
    await systems.change('zoom', `${small}Registrants`, changed?.id, { job_title: 'Speaker' });
    await systems.fill('zoom', `${small}Participants`, 2);
    await sync(`${small}-people`);
    await compare();
    await wizard.remove();
  });
});
