import { readFile } from 'node:fs/promises';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, signIn } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { PETS_DOCUMENT } from './pets.ts';

describe('the Api Editor', () => {
  let opened: OpenBrowser;
  let page: Page;
  let api: Client<Calls>;
  let typeId: string;
  let name: string;

  beforeAll(async () => {
    api = await signIn(sharedBaseUrl(), ADMIN);
    opened = await launchBrowser(sharedBaseUrl());
    page = opened.page;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAs(page, ADMIN);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    name = `Pets ${crypto.randomUUID().slice(0, 8)}`;
    typeId = await makeType(PETS_DOCUMENT);
  });
  afterEach(() => page.emulateMedia({ colorScheme: null }));

  async function makeType(yaml: string | null): Promise<string> {
    const { connectorType } = await api('POST /api/connector-types', {
      body: { name, baseUrl: 'https://api.pets.example', authorizationType: 'ApiKey', visibility: 'AllUsers' },
    });
    if (yaml) {
      const saved = await api('PUT /api/connector-types/{id}/yaml', { params: { id: connectorType.id }, body: { yaml } });
      expect(saved.errors).toEqual([]);
    }
    return connectorType.id;
  }
  const textOf = async (id = typeId) => (await api('GET /api/connector-types/{id}/yaml', { params: { id } })).yaml;
  const goTo = async (query = '', id = typeId) => {
    await page.goto(`/admin/connectorTypes/${id}/editor${query}`);
    await page.getByRole('tablist', { name: 'Views of the document' }).waitFor();
  };
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  const save = async (saved: string) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(`${saved} saved`).first().waitFor();
  };

  test('CTYPE-17..27: an operation is added with parameters from a sample, saved, offered to connectors, exported and sound', async () => {
    await goTo();
    await page.getByRole('button', { name: 'Add operation' }).click();
    await field('Description').fill('Makes an order');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    for (const label of ['Id', 'Name', 'Resource', 'Url']) await page.getByText(`Please input ${label}`, { exact: true }).waitFor();
    await field('Name').fill('Add an order');
    await field('Id').fill('addOrder');
    await field('Resource').fill('Orders');
    await field('Url').fill('/shops/{shop}/orders');
    await page
      .getByRole('button', { name: /^Get|GET Method|Method/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'POST', exact: true }).click();

    const parameters = page.locator('section', { has: page.getByRole('heading', { name: 'Parameters' }) });
    await parameters.getByRole('tab', { name: 'JsonImport' }).click();
    await parameters.getByRole('textbox', { name: 'JSON' }).fill('{ "number": "A-1", ');
    await parameters.getByRole('button', { name: 'Add what is new' }).click();
    await parameters.getByText(/^This is not JSON/).waitFor();
    await parameters
      .getByRole('textbox', { name: 'JSON' })
      .fill(JSON.stringify({ number: 'A-1', total: 12.5, customer: { email: 'a@b.example' }, lines: [{ sku: 'tea', count: 2 }] }));
    await parameters.getByRole('button', { name: 'Add what is new' }).click();
    await parameters.getByRole('button', { name: /^number/ }).waitFor();
    await parameters.getByRole('tab', { name: 'DescriptionImport' }).click();
    await parameters
      .getByRole('textbox', { name: 'Text' })
      .fill('number - The order’s number\ncustomer.email: Who ordered\nnosuch: Nothing');
    await parameters.getByRole('button', { name: 'Import descriptions' }).click();
    await parameters.getByText('2 fields are described. Unknown fields: nosuch.').waitFor();
    await parameters.getByRole('tab', { name: 'Schema', exact: true }).click();

    await parameters.getByRole('button', { name: /^number/ }).click();
    await parameters.getByText('IsRequired', { exact: true }).click();
    await parameters.getByText('AlwaysLog', { exact: true }).click();
    await parameters.getByRole('button', { name: /^number/ }).click();
    await parameters.getByRole('button', { name: 'Add parameter' }).click();
    await parameters.getByRole('textbox', { name: 'Name' }).last().fill('X-Shop');
    await parameters.getByRole('button', { name: /Kind$/ }).last().click();
    await page.getByRole('option', { name: 'Header' }).click();
    await save('Add an order');

    const { schema } = await api('GET /api/connector-types/{id}/edit-schema', { params: { id: typeId } });
    expect(schema.operations.find(({ id }) => id === 'POST /shops/{shop}/orders')).toMatchObject({
      name: 'Add an order',
      resourceId: 'Orders',
    });
    const { connector } = await api('POST /api/connectors', { body: { name, connectorTypeId: typeId, apiKey: 'key' } });
    const { requestSchema } = await api('GET /api/connectors/{id}/operation-schema', {
      params: { id: connector.id },
      query: { operationId: 'POST /shops/{shop}/orders' },
    });
    const groups = requestSchema.properties as {
      name: string;
      properties: { name: string; type: string; isRequired: boolean; description?: string }[];
    }[];
    expect(groups.map(({ name: group }) => group)).toEqual(['path', 'header', 'body']);
    expect(groups[2]?.properties).toMatchObject([
      { name: 'number', type: 'String', isRequired: true, description: 'The order’s number' },
      { name: 'total', type: 'Number' },
      { name: 'customer', type: 'Object', properties: [{ name: 'email', description: 'Who ordered' }] },
      { name: 'lines', type: 'Array' },
    ]);

    // Everything unknown to the editor stays as it was written, including comments.
    const text = await textOf();
    expect(
      text
        .split('\n')
        .filter((line) => !PETS_DOCUMENT.includes(line))
        .join('\n'),
    ).toMatch(/^ {2}\/shops\/\{shop\}\/orders:/);
    for (const line of PETS_DOCUMENT.split('\n')) expect(text).toContain(line);
    expect(text).toContain('x-always-log: true');

    await page.getByRole('tab', { name: 'YAML' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export YAML' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`${name}.yaml`);
    const exported = await readFile(await download.path(), 'utf8');
    expect(exported).toBe(text);
    const again = await makeType(exported);
    expect((await api('GET /api/connector-types/{id}/yaml', { params: { id: again } })).errors).toEqual([]);
  });

  test('CTYPE-25: every data type can be chosen, with objects in lists in objects, and multiple choices', async () => {
    await goTo(`?operation=${encodeURIComponent('GET /pets')}`);
    const answer = page.locator('section', { has: page.getByRole('heading', { name: /^Response/ }) });
    const choose = async (label: string, type: string) => {
      await answer
        .getByRole('button', { name: new RegExp(`${label}$`) })
        .last()
        .click();
      await page.getByRole('option', { name: type, exact: true }).click();
    };
    await choose('Data type', 'Object');
    await answer.getByRole('button', { name: 'Add property' }).click();
    await answer.getByRole('textbox', { name: 'Name' }).fill('pets');
    await choose('Data type', 'Array');
    await choose('Item type', 'OneOfObject');
    await answer.getByRole('textbox', { name: 'Discriminator' }).fill('kind');
    await answer.getByRole('textbox', { name: 'Title of choice 1' }).fill('Cat');
    await answer.getByRole('button', { name: 'Add choice' }).click();
    await answer.getByRole('textbox', { name: 'Title of choice 2' }).fill('Dog');
    for (const type of ['Int', 'Number', 'Bool', 'Date', 'String']) {
      await answer.getByRole('button', { name: 'Add property' }).first().click();
      await answer.getByRole('textbox', { name: 'Name', exact: true }).nth(1).fill(type);
      await answer
        .getByRole('button', { name: /Data type$/ })
        .nth(2)
        .click();
      await page.getByRole('option', { name: type, exact: true }).click();
      await answer.getByRole('button', { name: new RegExp(`^${type}`), expanded: true }).click();
    }
    await save('List pets');
    const { operation } = await api('GET /api/connector-types/{id}/edit-operation', {
      params: { id: typeId },
      query: { operationId: 'GET /pets' },
    });
    expect(operation).toMatchObject({
      'x-own': 'kept, too',
      responses: {
        200: {
          description: 'ok',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  pets: {
                    type: 'array',
                    items: {
                      discriminator: { propertyName: 'kind' },
                      oneOf: [
                        {
                          title: 'Cat',
                          properties: {
                            Int: { type: 'integer' },
                            Number: { type: 'number' },
                            Bool: { type: 'boolean' },
                            Date: { type: 'string', format: 'date-time' },
                            String: { type: 'string' },
                          },
                        },
                        { title: 'Dog' },
                      ],
                    },
                  },
                },
              },
            },
          },
        },
      },
    });
  });

  test('the list is searched, and operations are hidden and deleted, by keyboard alone', async () => {
    await goTo();
    await page.getByRole('searchbox', { name: 'Search operations' }).fill('pets list');
    await page.getByRole('option').first().waitFor();
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    const list = page.getByRole('listbox', { name: 'Operations and events' });
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'List pets' }).waitFor();
    await page.getByRole('button', { name: 'Hide', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('List pets is hidden').first().waitFor();
    await page.getByRole('option', { name: /Hidden/ }).waitFor();
    const { schema } = await api('GET /api/connector-types/{id}/edit-schema', { params: { id: typeId } });
    expect(schema.operations.find(({ id }) => id === 'GET /pets')?.isHidden).toBe(true);

    await list.focus();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('List pets deleted').first().waitFor();
    expect(await textOf()).not.toContain('listPets');
    expect(await textOf()).toContain('addPet');
  });

  test('CTYPE-23: an event is added by hand', async () => {
    await goTo();
    await page.getByRole('button', { name: 'Add event' }).click();
    await field('Name').fill('Pet sold');
    await field('Id').fill('pets/sold');
    await field('Resource').fill('pets');
    const wiring = page.getByRole('textbox', { name: 'How it is delivered (x-event)' });
    await wiring.fill('{ "match": ');
    await page.getByText(/^This is not JSON/).waitFor();
    await wiring.fill('{ "match": { "in": "header", "name": "x-topic", "equals": "pets/sold" } }');
    const payload = page.locator('section', { has: page.getByRole('heading', { name: 'Payload' }) });
    await payload.getByRole('tab', { name: 'JsonImport' }).click();
    await payload.getByRole('textbox', { name: 'JSON' }).fill('{"id": 7, "price": 1.5}');
    await payload.getByRole('button', { name: 'Replace all' }).click();
    await payload.getByRole('button', { name: /^id/ }).waitFor();
    await save('Pet sold');
    const { item, member } = await api('GET /api/connector-types/{id}/edit-event', {
      params: { id: typeId },
      query: { eventId: 'pets/sold' },
    });
    expect(member).toBe('webhooks');
    expect(item).toMatchObject({
      post: {
        'x-event': { match: { equals: 'pets/sold' } },
        requestBody: { content: { 'application/json': { schema: { properties: { id: { type: 'integer' } } } } } },
      },
    });
  });

  test('an entity is added; its errors are reported with their place, and change nothing', async () => {
    await goTo('?view=entities');
    await page.getByText('No entities yet').waitFor();
    await page.getByRole('button', { name: 'Add entity' }).focus();
    await page.keyboard.press('Enter');
    const definition = page.getByRole('textbox', { name: 'Definition' });
    await field('Name').fill('Pets');
    await definition.fill('{ "idPath": ');
    await page.getByText(/^This is not JSON/).waitFor();
    const pets = { idPath: 'uuid', namePath: 'name', list: { operation: 'GET /pets', values: {} } };
    await definition.fill(JSON.stringify({ ...pets, list: { ...pets.list, operation: 'GET /animals' } }, null, 2));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const errors = page.getByRole('list', { name: 'Errors of the document' });
    await errors
      .getByText(/There is no operation "GET \/animals" in this document\. \(line \d+, #\/x-entities\/Pets\/list\/operation\)/)
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await textOf()).toBe(PETS_DOCUMENT);

    await definition.fill(JSON.stringify({ ...pets, idPath: 'name' }, null, 2));
    await save('Pets');
    const { entities } = await api('GET /api/connector-types/{id}/edit-entities', { params: { id: typeId } });
    expect(entities).toEqual([{ name: 'Pets', definition: { ...pets, idPath: 'name' } }]);
    // Its name is in the address, and a new name replaces it.
    await expect.poll(() => page.url()).toContain('entity=Pets');
    await field('Name').fill('Animals');
    await save('Animals');
    await page
      .getByRole('list', { name: 'Entities' })
      .getByRole('button', { name: /^Animals\s+Source/ })
      .waitFor();
    expect(await textOf()).not.toContain('Pets:\n    idPath');

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Animals deleted').first().waitFor();
    expect(await textOf()).not.toContain('x-entities');
  });

  test('CTYPE-22: the text is edited; errors are reported with their line, and change nothing', async () => {
    await goTo('?view=yaml');
    const editor = page.locator('.monaco-editor').first();
    await editor.waitFor();
    await editor.click({ position: { x: 300, y: 20 } });
    const write = async (text: string) => {
      // Pasted: the editor would indent typed text.
      await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Control+V');
    };
    await write(PETS_DOCUMENT.replace('    get:\n      operationId: listPets', '    get: 5\n    put:\n      operationId: listPets'));
    await page.keyboard.press('Control+S');
    await page
      .getByText(/\(1st of \d+ errors\)/)
      .first()
      .waitFor();
    const problem = page.getByRole('list', { name: 'Problems of the document' }).getByRole('button', { name: /line 8/ });
    await problem.click();
    await page.locator('.monaco-editor .squiggly-error').first().waitFor();
    expect(await textOf()).toBe(PETS_DOCUMENT);

    await editor.click({ position: { x: 300, y: 20 } });
    await write(PETS_DOCUMENT.replace('operationId: listPets', 'operationId: findPets'));
    // Leaving asks, and can be declined.
    await page.getByRole('tab', { name: /^Operations/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await save(name);
    expect(await textOf()).toContain('findPets');
    await page.getByRole('tab', { name: /^Operations/ }).click();
    await page.getByRole('option', { name: /Find pets/ }).waitFor();
  });

  test('two tabs: the second is refused and chooses between their version and its own', async () => {
    await goTo(`?operation=${encodeURIComponent('POST /pets')}`);
    await field('Description').fill('Mine');
    await api('PUT /api/connector-types/{id}/yaml', {
      params: { id: typeId },
      body: { yaml: PETS_DOCUMENT.replace('operationId: listPets', 'operationId: theirs') },
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Another person changed this document' });
    await question.getByRole('button', { name: 'Continue editing' }).click();
    expect(await textOf()).not.toContain('Mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await question.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByText('Add pet saved').first().waitFor();
    const both = await textOf();
    expect(both).toContain('Mine');
    expect(both).toContain('theirs');

    await field('Description').fill('Mine again');
    await api('PUT /api/connector-types/{id}/yaml', { params: { id: typeId }, body: { yaml: PETS_DOCUMENT } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await question.getByRole('button', { name: 'Load theirs' }).click();
    await expect.poll(() => field('Description').inputValue()).toBe('');
    expect(await textOf()).toBe(PETS_DOCUMENT);
  });

  test('unsaved edits are asked about when going to another operation or another page', async () => {
    await goTo(`?operation=${encodeURIComponent('POST /pets')}`);
    await field('Description').fill('Not kept');
    await page.getByRole('option', { name: /List pets/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => field('Description').inputValue()).toBe('Not kept');
    await page.getByRole('link', { name: 'Connector Types' }).first().click();
    await page.getByRole('button', { name: 'Stay', exact: true }).click();
    await page.getByRole('option', { name: /List pets/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave it' }).click();
    await page.getByRole('heading', { name: 'List pets' }).waitFor();
    expect(await textOf()).toBe(PETS_DOCUMENT);
  });

  test('a document of 1,500 operations: few rows in the page, one operation loaded, saved in a moment', async () => {
    const operation = (at: number) => ({
      operationId: `op${at}`,
      summary: `Operation ${at}`,
      'x-resource': `Things ${at % 40}`,
      description: 'x'.repeat(1_500),
      parameters: Array.from({ length: 10 }, (_, index) => ({
        name: `p${index}`,
        in: 'query',
        description: 'y'.repeat(100),
        schema: { type: 'string' },
      })),
      responses: { 200: { description: 'OK' } },
    });
    const paths = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`/things/${at}`, { get: operation(at) }]));
    const id = await makeType(JSON.stringify({ openapi: '3.0.3', info: { title: 'Large', version: '1' }, paths }, null, 2));
    await goTo('', id);
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option').count()).toBeLessThan(60);
    await page.getByRole('searchbox', { name: 'Search operations' }).fill('operation 777');
    await page.getByRole('option', { name: /Operation 777/ }).click();
    await page.getByRole('heading', { name: 'Operation 777' }).waitFor();
    await field('Description').fill('Changed');
    await save('Operation 777');
    const { operation: saved } = await api('GET /api/connector-types/{id}/edit-operation', {
      params: { id },
      query: { operationId: 'GET /things/777' },
    });
    expect(saved).toEqual({ ...operation(777), description: 'Changed' });
  });

  test.each(['light', 'dark'] as const)('axe finds nothing in the editor, %s', async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    await goTo(`?operation=${encodeURIComponent('POST /pets')}`);
    await page.getByRole('button', { name: 'Add parameter' }).click();
    await page.getByRole('button', { name: 'Default, choices, lookup…' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await goTo('?event=petBorn');
    await page.getByRole('heading', { name: 'Payload' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await goTo('?view=yaml');
    await page.locator('.monaco-editor .view-line').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('a type that comes with Portage can be viewed but not changed', async () => {
    const { connectorTypes } = await api('GET /api/connector-types', { query: { pageSize: 100 } });
    const system = connectorTypes.find((type) => type.isSystem && type.openApiDocument);
    if (!system) return;
    await goTo('', system.id);
    await page.getByText('Built in, read-only').waitFor();
    await page.getByRole('option').first().click();
    await field('Url').waitFor();
    expect(await field('Url').getAttribute('readonly')).not.toBeNull();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
  });
});
