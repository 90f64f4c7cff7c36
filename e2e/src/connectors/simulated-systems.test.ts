import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activeWebhook, listSteps, postWebhook, readStep, waitForRun } from '../api/runs.ts';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { type ConnectorPerson, field, newConnectorPerson, toast } from './connector-people.ts';

/** Links each step of a list to the next. */
function inOrder(...steps: Record<string, unknown>[]): unknown[] {
  return steps.map((step, index) => ({ ...step, nextStepId: steps[index + 1]?.stepId ?? null }));
}

const start = { stepId: 'start', type: 'Trigger', triggerType: 'Webhook' };

const operation = (stepId: string, connectorId: string, operationId: string, mappings: Record<string, string>, extra: object = {}) => ({
  stepId,
  type: 'ConnectorOperation',
  connectorId,
  operationId,
  requestParameterMappings: Object.entries(mappings).map(([toParameterPath, fromParameterExpression]) => ({
    toParameterPath,
    fromParameterExpression,
  })),
  ...extra,
});

describe('connector types that come with Portage, with their systems simulated', () => {
  let stack: Stack;
  let api: Client<Calls>;
  let person: ConnectorPerson;
  let removeData: () => Promise<void>;

  beforeAll(async () => {
    const { dataDir, remove } = await startedDataDir();
    removeData = remove;
    stack = await startStack({ dataDir, port: await freePort(), env: { PORTAGE_SIMULATE: 'all' } });
    person = await newConnectorPerson(stack.baseUrl);
    ({ api } = person);
  });

  afterAll(async () => {
    await person?.close();
    await stack?.stop();
    await removeData?.();
  });

  const connect = async (connectorTypeId: string, fields: object) =>
    (await api('POST /api/connectors', { body: { name: `My ${connectorTypeId}`, connectorTypeId, ...fields } as never })).connector.id;

  test('a person signs in at the simulated system: the real host is never called', async () => {
    const { page } = person;
    const allow = async (decision: string) => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Allow Portage to use this account?' }).waitFor();
      expect(page.url()).toContain(`${stack.baseUrl}/local/simulators/`);
      await page.getByRole('button', { name: decision, exact: true }).click();
      await page.waitForURL('**/connectors/*/edit');
    };
    // The simulated app is set up, so no Client Id is required.
    await page.goto('/connectors/add?connectorTypeId=system-shopify');
    await field(page, 'Shopify Store Name').fill('portage-demo.myshopify.com');
    await expect.poll(() => field(page, 'Client Id').count()).toBe(0);
    await allow('Allow');
    await toast(page, 'Connector created.');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('The connection to Shopify works.').waitFor();
    await page.getByText(/^Works · tested \d/).waitFor();
    await page.getByRole('button', { name: 'Re-Connect' }).waitFor();

    await page.goto('/connectors/add?connectorTypeId=system-salesforce');
    await field(page, 'Name').fill('Refused');
    await allow('Do not allow');
    await page
      .getByText(/access was not granted/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Re-Connect' }).first().click();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await toast(page, 'Successfully reconnected');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('The connection to Salesforce works.').waitFor();

    await page.goto('/connectors/add?connectorTypeId=system-shopify');
    await field(page, 'Shopify Store Name').fill('another-store');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('There is no store another-store.myshopify.com here. The simulated store is portage-demo.').waitFor();
  });

  test('a person signs in at QuickBooks, which reports its company, and at Zoom', async () => {
    const { page } = person;
    for (const [typeId, title] of [
      ['system-quickbooks', 'QuickBooks Online'],
      ['system-zoom', 'Zoom'],
    ]) {
      await page.goto(`/connectors/add?connectorTypeId=${typeId}`);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Allow Portage to use this account?' }).waitFor();
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await toast(page, 'Connector created.');
      await page.getByRole('button', { name: 'Test connection' }).click();
      await page.getByText(`The connection to ${title} works.`).waitFor();
    }
  });

  test('accepts keys and tokens at the real hosts', async () => {
    const word = 'portage-demo';
    const pasted = { clientId: word, clientSecret: word, accessToken: word, accessTokenSecret: word };
    for (const [typeId, fields] of [
      ['system-netsuite', { ...pasted, customOptions: { accountId: word, entitiesList: 'customer' } }],
      ['system-swapcard', { apiKey: word }],
      ['system-u-api', { apiKey: word, slug: 'portage-demo.market.example' }],
    ] as const) {
      const id = await connect(typeId, fields);
      expect([typeId, await api('POST /api/connectors/{id}/test', { params: { id } })]).toMatchObject([typeId, { isSuccess: true }]);
    }
  });

  test('says whether the connection works', async () => {
    const right = await connect('system-mindbody', { authorizationType: 'Basic', password: 'portage-demo', slug: '-99' });
    expect(await api('POST /api/connectors/{id}/test', { params: { id: right } })).toMatchObject({ isSuccess: true });
    const wrong = await connect('system-mindbody', { authorizationType: 'Basic', password: 'other', slug: '-99' });
    expect(await api('POST /api/connectors/{id}/test', { params: { id: wrong } })).toMatchObject({ isSuccess: false });
  });

  test('a staff member’s login opens what the key by itself doesn’t', async () => {
    const keys = { authorizationType: 'Basic', password: 'portage-demo', slug: '-99' };
    const login = (word: string) => ({ ...keys, username: 'portage-demo', customOptions: { 'staff::password': word } });
    const clients = async (connectorId: string) => {
      const steps = inOrder(start, operation('clients', connectorId, 'GET /client/clients', {}));
      const { webhookUrl } = await activeWebhook(api, 'Clients', steps);
      return (await waitForRun(api, await postWebhook(webhookUrl, {}))).status;
    };
    expect(await clients(await connect('system-mindbody', keys))).toBe('Failed');
    const connectorId = await connect('system-mindbody', login('portage-demo'));
    expect(await clients(connectorId)).toBe('Succeeded');
    const wrong = await connect('system-mindbody', login('other'));
    const tried = await api('POST /api/connectors/{id}/test', { params: { id: wrong } });
    expect(tried).toMatchObject({ isSuccess: false, message: expect.stringContaining('Check the user name and password') });
    await api('PUT /api/connectors/{id}', { params: { id: wrong }, body: { customOptions: { 'staff::password': 'portage-demo' } } });
    expect(await clients(wrong)).toBe('Succeeded');
    const { connector } = await api('GET /api/connectors/{id}', { params: { id: wrong } });
    expect(connector.customOptions['staff::password']).toBe('•'.repeat(20));
  });

  test('products are copied between systems: listed by offset, made by GraphQL, listed there by cursor', async () => {
    const mindbody = await connect('system-mindbody', { authorizationType: 'Basic', password: 'portage-demo', slug: '-99' });
    const shop = await connect('system-shopify-custom-app', { apiKey: 'key', password: 'portage-demo', slug: 'portage-demo' });
    const copy = [
      ...(inOrder(
        start,
        operation(
          'products',
          mindbody,
          'GET /sale/products',
          { 'query["request.limit"]': '2' },
          { useAutoPaging: true, pagedItemsLimit: 100 },
        ),
        {
          stepId: 'each',
          type: 'Loop',
          listContextDataEntityName: '$Steps["products"].Response',
          pagedItemsLimit: 100,
          loopFirstStepId: 'make',
        },
        operation('shop', shop, 'POST /graphql.json#products', { 'body.first': '3' }, { useAutoPaging: true, pagedItemsLimit: 100 }),
        {
          stepId: 'again',
          type: 'Loop',
          listContextDataEntityName: '$Steps["shop"].Response',
          pagedItemsLimit: 100,
          loopFirstStepId: 'seen',
        },
      ) as object[]),
      {
        ...operation('make', shop, 'POST /graphql.json#productCreate', {
          'body.product.title': '$Steps["each"].CurrentItem.Name',
          'body.product.vendor': 'Mindbody',
        }),
        nextStepId: null,
      },
      { stepId: 'seen', type: 'CustomScript', script: 'return Steps["again"].CurrentItem.title', nextStepId: null },
    ];
    const { webhookUrl } = await activeWebhook(api, 'Products to the shop', copy);
    const runId = await postWebhook(webhookUrl, {});
    expect(await waitForRun(api, runId)).toMatchObject({ status: 'Succeeded', errorMessage: null });
    const seen = (await listSteps(api, runId)).filter(({ name }) => name === 'seen');
    const query = { workflowInstanceId: runId };
    const titles = await Promise.all(
      seen.map(
        async ({ id }) => (await api('GET /api/workflows/step-instances/{id}', { params: { id }, query })).stepInstance.stepData?.response,
      ),
    );
    expect(titles).toHaveLength(9);
    expect(titles.slice(5)).toEqual(['Yoga mat', 'Water bottle', 'Towel', 'Shopify Adjustments'].map((body) => ({ body })));
  });

  test('Booker: its location is chosen, its products go to the shop, and an order comes back from the shop', async () => {
    const keys = { authorizationType: 'OAuth', clientId: 'portage-demo', clientSecret: 'portage-demo', apiKey: 'portage-demo' };
    const booker = await connect('system-booker', keys);
    const shop = await connect('system-shopify-custom-app', { apiKey: 'key', password: 'portage-demo', slug: 'portage-demo' });
    const of = { params: { id: booker } };
    const locations = async () => (await api('GET /api/apps/booker/{id}/locations', of)).locations;
    expect(await locations()).toEqual([
      { id: '30234', name: 'Spa Harbour' },
      { id: '30235', name: 'Spa Hill' },
    ]);
    const choose = async (locationId: string) => api('POST /api/apps/booker/{id}/location', { ...of, body: { locationId } });
    expect(await choose('30235')).toEqual({ isSuccess: true, errorMessage: null });
    // The person can still choose another location: one location's token doesn't list the others, but the business's token does.
    expect(await locations()).toHaveLength(2);
    expect(await choose('30234')).toEqual({ isSuccess: true, errorMessage: null });
    expect(await api('POST /api/connectors/{id}/test', of)).toMatchObject({ isSuccess: true });

    const item = '$Steps["each"].CurrentItem';
    const sold = [
      operation('customer', booker, 'POST /v4.1/merchant/customer', {
        'body.Customer.FirstName': 'Ada',
        'body.Customer.LastName': 'Lovelace',
        'body.Customer.Email': 'ada@example.com',
      }),
      operation('found', booker, 'POST /v4.1/merchant/customers', { 'body.Email': 'ada@example.com' }),
      operation('order', booker, 'POST /v4.1/merchant/order', {
        'body.CustomerID': '$Steps["found"].Response.Customers[0].CustomerID',
        'body.Items[0].ProductVariantID': '700',
        'body.Items[0].Quantity': '2',
      }),
      operation('paid', booker, 'POST /v4.1/merchant/order/{id}/add_payment', {
        'path.id': '$Steps["order"].Response.Order.ID',
        'body.PaymentItem.Amount.Amount': '$Steps["order"].Response.Order.FinalTotal.Amount',
        'body.PaymentItem.Method.ID': '11',
        'body.PaymentItem.CustomPaymentMethodID': '901',
      }),
      operation('placed', booker, 'POST /v4.1/merchant/order/{id}/place_order', {
        'path.id': '$Steps["order"].Response.Order.ID',
        'body.ID': '$Steps["order"].Response.Order.ID',
      }),
      operation('stock', booker, 'GET /v4.1/merchant/product/{id}', { 'path.id': '500' }),
    ];
    const steps = [
      ...(inOrder(
        start,
        operation(
          'products',
          booker,
          'POST /v4.1/merchant/products',
          { 'body.PageSize': '3' },
          { useAutoPaging: true, pagedItemsLimit: 100 },
        ),
        {
          stepId: 'each',
          type: 'Loop',
          listContextDataEntityName: '$Steps["products"].Response',
          pagedItemsLimit: 100,
          loopFirstStepId: 'make',
        },
        ...sold,
      ) as object[]),
      {
        ...operation('make', shop, 'POST /graphql.json#productCreate', {
          'body.product.title': `${item}.Name`,
          'body.product.vendor': 'Booker',
        }),
        nextStepId: null,
      },
    ];
    const { webhookUrl } = await activeWebhook(api, 'Booker and the shop', steps);
    const runId = await postWebhook(webhookUrl, {});
    expect(await waitForRun(api, runId)).toMatchObject({ status: 'Succeeded', errorMessage: null });
    expect((await listSteps(api, runId)).filter(({ name }) => name === 'make')).toHaveLength(4);
    expect((await readStep(api, runId, 'placed')).stepData?.response?.body).toMatchObject({ Order: { IsCompleted: true } });
    expect((await readStep(api, runId, 'stock')).stepData?.response?.body).toMatchObject({
      Product: { ProductVariants: [{ Inventory: 7 }] },
    });
    const shown = JSON.stringify(await readStep(api, runId, 'products'));
    expect(shown).not.toContain('booker-token');

    // Its refusals have status 200.
    const refusing = inOrder(start, operation('none', booker, 'GET /v4.1/merchant/product/{id}', { 'path.id': '1' }));
    const other = await activeWebhook(api, 'No such product', refusing);
    expect(await waitForRun(api, await postWebhook(other.webhookUrl, {}))).toMatchObject({
      status: 'Failed',
      errorMessage: expect.stringContaining('The product was not found.'),
    });
  });

  test('fields offer the account’s values', async () => {
    const mindbody = await connect('system-mindbody', { authorizationType: 'Basic', password: 'portage-demo', slug: '-99' });
    const shop = await connect('system-shopify-custom-app', { apiKey: 'key', password: 'portage-demo', slug: 'portage-demo' });
    const location = { connectorId: mindbody, operationId: 'GET /sale/products', parameterPath: 'query["request.locationId"]' };
    expect(await api('POST /api/connectors/find-lookup-options', { body: location })).toEqual({
      lookups: [{ id: '1', name: 'Studio Harbour' }],
    });
    const product = {
      connectorId: mindbody,
      operationId: 'POST /sale/updateproductprice',
      parameterPath: 'body.BarcodeId',
      searchValue: 'bottle',
    };
    expect(await api('POST /api/connectors/find-autocomplete-options', { body: product })).toEqual({
      options: [{ id: '4006381333948', name: 'Water bottle' }],
    });
    const warehouse = { connectorId: shop, operationId: 'POST /graphql.json#inventoryLevels', parameterPath: 'body.locationId' };
    expect(await api('POST /api/connectors/find-lookup-options', { body: warehouse })).toMatchObject({
      lookups: [{ id: 'gid://shopify/Location/1', name: expect.stringContaining('Main warehouse') }],
    });
  });

  test('the system’s refusal is reported in its own words', async () => {
    const mindbody = await connect('system-mindbody', { authorizationType: 'Basic', password: 'portage-demo', slug: '-99' });
    const steps = inOrder(
      start,
      operation('sell', mindbody, 'POST /sale/updateproductprice', { 'body.BarcodeId': 'none', 'body.Price': '3' }),
    );
    const { webhookUrl } = await activeWebhook(api, 'A price', steps);
    expect(await waitForRun(api, await postWebhook(webhookUrl, {}))).toMatchObject({
      status: 'Failed',
      errorMessage: expect.stringContaining('The product was not found.'),
    });
  });
});
