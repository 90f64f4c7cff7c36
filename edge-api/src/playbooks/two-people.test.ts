import { describe, expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../../test/api.ts';
import { addConnector, insertFlow, insertItem } from '../../test/synced-pets.ts';
import { convert, finished, getSystem, listIntegrations, save, started, type Zoo, zoo } from '../../test/zoo-playbook.ts';

interface Owned {
  of: Zoo;
  playbookId: string;
  workflowId: string;
  integrationId: string;
  flowId: string;
}

/** A finished playbook with a flow and an item, as after a first sync. */
async function synced(of: Zoo, item: string): Promise<Owned> {
  const playbookId = await finished(of);
  expect((await convert(of, playbookId)).status).toBe(200);
  const { body } = await api(`GET /api/playbooks/${playbookId}`, { token: of.person.token });
  const workflowId = body.playbook.workflowTemplateIdsToWorkflowIds.animals;
  const integration = (await listIntegrations(of)).find((one) => one.workflowId === workflowId);
  const pets = { ...of, workflowId, sourceId: of.oldId, targetId: of.newId, source: of.system, target: of.system };
  const flowId = await insertFlow(pets);
  await insertItem(flowId, { sourceItemId: item, name: item, status: 'Error', error: `${item} was refused.` });
  return { of, playbookId, workflowId, integrationId: integration?.id ?? '', flowId };
}

/** The same systems and template, with the person's own connectors. */
async function neighbour({ templateId, connectorTypeId, system }: Zoo, person: Person): Promise<Zoo> {
  const [oldId, newId] = [await addConnector(person, connectorTypeId, 'Old zoo'), await addConnector(person, connectorTypeId, 'New zoo')];
  await getSystem(newId).willAnswer('/vets', { body: { vets: [{ id: 7, name: 'Bob' }], rooms: [{ id: 'r1', name: 'aviary' }] } });
  return { person, templateId, connectorTypeId, oldId, newId, system };
}

describe('HOSTILE 25, 43: two people with the same systems', () => {
  test('calls with the other person’s ids respond as if the ids didn’t exist', async () => {
    const first = await zoo();
    const owned = await synced(first, 'Giraffe');
    const { token } = await signedInPerson();
    const nobody = crypto.randomUUID();
    const ids = (one: Owned) => ({
      playbook: one.playbookId,
      flow: one.flowId,
      workflow: one.workflowId,
      integration: one.integrationId,
      connector: one.of.oldId,
    });
    const none = { playbook: nobody, flow: nobody, workflow: nobody, integration: nobody, connector: nobody };
    const definition = (connectorId: string) => {
      const side = { connectorTypeId: first.connectorTypeId, connectorId, entityType: 'Animals' };
      const mappings = [{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }];
      return {
        integrationType: 'Integration',
        directionType: 'SourceToTarget',
        operations: { Source: { ...side, mappings: [] }, Target: { ...side, mappings } },
      };
    };
    const calls: ((id: ReturnType<typeof ids>) => [path: string, body?: object])[] = [
      ({ playbook }) => [`GET /api/playbooks/${playbook}`],
      ({ playbook }) => [`DELETE /api/playbooks/${playbook}`],
      ({ playbook }) => [`POST /api/playbooks/${playbook}/update-from-wizard`, {}],
      ({ playbook }) => [`POST /api/playbooks/${playbook}/pause`, {}],
      ({ playbook }) => [`POST /api/playbooks/${playbook}/resume`, {}],
      ({ playbook }) => [`POST /api/playbooks/${playbook}/preview`, { workflowTemplateId: 'animals' }],
      ({ playbook }) => [`PUT /api/playbooks/${playbook}/wizard/steps/preview/save`, { step: { id: 'preview' } }],
      ({ playbook }) => [`GET /api/playbooks/${playbook}/lookup-options/setup/vet`],
      ({ playbook }) => [`GET /api/playbooks/${playbook}/lookup-options/setup/room`],
      ({ playbook }) => [`GET /api/playbooks/${playbook}/default-mappings/animals`],
      ({ playbook }) => [`GET /api/playbooks/${playbook}/template-changes`],
      ({ playbook }) => [`POST /api/playbooks/${playbook}/take-newer-template`, {}],
      ({ connector }) => [`GET /api/playbooks/schema-fields?sourceEntity=Keepers&targetEntity=Animals&targetConnectorId=${connector}`],
      ({ connector }) => [`GET /api/custom-playbooks/booker-to-shopify/get-booker-locationid?connectorId=${connector}`],
      ({ connector }) => [`GET /api/custom-playbooks/booker-to-shopify/get-shopify-custom-payment-method?connectorId=${connector}`],
      ({ connector }) => [`GET /api/custom-playbooks/booker-to-shopify/get-shopify-adjustment-product?connectorId=${connector}`],
      ({ connector }) => [`GET /api/custom-playbooks/mindbody-to-shopify/get-shopify-custom-payment-method?connectorId=${connector}`],
      ({ connector }) => [`GET /api/custom-playbooks/mindbody-to-shopify/get-shopify-adjustment-product?connectorId=${connector}`],
      ({ connector }) => [
        `GET /api/custom-playbooks/netsuite-and-salesforce/get-pricing-mapping-lists?netSuiteConnectorId=${connector}&salesForceConnectorId=${connector}`,
      ],
      ({ flow }) => [`GET /api/integrations/flows/${flow}`],
      ({ flow }) => [`GET /api/integrations/flows/${flow}/items`],
      ({ flow }) => [`GET /api/integrations/flows/${flow}/items/Giraffe`],
      ({ flow }) => [`POST /api/integrations/flows/${flow}/sync-again`, { sourceItemIds: ['Giraffe'] }],
      ({ flow }) => [`POST /api/integrations/flows/${flow}/pause`, {}],
      ({ flow }) => [`POST /api/integrations/flows/${flow}/resume`, {}],
      ({ flow }) => [`POST /api/integrations/flows/${flow}/sync-now`, {}],
      ({ workflow }) => [`POST /api/integrations/preview`, { workflowId: workflow }],
      ({ connector }) => [`POST /api/integrations/preview`, { definition: definition(connector) }],
      ({ connector }) => [`POST /api/integration/integrations/operations/schema`, { connectorId: connector, targetEntity: 'Animals' }],
      ({ integration }) => [`GET /api/integration/integrations/${integration}`],
      ({ workflow }) => [`GET /api/integration/integrations/${workflow}/ZooToZoo`],
      ({ workflow }) => [`GET /api/integrations/steps/${workflow}`],
    ];
    for (const call of calls) {
      const [[path, body], [otherPath, otherBody]] = [call(ids(owned)), call(none)];
      const asked = await api(path as never, { token, ...(body ? { body } : {}) });
      const absent = await api(otherPath as never, { token, ...(otherBody ? { body: otherBody } : {}) });
      expect([path, asked.status, asked.message]).toEqual([path, absent.status, absent.message]);
      expect([path, asked.status]).toEqual([path, 404]);
    }
    // The owner still has all of it, unchanged.
    const { items } = (await api(`GET /api/integrations/flows/${owned.flowId}/items`, { token: first.person.token })).body;
    expect(items).toMatchObject([{ name: 'Giraffe', status: 'Error' }]);
    const { playbook } = (await api(`GET /api/playbooks/${owned.playbookId}`, { token: first.person.token })).body;
    expect(playbook).toMatchObject({ isConverted: true, isPaused: false });
  });

  test('lists, look-ups and items show each person only their own', async () => {
    const one = await synced(await zoo(), 'Giraffe');
    const other = await synced(await neighbour(one.of, await signedInPerson()), 'Zebra');
    const seen = async ({ of: { person }, playbookId, flowId }: Owned) => {
      const { token } = person;
      const { lookupOptions } = (await api(`GET /api/playbooks/${playbookId}/lookup-options/setup/vet`, { token })).body;
      const { playbooks } = (await api('GET /api/playbooks', { token })).body;
      const { flows } = (await api('GET /api/integrations/flows', { token })).body;
      const { items } = (await api(`GET /api/integrations/flows/${flowId}/items`, { token })).body;
      const { connectors } = (await api('GET /api/connectors?pageSize=100', { token })).body;
      const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).sort();
      return {
        vets: lookupOptions.map(({ label }: { label: string }) => label),
        playbooks: idsOf(playbooks),
        flows: idsOf(flows),
        items: items.map(({ name }: { name: string }) => name),
        connectors: idsOf(connectors),
      };
    };
    const own = ({ of, playbookId, flowId }: Owned) => ({
      playbooks: [playbookId],
      flows: [flowId],
      connectors: [of.oldId, of.newId].sort(),
    });
    expect(await seen(one)).toEqual({ vets: ['Ada'], items: ['Giraffe'], ...own(one) });
    expect(await seen(other)).toEqual({ vets: ['Bob'], items: ['Zebra'], ...own(other) });
    // The other person's item id means nothing in one's own flow.
    const again = await api(`POST /api/integrations/flows/${other.flowId}/sync-again`, {
      token: other.of.person.token,
      body: { sourceItemIds: ['Giraffe'] },
    });
    expect(again.body?.count ?? 0).toBe(0);
  });

  test('a person’s own playbook and integration refuse the other person’s connector', async () => {
    const first = await zoo();
    const second = await neighbour(first, await signedInPerson());
    const id = await started(second);
    await save(second, id, { id: 'start' });
    const saved = await save(second, id, { id: 'connector-old', connectorId: first.oldId });
    expect(saved.body).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining('not found') });
    const { workflowId, integrationId } = await synced(second, 'Zebra');
    const side = (connectorId: string) => ({ connectorTypeId: first.connectorTypeId, connectorId, entityType: 'Animals' });
    const mappings = [{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }];
    const callsBefore = await getSystem(first.newId).calls();
    for (const [source, target] of [
      [first.oldId, second.newId],
      [second.oldId, first.newId],
    ] as const) {
      const body = { operations: { Source: side(source), Target: { ...side(target), mappings } } };
      const path = `POST /api/integration/integrations/${integrationId}/${workflowId}/SourceToTarget/ZooToZoo`;
      const put = await api(path as never, { token: second.person.token, body });
      expect(put.status, put.message).toBeGreaterThanOrEqual(400);
      const definition = { integrationType: 'Integration', directionType: 'SourceToTarget', ...body };
      const shown = await api('POST /api/integrations/preview', { token: second.person.token, body: { definition } });
      expect(shown.status, shown.message).toBe(404);
    }
    expect(await getSystem(first.newId).calls()).toEqual(callsBefore);
  });
});
