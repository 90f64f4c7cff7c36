import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStep, waitForRun } from '../api/runs.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type ConnectorPerson, newConnectorPerson, toast, typeMaker, uploadDocument } from './connector-people.ts';

const text = { type: 'string' };
const BOOK = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer', readOnly: true }, title: text, shelf: text },
};
const json = (schema: object) => ({ description: 'Done', content: { 'application/json': { schema } } });
const LIBRARY = {
  openapi: '3.0.3',
  info: { title: 'Library', version: '1' },
  servers: [{ url: 'https://api.library.example/v1' }],
  security: [{ key: [] }],
  paths: {
    '/books': {
      get: {
        summary: 'List books',
        parameters: [{ name: 'title', in: 'query', schema: text }],
        responses: { 200: json({ type: 'object', properties: { books: { type: 'array', items: BOOK }, total: { type: 'integer' } } }) },
      },
      post: {
        summary: 'Add a book',
        requestBody: { required: true, content: { 'application/json': { schema: BOOK } } },
        responses: { 201: json(BOOK) },
      },
    },
    '/books/{id}': {
      get: {
        summary: 'Get a book',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: json(BOOK) },
      },
    },
  },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
};

const baseUrl = sharedBaseUrl();
let person: ConnectorPerson;
let type: { id: string; name: string };

beforeAll(async () => {
  const makeType = await typeMaker(baseUrl);
  const openApiDocument = await uploadDocument(baseUrl, LIBRARY);
  type = await makeType('Library', { openApiDocument, baseUrl: 'https://api.library.example/v1' });
  person = await newConnectorPerson(baseUrl);
});
afterAll(() => person?.close());

const step = (stepId: string, operationId: string, connectorId: string, nextStepId: string | null, values: Record<string, string>) => ({
  stepId,
  type: 'ConnectorOperation',
  connectorId,
  operationId,
  nextStepId,
  requestParameterMappings: Object.entries(values).map(([toParameterPath, fromParameterExpression]) => ({
    toParameterPath,
    fromParameterExpression,
  })),
});

test('a type made by a person is simulated from its document with one click, and the second call sees what the first one wrote', async () => {
  const { page, api } = person;
  await page.goto(`/connectors/add?connectorTypeId=${type.id}`);
  const button = page.getByRole('button', { name: `Use simulated ${type.name}` });
  await button.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button.click();
  await toast(page, 'Connector created.');
  await page.waitForURL('**/connectors/*/edit');
  await page.getByText(/^Works · tested \d/).waitFor();
  const { connectors } = await api('GET /api/connectors');
  const [connector] = connectors;
  expect(connector).toMatchObject({ isSimulated: true, connectorTypeId: type.id });

  const id = connector?.id ?? '';
  const title = `A book ${crypto.randomUUID()}`;
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'add' },
    step('add', 'POST /books', id, 'get', { 'body.title': title, 'body.shelf': 'B' }),
    step('get', 'GET /books/{id}', id, 'list', { 'path.id': '$Steps["add"].Response.id' }),
    step('list', 'GET /books', id, null, { 'query.title': title }),
  ];
  const { workflow } = await api('POST /api/workflows', { body: { name: 'Library', steps: steps as never } });
  const run = await api('POST /api/workflows/{id}/test-run', { params: { id: workflow.id }, body: { payload: {} } });
  expect(await waitForRun(api, run.workflowInstanceId)).toMatchObject({ status: 'Succeeded', errorMessage: null });
  const answerOf = async (name: string) => (await readStep(api, run.workflowInstanceId, name)).stepData?.response?.body;
  const added = await answerOf('add');
  expect(added).toMatchObject({ id: expect.any(Number), title, shelf: 'B' });
  expect(await answerOf('get')).toEqual(added);
  expect(await answerOf('list')).toMatchObject({ total: 1, books: [added] });

  await page.goto(`/local/simulators?system=${type.id}&entity=books`);
  await page.getByText(title).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(person.problems).toEqual([]);
});

test('an application without a document isn’t simulated, and the message says what to do', async () => {
  const makeType = await typeMaker(baseUrl);
  const { id } = await makeType('Bare', { baseUrl: 'https://bare.example' });
  const making = person.api('POST /api/connectors/simulated', { body: { connectorTypeId: id } });
  await expect(making).rejects.toThrow(/has no OpenAPI document, so it cannot be simulated\. Add a document/);
});
