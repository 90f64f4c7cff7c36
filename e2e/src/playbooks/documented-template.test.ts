import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

/** A pair that doesn't come with Portage: the one shown in docs/playbooks.md. */
const page = readFileSync(join(ROOT, 'docs/playbooks.md'), 'utf8');
const yaml = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

let api: Client<Calls>;
let admin: Client<Calls>;
const baseUrl = sharedBaseUrl();

async function simulator<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/local/simulators/${path}`, { headers, ...init });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text || '{}') as Answer;
}

const contacts = async (search: string) =>
  (await simulator<{ records: Record<string, unknown>[] }>(`salesforce/Contact?pageSize=100&search=${encodeURIComponent(search)}`)).records;

const getFirstName = (name: string | null | undefined) => (name ?? '').split(' ')[0] ?? '';

beforeAll(async () => {
  admin = await signIn(baseUrl, ADMIN);
  api = (await signUp(baseUrl)).api;
  // Simulated systems start empty, and are shared with other tests.
  await simulator('salesforce/Account/fill', { method: 'POST', body: JSON.stringify({ count: 2 }) });
  await simulator('shopify/customers/fill', { method: 'POST', body: JSON.stringify({ count: 5 }) });
});

test('a template is installed from its text, leads through its wizard and syncs, and a second update changes nothing', async () => {
  const templateId = `customers-${crypto.randomUUID()}`;
  await admin('POST /api/playbook-templates', { body: { id: templateId, yaml } });
  const connect = async (connectorTypeId: string) =>
    (await api('POST /api/connectors/simulated', { body: { connectorTypeId } })).connector.id;
  const [shop, crm] = [await connect('system-shopify'), await connect('system-salesforce')] as [string, string];
  const { playbookId: id } = await api('POST /api/playbooks', { body: { playbookTemplateId: templateId } });
  const params = { id };
  const save = (step: { id: string; connectorId?: string; answers?: Record<string, string> }) =>
    api('PUT /api/playbooks/{id}/wizard/steps/{stepId}/save', { params: { id, stepId: step.id }, body: { step } });
  const saved = { isSuccess: true, errorMessage: null };
  expect(await save({ id: 'start' })).toEqual(saved);
  expect(await save({ id: 'connector-shop', connectorId: crm })).toMatchObject({ isSuccess: false });
  expect(await save({ id: 'connector-shop', connectorId: shop })).toEqual(saved);
  expect(await save({ id: 'connector-crm', connectorId: crm })).toEqual(saved);
  expect(await save({ id: 'setup' })).toEqual({ isSuccess: false, errorMessage: 'Please select the account of the contacts' });
  const asked = { id, stepId: 'setup', fieldName: 'accountId' };
  const { lookupOptions } = await api('GET /api/playbooks/{id}/lookup-options/{stepId}/{fieldName}', { params: asked });
  const accountId = lookupOptions[0]?.value ?? '';
  expect(accountId).toMatch(/^001/);
  expect(await save({ id: 'setup', answers: { accountId, leadSource: 'Web' } })).toEqual(saved);
  const { flows: previews } = await api('POST /api/playbooks/{id}/preview', { params, body: { workflowTemplateId: 'contacts' } });
  expect(previews[0]?.error).toBeNull();
  const named = previews[0]?.records.find(({ change }) => change === 'new');
  expect(named?.fields).toContainEqual(expect.objectContaining({ toParameterPath: 'body.AccountId', value: accountId }));
  expect(await save({ id: 'preview' })).toEqual(saved);

  const { playbook } = await api('POST /api/playbooks/{id}/update-from-wizard', { params });
  const workflowId = playbook.workflowTemplateIdsToWorkflowIds.contacts ?? '';
  expect(playbook.workflows).toMatchObject([{ workflowId, isActive: true }]);
  const flow = async () => (await api('GET /api/integrations/flows', { query: { workflowId } })).flows[0];
  await expect.poll(async () => (await flow())?.syncedAt ?? null, { timeout: 120_000 }).not.toBeNull();
  expect(await flow()).toMatchObject({ error: null, items: { Error: 0 } });
  expect((await flow())?.items.Success).toBeGreaterThanOrEqual(5);
  const [contact] = await contacts(getFirstName(named?.name));
  expect(contact).toMatchObject({ LeadSource: 'Web', AccountId: accountId });

  const workflow = async () => (await api('GET /api/workflows/{id}', { params: { id: workflowId } })).workflow;
  // The run list updates after the flow.
  await expect.poll(async () => (await workflow()).lastRunAt).toEqual(expect.any(String));
  const before = await workflow();
  await api('POST /api/playbooks/{id}/update-from-wizard', { params });
  expect(await workflow()).toEqual(before);
  await api('DELETE /api/playbooks/{id}', { params });
  expect((await contacts(getFirstName(named?.name))).length).toBeGreaterThan(0);
});
