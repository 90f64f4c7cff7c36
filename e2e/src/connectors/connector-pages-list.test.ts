import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type ConnectorPerson, choose, newConnectorPerson, toast, typeMaker, uploadDocument } from './connector-people.ts';
import { startKeySystem } from './key-system.ts';

const baseUrl = sharedBaseUrl();
const LONG = 'A name of a hundred characters, which is as long as a name of a connector was thought to become: yes';

describe('the list of connectors', () => {
  let person: ConnectorPerson;
  let makeType: Awaited<ReturnType<typeof typeMaker>>;
  let keys: Awaited<ReturnType<typeof startKeySystem>>;
  beforeAll(async () => {
    [person, makeType, keys] = await Promise.all([newConnectorPerson(baseUrl), typeMaker(baseUrl), startKeySystem()]);
  });
  afterAll(() => Promise.all([person?.close(), keys?.stop()]));

  const make = async (name: string, connectorTypeId: string) =>
    (await person.api('POST /api/connectors', { body: { name, connectorTypeId, apiKey: 'k' } })).connector.id;

  async function chooseInRow(row: string, action: string): Promise<void> {
    await person.page
      .getByRole('row')
      .filter({ hasText: row })
      .getByRole('button', { name: /^More actions for/ })
      .click();
    await person.page.getByRole('menuitem', { name: action }).click();
  }

  async function expectInOrder(path: string): Promise<void> {
    const { page } = person;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page), `${path} ${colorScheme}`).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  }

  test('without connectors, explains what they are for and links to adding one', async () => {
    const { page } = person;
    await page.goto('/connectors');
    await page.getByText('No connectors yet').waitFor();
    await expectInOrder('/connectors, empty');
    await page.getByRole('link', { name: 'Add your first connector' }).click();
    await page.waitForURL('**/connectors/add');
  });

  test('CONN-01, CONN-06: shows ten per page, found by type and name', async () => {
    const { page } = person;
    const [shop, books] = [await makeType('Shop', { baseUrl: keys.origin }), await makeType('Books', { baseUrl: keys.origin })];
    for (let at = 1; at <= 11; at += 1) await make(`Shop ${at}`, shop.id);
    await make('Ledger', books.id);
    await page.goto('/connectors');
    await page.getByText('1–10 of 12').waitFor();
    expect(await page.getByRole('row').count()).toBe(11);
    await choose(page, 'Type', books.name);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('row').filter({ hasText: 'Ledger' }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await choose(page, 'Type', 'All');
    await page.getByRole('textbox', { name: 'Name' }).fill('shop 1');
    await page.keyboard.press('Enter');
    await page.getByText('1–3 of 3').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('no such');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing matches the search').waitFor();
  });

  test('HOSTILE 31: shows names as written, however long; nothing in them runs', async () => {
    const { page } = person;
    const type = await makeType('Names', { baseUrl: keys.origin });
    await make('<img src=x onerror="document.title=1">', type.id);
    const id = await make(LONG, type.id);
    await page.goto('/connectors');
    await page.getByText('<img src=x onerror').waitFor();
    await page.getByText(LONG).waitFor();
    await expectInOrder('/connectors, full');
    await page.goto(`/connectors/${id}/edit`);
    await page.getByRole('button', { name: 'Test connection' }).waitFor();
    await expectInOrder('/connectors/{id}/edit');
    await page.setViewportSize({ width: 390, height: 844 });
    onTestFinished(() => page.setViewportSize({ width: 1440, height: 900 }));
    for (const path of ['/connectors', '/connectors/add', `/connectors/${id}/edit`, `/connectors/addPopup?connectorTypeId=${type.id}`]) {
      await page.goto(path);
      await page.getByRole('button').first().waitFor();
      await page.waitForLoadState('networkidle');
      await expectInOrder(`${path} on a phone`);
    }
    expect(person.problems).toEqual([]);
  });

  test('CONN-02, CONN-21: deletes after asking, from the row and by Disconnect', async () => {
    const { page } = person;
    const type = await makeType('Gone', { baseUrl: keys.origin });
    await make('To delete', type.id);
    const other = await make('To disconnect', type.id);
    await page.goto('/connectors?name=To%20');
    const row = page.getByRole('row').filter({ hasText: 'To delete' });
    await chooseInRow('To delete', 'Delete');
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'No' }).click();
    // A right click on the row opens the same menu.
    await row.getByText('Gone').click({ button: 'right' });
    await page.getByRole('menu', { name: 'More actions for To delete' }).getByRole('menuitem', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Connector deleted.');
    await page.waitForURL((url) => url.pathname === '/connectors');
    await row.waitFor({ state: 'detached' });
    await page.goto(`/connectors/${other}/edit`);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL((url) => url.pathname === '/connectors');
    await toast(page, 'Connector deleted.');
    // A deleted connector's page says that it is deleted.
    await page.goto(`/connectors/${other}/edit`);
    await page.getByRole('main').getByText('Error loading connector').waitFor();
    await page.getByRole('link', { name: 'Back to Connectors' }).waitFor();
    person.problems.length = 0;
  });

  test('CONN-22: for types that require it, shows a message and opens the system after a second', async () => {
    const { page } = person;
    const type = await makeType('External', {
      baseUrl: keys.origin,
      needSlug: true,
      additionalData: { connection: { disconnectUrl: 'https://{slug}.example.com/apps' } },
    });
    await person.api('POST /api/connectors', { body: { name: 'External', connectorTypeId: type.id, apiKey: 'k', slug: 'acme' } });
    await page.route('https://acme.example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Apps of Acme</title>' }),
    );
    await page.goto('/connectors?name=External');
    // By the page's own clock: on a busy machine the test may look late.
    await page.evaluate(() => {
      const note = (name: string) => sessionStorage.setItem(name, sessionStorage.getItem(name) ?? String(Date.now()));
      const look = () => document.body.textContent?.includes('Connector deleted. Please wait.') && note('told');
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      addEventListener('pagehide', () => note('left'));
    });
    await chooseInRow('External', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('https://acme.example.com/apps');
    await page.goto('/connectors');
    const [told, left] = await page.evaluate(() => ['told', 'left'].map((name) => Number(sessionStorage.getItem(name))));
    expect(told).toBeGreaterThan(0);
    expect((left ?? 0) - (told ?? 0)).toBeGreaterThan(500);
  });

  test('CONN-04: the account’s own fields are reread from the row and from the page', async () => {
    const { page } = person;
    const openApiDocument = await uploadDocument(baseUrl, {
      openapi: '3.1.0',
      info: { title: 'Own fields', version: '1' },
      'x-custom-parameters': [{ operation: 'GET /fields', into: ['POST /things#/body'] }],
      paths: {
        '/fields': { get: { responses: { 200: { description: 'Fields' } } } },
        '/things': {
          post: {
            requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } } },
            responses: { 201: { description: 'Made' } },
          },
        },
      },
    });
    const type = await makeType('Own fields', { baseUrl: keys.origin, hasCustomParameters: true, openApiDocument });
    const id = await make('With own fields', type.id);
    await page.goto('/connectors?name=With%20own');
    await chooseInRow('With own fields', 'Re-Sync Parameters');
    await toast(page, 'Custom fields updated.');
    await page.goto(`/connectors/${id}/edit`);
    await page.getByRole('button', { name: 'Re-Sync Parameters' }).click();
    await toast(page, 'Custom fields updated.');
    const { requestSchema } = await person.api('GET /api/connectors/{id}/operation-schema', {
      params: { id },
      query: { operationId: 'POST /things' },
    });
    expect(JSON.stringify(requestSchema)).toContain('Shoe size');
  });

  test('a connector that an active workflow uses stays, and the message names the workflow', async () => {
    const { page } = person;
    const type = await makeType('Used', { baseUrl: keys.origin });
    const connectorId = await make('In use', type.id);
    const { workflow } = await person.api('POST /api/workflows', {
      body: {
        name: 'Uses it',
        steps: [
          { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'call' },
          { stepId: 'call', type: 'HttpRequest', httpMethod: 'GET', url: `${keys.origin}/bearer`, connectorId },
        ] as never,
      },
    });
    await person.api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
    await page.goto('/connectors?name=In%20use');
    await chooseInRow('In use', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'The connector is used by active workflows: “Uses it”. Deactivate them first.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click();
  });

  test('a list that can’t be loaded says so, and can be tried again', async () => {
    const { page } = person;
    await page.route('**/api/connectors?*', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
    await page.goto('/connectors');
    await toast(page, 'Error loading connectors');
    await page.unroute('**/api/connectors?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('row').filter({ hasText: 'In use' }).waitFor();
  });
});
