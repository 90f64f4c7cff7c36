import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, signIn } from '../api/session.ts';
import { type ConnectorPerson, field, toast, typeMaker, uploadDocument } from '../connectors/connector-people.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type AdminPerson, expectInOrder, openAsAdmin } from '../templates/template-people.ts';
import { carried } from './crm-playbook.ts';
import { startThingSystem, thingDocument } from './thing-system.ts';
import { createPlaybook, newPlaybookPerson, next, stepHeading } from './wizard-driver.ts';

const baseUrl = sharedBaseUrl();
const templateId = `things-${crypto.randomUUID()}`;
const name = `Things to the archive ${templateId.slice(-6)}`;
const workflow = (id: string, title: string) => ({
  ...{ id, name: title, description: `${title} are kept.` },
  ...{ from: { connector: 'store', entity: 'Things' }, to: { connector: 'archive', entity: 'Archive' } },
  mappings: [{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }],
});

let system: Awaited<ReturnType<typeof startThingSystem>>;
let admin: AdminPerson;
let person: ConnectorPerson;
let playbookId: string;
let template: object;
/** Ids of the connectors: to the source and to the target. */
const stores: string[] = [];

/** The playbook and what it carries. */
async function playbookNow() {
  const { playbook } = await person.api('GET /api/playbooks/{id}', { params: { id: playbookId } });
  return { playbook, ...carried(person.api, playbook) };
}

beforeAll(async () => {
  system = await startThingSystem('key-of-store', 'key-of-archive');
  system.add('Lamp');
  const makeType = await typeMaker(baseUrl);
  const { fileName, fileStorageId, storageType } = await uploadDocument(baseUrl, thingDocument);
  const type = await makeType('Things', {
    openApiDocument: { fileName, fileStorageId, storageType },
    baseUrl: system.origin,
    additionalData: {
      connection: {
        healthCheck: { method: 'GET', path: '/things' },
        authParameters: [{ in: 'header', name: 'x-api-key', template: '{apiKey}' }],
      },
    },
  });
  template = {
    ...{ name, description: 'Things of a store are kept.', customPlaybookType: 'ThingsToArchive' },
    connectors: ['store', 'archive'].map((key) => ({
      ...{ key, connectorTypeId: type.id, stepName: `Connect the ${key}`, text: 'Choose it.' },
    })),
    startPage: { title: 'Keep your things', text: 'Things are kept.' },
    workflows: [workflow('things', 'Things')],
    endPage: { title: 'Ready', text: 'The integration is ready. Click Finish. The sync starts within 10 minutes.' },
  };
  await (await signIn(baseUrl, ADMIN))('POST /api/playbook-templates', { body: { id: templateId, yaml: JSON.stringify(template) } });
  [admin, person] = [await openAsAdmin(baseUrl), await newPlaybookPerson(baseUrl)];
  for (const connector of ['Store', 'Archive']) {
    const body = { name: connector, connectorTypeId: type.id, apiKey: `key-of-${connector.toLowerCase()}` };
    stores.push((await person.api('POST /api/connectors', { body })).connector.id);
  }
});
afterAll(async () => {
  await Promise.all([admin?.close(), person?.close()]);
  await system?.stop();
});

test('a playbook is made and syncs', async () => {
  const { page, api } = person;
  const { playbookId: id } = await api('POST /api/playbooks', { body: { playbookTemplateId: templateId } });
  playbookId = id;
  for (const step of [
    { id: 'start' },
    { id: 'connector-store', connectorId: stores[0] },
    { id: 'connector-archive', connectorId: stores[1] },
  ]) {
    const saved = await api('PUT /api/playbooks/{id}/wizard/steps/{stepId}/save', { params: { id, stepId: step.id }, body: { step } });
    expect(saved).toEqual({ isSuccess: true, errorMessage: null });
  }
  await page.goto(`/playbook-wizards/${id}`);
  await stepHeading(page, 'Preview').waitFor();
  await createPlaybook(page);
  await (await playbookNow()).firstSync();
  expect(system.archived()).toEqual(['Lamp']);
});

test('a newer version of its template: the changes are listed; the person stays, or updates and keeps the choices', async () => {
  const { page } = person;
  await admin.page.goto('/admin/templates?tab=playbooks');
  await admin.page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  const dialog = admin.page.getByRole('dialog', { name: 'Edit playbook template' });
  const text = dialog.getByRole('textbox', { name: 'playbook.yaml' });
  await expect.poll(() => text.inputValue()).toContain('"Things"');
  await text.fill('name: X\n');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/The text has \d+ flaws/).waitFor();
  await text.fill(JSON.stringify({ ...template, workflows: [workflow('things', 'Things'), workflow('copies', 'Copies')] }));
  await expectInOrder(admin, 'admin edits playbook template');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await admin.page.getByText('Close without saving?').waitFor();
  await admin.page.getByRole('button', { name: 'No', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(admin.page, `“${name}” was saved.`);

  await page.goto(`/playbooks/${playbookId}`);
  await page.getByText('There is a newer version of this playbook').waitFor();
  await page.getByText('“Copies” is new: Copies are kept.').waitFor();
  await expectInOrder(person, 'playbook with a newer template');
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByText('There is a newer version of this playbook').waitFor({ state: 'detached' });
  expect((await playbookNow()).ids).toEqual(['things']);
  await page.reload();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await toast(page, 'The playbook is updated.');
  await page.getByRole('region', { name: 'Copies' }).waitFor();
  await page.getByText('There is a newer version of this playbook').waitFor({ state: 'detached' });
  const { ids, firstSync } = await playbookNow();
  expect(ids.sort()).toEqual(['copies', 'things']);
  await firstSync();
});

test('a system that refuses its key in a sync: the page says so, Re-Connect leads to the connector and back, and the sync continues', async () => {
  const { page, api } = person;
  const broken = page.getByText('Connect the store: the connection is broken');
  system.replaceKey('key-of-store', 'new-key');
  system.add('Chair');
  await page.goto(`/playbooks/${playbookId}`);
  await page
    .getByRole('button', { name: /^Sync now: / })
    .first()
    .click();
  await broken.waitFor();
  await page.getByText(/“Store” no longer works: .* did not accept the credentials \(401\)\. Enter the token again\./).waitFor();
  await expectInOrder(person, 'playbook with a broken connector');
  const signedOut = async () => (await api('GET /api/alerts')).alerts.filter(({ kind }) => kind === 'ConnectorSignedOut');
  await expect.poll(signedOut).toMatchObject([{ name: 'Store', connectorId: stores[0] }]);

  // The wizard's own step also leads there and back.
  const reconnect = page.getByRole('link', { name: 'Re-Connect', exact: true });
  await page.goto(`/playbook-wizards/${playbookId}?step=connector-store`);
  await page.getByText('This connector isn’t working right now').waitFor();
  await reconnect.click();
  await page.waitForURL(`**/connectors/${stores[0]}/edit?**`);
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`/playbook-wizards/${playbookId}?step=connector-store`);
  await page.goto(`/playbooks/${playbookId}`);

  await reconnect.click();
  await page.getByRole('main').getByText('Credentials refused').waitFor();
  await expectInOrder(person, 'connector whose credentials are refused');
  await field(page, 'Token').fill('another-wrong-key');
  // The sync already put the same message there.
  const refused = page.waitForResponse(
    (answer) => answer.request().method() !== 'GET' && answer.url().includes(`/api/connectors/${stores[0]}`),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await refused;
  await page
    .getByText(/did not accept the credentials/)
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe(`/connectors/${stores[0]}/edit`);
  await field(page, 'Token').fill('new-key');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(`**/playbooks/${playbookId}*`);
  await page.getByRole('region', { name: 'Things', exact: true }).waitFor();
  await broken.waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /^Sync now: / })
    .first()
    .click();
  await expect.poll(() => system.archived().includes('Chair')).toBe(true);
});

test('a connector deleted while the playbook is paused: the page and the other steps lead to its step, not to the deleted connector', async () => {
  const { page, api } = person;
  const params = { id: playbookId };
  await api('POST /api/playbooks/{id}/pause', { params });
  await api('DELETE /api/connectors/{id}', { params: { id: stores[0] ?? '' } });
  const leadsToItsStep = async () => {
    await page.getByText('Connect the store: the connection is broken').waitFor();
    await page.getByRole('link', { name: 'Choose a connector' }).click();
    await page.waitForURL(`**/playbook-wizards/${playbookId}?step=connector-store`);
    await page.getByText('The connector that was chosen here was deleted. Choose or create another one.').waitFor();
  };
  await page.goto(`/playbooks/${playbookId}`);
  await leadsToItsStep();
  await expectInOrder(person, 'wizard step whose connector was deleted');
  await page.goto(`/playbook-wizards/${playbookId}?step=preview`);
  await leadsToItsStep();
  // Choosing another one resolves it.
  await page.getByRole('radio', { name: /^Archive/ }).check({ force: true });
  await page.getByText('The connector that was chosen here was deleted.').waitFor({ state: 'detached' });
  await next(page);
  await stepHeading(page, 'Connect the archive').waitFor();
  expect(await page.getByText('the connection is broken').count()).toBe(0);
});
