import { calls } from '@portage/contracts/calls';
import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { table } from '../../test/access/access-table.ts';
import { type Belongings, makeBelongings } from '../../test/access/belongings.ts';
import { call } from '../../test/access/calling.ts';
import { api, createContext, database, impersonate, type Person, signedInPerson } from '../../test/api.ts';
import { authorize } from '../sessions/authorize.ts';
import { implement } from './implement.ts';

const SECRET = 'sk-live-51H8sQp';
const MARK = /^\[hidden:[\w.-]+\]$/;
const handedOn = [
  'POST /api/apps/plaid/link-token',
  'POST /api/apps/aggregation-services/create-link-token/{category}',
  'POST /api/apps/aggregation-services/create-account-token/{category}',
];

const steps = [
  {
    ...{ stepId: 'start', clientId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'call' },
    payloadSampleJson: JSON.stringify({ password: SECRET, pin: 4711 }),
  },
  {
    ...{ stepId: 'call', clientId: 'call', type: 'HttpRequest', httpMethod: 'POST', nextStepId: 'keep' },
    url: `https://api.example.com/orders?api_key=${SECRET}&page=2`,
    headers: { Authorization: `Bearer ${SECRET}`, Accept: 'application/json' },
    body: `{ "id": 12345678901234567890, "password": "${SECRET}", "pin": 4711 }`,
  },
  {
    ...{ stepId: 'keep', clientId: 'keep', type: 'DataStorage', dataStorageOperation: 'Create', nextStepId: null },
    keyValues: [{ key: 'apiToken', valueExpression: SECRET }],
  },
];

interface Scene {
  owner: Person;
  token: string;
  workflowId: string;
}

async function scene(): Promise<Scene> {
  const [owner, admin] = [await signedInPerson(), await signedInPerson({ roles: ['ADMIN'] })];
  const { body, status, message } = await api('POST /api/workflows', { token: owner.token, body: { name: 'Orders', steps } });
  expect(status, message).toBe(200);
  return { owner, token: await impersonate(admin.row.id, owner.row.id), workflowId: body.workflow.id };
}

async function stepsRead(workflowId: string, token: string) {
  return (await api(`GET /api/workflows/${workflowId}`, { token })).body.workflow.steps;
}

test('HOSTILE 29: the response of every call hides secrets from an admin who acts as a person, and from nobody else', async () => {
  const { owner, token } = await scene();
  for (const [key, declaration] of Object.entries(calls)) {
    if (declaration.access === 'public') continue;
    const loose = { [key]: { ...declaration, params: z.any(), query: z.object({}), body: undefined, response: z.any() } };
    const [route] = implement(loose as never, { [key]: () => ({ anything: [{ apiKey: SECRET }] }) } as never);
    const responses = [];
    for (const caller of [owner.token, token]) {
      const request = new Request('https://portage.test/api/x', { headers: { authorization: `Bearer ${caller}` } });
      const context = await authorize(createContext(request, {} as never, {}), { access: 'user', apiKeyUse: null });
      responses.push(await (await route?.answer(context, {}))?.text());
    }
    expect(responses[0], key).toContain(SECRET);
    expect(responses[1]?.includes(SECRET), key).toBe(handedOn.includes(key));
  }
});

test('HOSTILE 29: no call shows an admin who acts as a person any of the person’s secrets', async () => {
  const of = await makeBelongings();
  await plant(of);
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const token = await impersonate(admin.row.id, of.owner.row.id);
  const shownToOwner: string[] = [];
  for (const [key, rule] of Object.entries(table)) {
    if (calls[key as keyof typeof calls].effect !== 'read' || rule.kind === 'public') continue;
    const [own, hidden] = [await call(key, rule.ask(of), of.owner.token), await call(key, rule.ask(of), token)];
    if (JSON.stringify(own.body).includes(SECRET)) shownToOwner.push(key);
    expect(JSON.stringify(hidden.body), key).not.toContain(SECRET);
    if (rule.kind !== 'admin') expect(hidden.status, key).toBe(own.status);
  }
  expect(shownToOwner).toEqual(
    expect.arrayContaining([
      'GET /api/workflows/{id}',
      'GET /api/workflows/{id}/draft',
      'GET /api/workflows/{id}/versions/{versionId}',
      'GET /api/workflows/{id}/pins',
      'GET /api/workflows/{id}/samples/{clientId}',
      'GET /api/dashboards/{dashboardId}/items/{itemId}',
      'GET /api/integrations/flows/{flowId}/items/{itemId}',
    ]),
  );
});

async function plant({
  owner,
  workflowId,
  integrationWorkflowId,
  publishedVersionId,
  draftVersionId,
  dashboardItemId,
  flowId,
}: Belongings): Promise<void> {
  const [db, { token }] = [database(), owner];
  const saved = await api(`PUT /api/workflows/${workflowId}/draft`, { token, body: { versionId: draftVersionId, steps } });
  expect(saved.status, saved.message).toBe(200);
  const pinned = { clientId: 'call', values: { Response: { apiKey: SECRET } } };
  expect((await api(`PUT /api/workflows/${workflowId}/pins`, { token, body: pinned })).status).toBe(200);
  await db
    .update(schema.workflowVersions)
    .set({ steps: steps as never })
    .where(eq(schema.workflowVersions.id, publishedVersionId));
  await db
    .update(schema.draftSamples)
    .set({ valuesJson: JSON.stringify({ Response: { apiKey: SECRET } }) })
    .where(eq(schema.draftSamples.workflowId, integrationWorkflowId));
  await db
    .update(schema.dashboardItems)
    .set({ object: { apiKey: SECRET } })
    .where(eq(schema.dashboardItems.id, dashboardItemId));
  await db
    .update(schema.syncItems)
    .set({ sourceRecord: { password: SECRET }, refusal: { fields: { account: { password: SECRET } } } })
    .where(eq(schema.syncItems.flowId, flowId));
}

test('HOSTILE 29: what such an admin saves unchanged stays unchanged, in workflows, drafts and pins', async () => {
  const { owner, token, workflowId } = await scene();
  const before = await stepsRead(workflowId, owner.token);
  const hidden = await stepsRead(workflowId, token);
  expect(hidden[1].headers).toEqual({ Authorization: expect.stringMatching(MARK), Accept: 'application/json' });
  expect(hidden).toEqual(await stepsRead(workflowId, token));

  const renamed = hidden.map((step: object) => ({ ...step, description: 'Seen by support' }));
  const saved = await api(`PUT /api/workflows/${workflowId}`, { token, body: { steps: renamed } });
  expect(saved.status, saved.message).toBe(200);
  expect(JSON.stringify(saved.body)).not.toContain(SECRET);
  const after = await stepsRead(workflowId, owner.token);
  expect(after).toEqual(before.map((step: object) => ({ ...step, description: 'Seen by support' })));

  const versionId = (await api(`GET /api/workflows/${workflowId}`, { token })).body.workflow.versionId;
  expect((await api(`POST /api/workflows/${workflowId}/activate`, { token: owner.token })).status).toBe(200);
  const draft = await api(`PUT /api/workflows/${workflowId}/draft`, { token, body: { versionId, steps: hidden } });
  expect(draft.status, draft.message).toBe(200);
  expect((await api(`GET /api/workflows/${workflowId}/draft`, { token: owner.token })).body.draft.steps).toEqual(before);

  const values = {
    Response: { pin: 4711, list: [{ apiKey: SECRET }], text: `token=${SECRET}&a=1` },
    ResponseHeaders: { 'content-type': 'application/json', 'set-cookie': [`sid=${SECRET}; Path=/`, `csrf=${SECRET}`] },
  };
  const pin = (by: string, body: object) =>
    api(`PUT /api/workflows/${workflowId}/pins`, { token: by, body: { clientId: 'call', ...body } });
  const pinned = await pin(token, { values });
  expect(JSON.stringify(pinned.body)).not.toContain(SECRET);
  expect(JSON.stringify(pinned.body)).not.toContain('4711');
  expect((await pin(token, { values: pinned.body.pins[0].values })).status).toBe(200);
  const { body } = await api(`GET /api/workflows/${workflowId}/pins`, { token: owner.token });
  expect(body.pins[0].values).toEqual(values);
});

test('HOSTILE 29: a hidden value can be replaced or removed, but not moved where it would be seen', async () => {
  const { owner, token, workflowId } = await scene();
  const pin = (by: string, Response: unknown) =>
    api(`PUT /api/workflows/${workflowId}/pins`, { token: by, body: { clientId: 'call', values: { Response } } });
  const stored = async () => (await api(`GET /api/workflows/${workflowId}/pins`, { token: owner.token })).body.pins[0].values.Response;
  await pin(owner.token, { apiKey: SECRET, password: 'another-secret' });
  const { body } = await api(`GET /api/workflows/${workflowId}/pins`, { token });
  const { apiKey } = body.pins[0].values.Response;

  for (const moved of [{ note: apiKey }, { apiKey, note: apiKey }, { note: `key: ${apiKey}` }, { [apiKey]: 1, a: apiKey }, [apiKey]]) {
    expect(await pin(token, moved)).toMatchObject({ status: 400, code: 'validation' });
  }
  expect((await pin(token, { apiKey: '[hidden:v1.test.AAAA.AAAA]' })).status).toBe(400);
  expect(await stored()).toEqual({ apiKey: SECRET, password: 'another-secret' });

  expect((await pin(token, { apiKey: 'a-new-secret' })).status).toBe(200);
  expect(await stored()).toEqual({ apiKey: 'a-new-secret' });
  expect((await pin(token, { password: apiKey })).status).toBe(200);
  expect(await stored()).toEqual({ password: SECRET });
});

test('HOSTILE 29: one account’s hidden value opens in no other account', async () => {
  const [one, other] = [await scene(), await scene()];
  const foreign = await stepsRead(one.workflowId, one.token);
  const saved = await api(`PUT /api/workflows/${other.workflowId}`, { token: other.token, body: { steps: foreign } });
  expect(saved).toMatchObject({ status: 400, code: 'validation' });
});
