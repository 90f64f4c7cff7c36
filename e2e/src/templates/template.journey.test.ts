import { startTestAuthorizationServer, TEST_CLIENT } from '@portage/local/testing';
import type { WorkflowStep } from '@portage/workflow';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ConnectorPerson, field, newConnectorPerson, toast, typeMaker } from '../connectors/connector-people.ts';
import { type ConnectedSystem, createConnectorType, makeConnector, startSystem } from '../connectors/step-system.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type AdminPerson, expectInOrder, makeTemplate, newName, openAsAdmin } from './template-people.ts';

const baseUrl = sharedBaseUrl();

const buildResponses = (schema: object) => ({ '200': { description: 'Done', content: { 'application/json': { schema } } } });
const named = { type: 'object', properties: { name: { type: 'string' } } };
const PEOPLE = {
  openapi: '3.0.0',
  info: { title: 'People', version: '1' },
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: { '/people/first': { get: { operationId: 'first', tags: ['People'], responses: buildResponses(named) } } },
};
const NOTES = {
  ...PEOPLE,
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      post: {
        operationId: 'write',
        tags: ['Notes'],
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } } },
        },
        responses: buildResponses(named),
      },
    },
  },
};

describe('a template, from an admin’s workflow to another person’s run', () => {
  const [peopleName, notesName, templateName] = [newName('People'), newName('Notes'), newName('Greetings')];
  let system: ConnectedSystem;
  let admin: AdminPerson;
  let user: ConnectorPerson;
  let types: { people: string; notes: string };
  let steps: WorkflowStep[];
  let workflowId: string;

  beforeAll(async () => {
    system = await startSystem(({ url }) => (url === '/people/first' ? { body: { name: 'Ada' } } : { body: { name: 'written' } }));
    const upload = (name: string, document: object) =>
      createConnectorType(baseUrl, { name, fileName: `${name}.json`, document: JSON.stringify(document), baseUrl: system.url });
    types = { people: await upload(peopleName, PEOPLE), notes: await upload(notesName, NOTES) };
    [admin, user] = [await openAsAdmin(baseUrl), await newConnectorPerson(baseUrl)];
    steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'person' },
      {
        stepId: 'person',
        type: 'ConnectorOperation',
        connectorId: await makeConnector(admin.api, types.people, 'of-the-admin'),
        connectorTypeId: types.people,
        operationId: 'GET /people/first',
        nextStepId: 'note',
      },
      {
        stepId: 'note',
        type: 'ConnectorOperation',
        connectorId: await makeConnector(admin.api, types.notes, 'also-of-the-admin'),
        connectorTypeId: types.notes,
        operationId: 'POST /notes',
        requestParameterMappings: [{ toParameterPath: 'body.text', fromParameterExpression: 'Hello ${Steps["person"].Response.name}' }],
      },
    ];
    const { workflow } = await admin.api('POST /api/workflows', { body: { name: templateName, description: 'Says hello', steps } });
    workflowId = workflow.id;
  });
  afterAll(() => Promise.all([system?.close(), admin?.close(), user?.close()]));

  test('EDIT-20, EDIT-42, TPL-28: the admin saves the workflow as a template, from the editor', async () => {
    const { page } = admin;
    await page.goto(`/workflows/${workflowId}/edit`);
    await page.getByRole('button', { name: 'Save: more' }).click();
    await page.getByRole('menuitem', { name: 'Save as Template' }).click();
    const dialog = page.getByRole('dialog', { name: 'Workflow Template' });
    const name = dialog.getByRole('textbox', { name: 'Template Name' });
    expect(await name.inputValue()).toBe(templateName);
    await name.fill(' ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Please input Template Name').waitFor();
    await name.fill(templateName);
    await expectInOrder(admin, 'template dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast(page, `WorkflowTemplate "${templateName}" created.`);
    await dialog.waitFor({ state: 'detached' });
  });

  test('TPL-29: for a name that is taken it asks: Overwrite, Set Other Name or Cancel', async () => {
    const { page } = admin;
    const save = async () => {
      await page.getByRole('button', { name: 'Save: more' }).click();
      await page.getByRole('menuitem', { name: 'Save as Template' }).click();
      await page.getByRole('dialog', { name: 'Workflow Template' }).getByRole('button', { name: 'Save' }).click();
      const question = page.getByRole('alertdialog', { name: 'Workflow Template' });
      await question.getByText(`There is already a template called “${templateName}”.`, { exact: false }).waitFor();
      return question;
    };
    await (await save()).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });

    await (await save()).getByRole('button', { name: 'Set Other Name' }).click();
    const other = newName('Another name');
    await page.getByRole('textbox', { name: 'Template Name' }).fill(other);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await toast(page, `WorkflowTemplate "${other}" created.`);

    const question = await save();
    await expectInOrder(admin, 'template name taken');
    await question.getByRole('button', { name: 'Overwrite' }).click();
    await toast(page, `WorkflowTemplate "${templateName}" updated.`);
    const { totalCount } = await admin.api('GET /api/workflow-templates', { query: { query: templateName } });
    expect(totalCount).toBe(1);
  });

  test('TPL-20..27: a person finds it, chooses, adds a connector on the way, and runs it', async () => {
    const { page, api } = user;
    await makeConnector(api, types.people, 'first');
    await makeConnector(api, types.people, 'second');
    await page.goto('/workflows');
    await expect.poll(() => page.getByRole('link', { name: 'Add from template' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Playbooks & Templates' }).click();
    await page.getByRole('tab', { name: 'Templates' }).click();
    await page.getByRole('searchbox', { name: 'Template Name' }).fill(templateName);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect.poll(() => page.getByRole('list', { name: 'Templates' }).locator(':scope > li').count()).toBe(1);
    await page.getByRole('link', { name: templateName }).click();

    await page.getByRole('heading', { name: 'Add Workflow: Fill Connectors' }).waitFor();
    const picker = (name: string) => page.getByRole('button', { name: new RegExp(`^(?!Use simulated).*${name}`) });
    await page.getByRole('button', { name: 'Continue to Designer' }).click();
    await page.getByText(`Please select a connector for ${peopleName}`).waitFor();
    await page.getByText(`Please select a connector for ${notesName}`).waitFor();
    await expectInOrder(user, 'fill connectors, nothing chosen');
    await picker(peopleName).click();
    await page.getByRole('option', { name: 'second' }).click();

    await page.getByRole('link', { name: `Add connector for ${notesName}` }).click();
    await page.waitForURL('**/connectors/add?**');
    await page.getByText('Change application').waitFor();
    await page.getByLabel('Name', { exact: false }).first().fill('my notes');
    await field(page, 'Token').fill('key-of-my-notes');
    await page.getByRole('button', { name: 'Save' }).click();

    await page.waitForURL('**/workflows/add-from-template-id/**');
    await picker(peopleName).getByText('second').waitFor();
    await picker(notesName).getByText('my notes').waitFor();
    await expectInOrder(user, 'fill connectors, all chosen');
    await page.getByRole('button', { name: 'Continue to Designer' }).click();
    await page.waitForURL(/\/workflows\/[\w-]+\/edit/);
    await page.getByText(`My ${templateName}`).first().waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/tab=Last\+Run&workflowInstanceId=/);
    await page.getByText('Succeeded').first().waitFor();
    expect(system.calls.slice(-2)).toMatchObject([
      { url: '/people/first', authorization: 'Bearer key-of-second-0123456789' },
      { url: '/notes', authorization: 'Bearer key-of-my-notes', body: '{"text":"Hello Ada"}' },
    ]);
    expect(user.problems).toEqual([]);
  });

  test('TPL-26: the way back works through a system that first asks the person, too', async () => {
    const server = await startTestAuthorizationServer(`${baseUrl}/api/connectors/callback`);
    onTestFinished(() => server.stop());
    const type = await (await typeMaker(baseUrl))('Crm', {
      authorizationType: 'OAuth',
      baseUrl: `${server.origin}/api`,
      authUrl: `${server.origin}/auth`,
      tokenUrl: `${server.origin}/token`,
      clientId: TEST_CLIENT.id,
      clientSecret: TEST_CLIENT.secret,
      scope: 'openid offline_access',
      additionalData: { connection: { authorizationParameters: { prompt: 'consent' } } },
    });
    const needsCrm: WorkflowStep[] = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'me' },
      { stepId: 'me', type: 'HttpRequest', url: '/me', connectorTypeId: type.id },
    ];
    const id = await makeTemplate(admin.api, newName('Who am I'), { steps: needsCrm });
    const { page } = user;
    await page.goto(`/workflows/add-from-template-id/${id}/`);
    await page.getByRole('link', { name: `Add connector for ${type.name}` }).click();
    await page.getByText('Change application').waitFor();
    await page.getByLabel('Name', { exact: false }).first().fill('my crm');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`**/workflows/add-from-template-id/${id}/?connectorId=*`);
    await toast(page, 'Connector created.');
    await page
      .getByRole('button', { name: new RegExp(type.name) })
      .getByText('my crm')
      .waitFor();
    await page.getByRole('button', { name: 'Continue to Designer' }).click();
    await page.waitForURL(/\/workflows\/[\w-]+\/edit/);
  });

  test('TPL-25: with one connector of each type there is nothing to choose', async () => {
    const other = await newConnectorPerson(baseUrl);
    try {
      const { page, api } = other;
      await makeConnector(api, types.people, 'only-people');
      await makeConnector(api, types.notes, 'only-notes');
      const { templates } = await api('GET /api/workflow-templates', { query: { query: templateName } });
      await page.goto(`/workflows/add-from-template-id/${templates[0]?.id}`);
      await page.getByRole('button', { name: 'Continue to Designer' }).click();
      await page.waitForURL(/\/workflows\/[\w-]+\/edit/);
      const { workflows } = await api('GET /api/workflows');
      expect(workflows.map(({ name }) => name)).toEqual([`My ${templateName}`]);
    } finally {
      await other.close();
    }
  });
});
