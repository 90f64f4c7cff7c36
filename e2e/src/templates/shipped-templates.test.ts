import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectConnectorTypeIds, type WorkflowStep, withConnectors } from '@portage/workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { type ConnectedSystem, createConnectorType, makeConnector, startSystem } from '../connectors/step-system.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const baseUrl = sharedBaseUrl();
const SYSTEMS = join(import.meta.dirname, '../../../packages/connectors/system');

const ORDER = {
  name: '#1001',
  email: 'ada@example.com',
  total_price: '12.50',
  currency: 'EUR',
  created_at: '2026-03-01T10:30:00Z',
  customer: { first_name: 'Ada', last_name: 'Lovelace' },
  line_items: [
    { quantity: 2, title: 'Tea' },
    { quantity: 1, title: 'Pot' },
  ],
};
const stripe = (object: object) => ({ data: { object } });
const REPOSITORY = { name: 'tea', full_name: 'ada/tea' };
const SHOP_CUSTOMER = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone: null,
  default_address: { city: 'London' },
};

interface Expectation {
  payload?: object;
  /** Method, path and a part of the body of each call, in order. */
  calls: [call: string, body: object][];
}

/** Each template's effect for its trigger, in the systems' words. `x` fills the blank fields. */
const EXPECTED: Record<string, Expectation> = {
  'shopify-orders-to-slack': {
    payload: ORDER,
    calls: [['POST /chat.postMessage', { channel: 'x', text: 'New order #1001 of Ada Lovelace: 12.50 EUR\n• 2 × Tea\n• 1 × Pot' }]],
  },
  'paid-shopify-orders-to-google-sheets': {
    payload: ORDER,
    calls: [
      [
        'POST /spreadsheets/x/values/A1:append',
        { values: [['2026-03-01 10:30', '#1001', 'Ada Lovelace', 'ada@example.com', '12.50', 'EUR']] },
      ],
    ],
  },
  'shopify-customers-to-hubspot': {
    payload: SHOP_CUSTOMER,
    calls: [
      [
        'POST /crm/v3/objects/contacts/batch/upsert',
        {
          inputs: [{ idProperty: 'email', id: 'ada@example.com', properties: { firstname: 'Ada', lastname: 'Lovelace', city: 'London' } }],
        },
      ],
    ],
  },
  'low-stock-in-shopify-to-slack': {
    payload: { available: 4, inventory_item_id: 7, location_id: 8 },
    calls: [['POST /chat.postMessage', { text: 'Only 4 left of item 7 at location 8' }]],
  },
  'failed-stripe-payments-to-slack': {
    payload: stripe({ id: 'pi_1', amount: 1234, currency: 'eur', receipt_email: 'ada@example.com' }),
    calls: [
      ['POST /chat.postMessage', { text: 'A payment of 12.34 EUR failed (ada@example.com)\nhttps://dashboard.stripe.com/payments/pi_1' }],
    ],
  },
  'stripe-customers-to-quickbooks': {
    payload: stripe({ id: 'cus_1', name: null, email: 'ada@example.com', phone: '+44 1' }),
    calls: [
      [
        'POST /customer',
        { DisplayName: 'ada@example.com', PrimaryEmailAddr: { Address: 'ada@example.com' }, PrimaryPhone: { FreeFormNumber: '+44 1' } },
      ],
    ],
  },
  'overdue-stripe-invoices-by-email': {
    calls: [
      ['GET /v1/invoices', {}],
      [
        'POST /mail/send',
        {
          personalizations: [{ to: [{ email: 'ada@example.com' }] }],
          from: { email: 'x' },
          subject: 'Your invoice A-1 is overdue',
          content: [{ type: 'text/plain' }],
        },
      ],
    ],
  },
  'github-issues-to-slack': {
    payload: {
      repository: REPOSITORY,
      issue: { number: 5, title: 'Too cold', html_url: 'https://github.com/i/5', user: { login: 'ada' } },
    },
    calls: [['POST /chat.postMessage', { text: 'ada opened #5 in ada/tea: Too cold\nhttps://github.com/i/5' }]],
  },
  'slack-mentions-to-github-issues': {
    payload: { event: { text: '<@U1> The tea is cold\nSince noon', channel: 'C1', ts: '1.2', user: 'U2' } },
    calls: [
      ['POST /repos/x/x/issues', { title: 'The tea is cold', body: 'The tea is cold\nSince noon\n\nWritten in Slack by U2' }],
      ['POST /chat.postMessage', { channel: 'C1', thread_ts: '1.2', text: 'I opened an issue: https://github.com/i/6' }],
    ],
  },
  'github-releases-by-email': {
    payload: {
      repository: REPOSITORY,
      release: { tag_name: 'v2', name: 'Two', body: 'Hotter', prerelease: false, html_url: 'https://github.com/r/2' },
    },
    calls: [
      [
        'POST /mail/send',
        {
          personalizations: [{ to: [{ email: 'x' }] }],
          subject: 'tea v2 is out',
          content: [{ value: 'Two\n\nHotter\n\nhttps://github.com/r/2' }],
        },
      ],
    ],
  },
  'hubspot-contacts-to-salesforce-leads': {
    payload: { properties: { email: 'ada@example.com', firstname: 'Ada', lastname: '', company: null } },
    calls: [
      [
        'POST /services/data/v62.0/sobjects/Lead',
        { LastName: 'ada', FirstName: 'Ada', Company: 'example.com', Email: 'ada@example.com', LeadSource: 'HubSpot' },
      ],
    ],
  },
  'won-salesforce-opportunities-to-slack': {
    payload: { Id: '006', Name: 'Tea for all', StageName: 'Closed Won', Amount: 5000 },
    calls: [['POST /chat.postMessage', { text: 'We won Tea for all: 5000' }]],
  },
  'salesforce-leads-by-sms': {
    payload: { FirstName: 'Ada', LastName: 'Lovelace', Company: 'Engines', Phone: null, MobilePhone: '+44 2' },
    calls: [['POST /Messages.json', { To: 'x', From: 'x', Body: 'New lead: Ada Lovelace, Engines.  +44 2' }]],
  },
  'text-messages-to-slack': {
    payload: { From: '+44 3', Body: 'Is there tea?' },
    calls: [['POST /chat.postMessage', { text: '+44 3 wrote: Is there tea?' }]],
  },
  'website-form-to-hubspot-and-email': {
    payload: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
    calls: [
      [
        'POST /crm/v3/objects/contacts/batch/upsert',
        { inputs: [{ id: 'ada@example.com', properties: { firstname: 'Ada', lastname: 'Lovelace' } }] },
      ],
      ['POST /mail/send', { personalizations: [{ to: [{ email: 'ada@example.com' }] }], subject: 'Thank you for writing to us' }],
    ],
  },
  'daily-shopify-sales-to-slack': {
    calls: [
      ['POST /graphql.json', {}],
      ['POST /chat.postMessage', { text: 'Yesterday: 3 orders, 12.51 EUR, 5.00 USD' }],
    ],
  },
};

const order = (amount: string, currencyCode: string) => ({ id: amount, totalPriceSet: { shopMoney: { amount, currencyCode } } });
const invoice = (id: string, fields: object) => ({
  id,
  number: 'A-1',
  customer_email: 'ada@example.com',
  currency: 'eur',
  amount_remaining: 999,
  ...fields,
});

/** The systems' responses, as far as templates read them. */
function buildResponse(path: string): object {
  if (path === '/v1/invoices') {
    const [past, future] = [1_700_000_000, 4_000_000_000];
    return {
      has_more: false,
      data: [
        invoice('in_1', { due_date: past }),
        invoice('in_2', { due_date: future }),
        invoice('in_3', { due_date: past, customer_email: null }),
      ],
    };
  }
  if (path.endsWith('/issues')) return { html_url: 'https://github.com/i/6' };
  if (path === '/graphql.json') {
    const nodes = [order('10.01', 'EUR'), order('2.50', 'EUR'), order('5', 'USD')];
    return { data: { orders: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } } };
  }
  return { ok: true };
}

/** A call in comparable form: a form body becomes an object, as a JSON body does. */
function parseBody(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

describe('templates that come with Portage, run on the engine against responding systems', () => {
  let system: ConnectedSystem;
  let person: Awaited<ReturnType<typeof signUp>>;
  const connectors = new Map<string, string>();

  beforeAll(async () => {
    system = await startSystem(({ url }) => ({ body: buildResponse(new URL(url, 'http://system').pathname) }));
    person = await signUp(baseUrl);
  });
  afterAll(() => system.close());

  /** A connector of a type with the system's own document and our own address. */
  async function connectorOf(typeId: string): Promise<string> {
    const known = connectors.get(typeId);
    if (known) return known;
    const name = typeId.replace('system-', '');
    const document = readFileSync(join(SYSTEMS, name, 'openapi.yaml'), 'utf8');
    const fields = { name: `${name} ${crypto.randomUUID().slice(0, 8)}`, fileName: `${name}.yaml`, document, baseUrl: system.url };
    const connectorId = await makeConnector(person.api, await createConnectorType(baseUrl, fields), name);
    connectors.set(typeId, connectorId);
    return connectorId;
  }

  /** Fills it in as a person who writes x everywhere. */
  const filled = (steps: readonly WorkflowStep[], email = 'x') =>
    steps.map((step) => {
      if (!('requestParameterMappings' in step)) return step.stepId === 'weekday' ? { ...step, script: 'return true' } : step;
      const mappings = (step.requestParameterMappings ?? []).map((one) => ({
        ...one,
        fromParameterExpression: one.fromParameterExpression || (one.toParameterPath.endsWith('email') ? email : 'x'),
      }));
      return { ...step, requestParameterMappings: mappings };
    }) as WorkflowStep[];

  test('covers every template except the starters, which starters.test.ts runs', async () => {
    const { templates } = await person.api('GET /api/workflow-templates', { query: { pageSize: 100 } });
    const shipped = templates.filter(({ isSystem, isStarter }) => isSystem && !isStarter).map(({ id }) => id.replace('system-', ''));
    expect(shipped.sort()).toEqual(Object.keys(EXPECTED).sort());
  });

  test.each(Object.entries(EXPECTED))('%s', async (name, { payload, calls }) => {
    const { api } = person;
    const { template } = await api('GET /api/workflow-templates/{id}', { params: { id: `system-${name}` } });
    const chosen = new Map<string, string>();
    for (const typeId of collectConnectorTypeIds(template.steps)) chosen.set(typeId, await connectorOf(typeId));
    const steps = withConnectors(filled(template.steps), chosen);
    const { workflow } = await api('POST /api/workflows', { body: { name: `My ${template.name}`, steps } });
    const before = system.calls.length;
    const run = await api('POST /api/workflows/{id}/test-run', { params: { id: workflow.id }, body: { payload: payload ?? {} } });
    expect(await waitForRun(api, run.workflowInstanceId)).toMatchObject({ status: 'Succeeded', errorMessage: null });
    const made = system.calls
      .slice(before)
      .map(({ method, url, body }): [string, unknown] => [
        `${method} ${decodeURIComponent(new URL(url, 'http://system').pathname)}`,
        parseBody(body),
      ]);
    expect(made.map(([call]) => call)).toEqual(calls.map(([call]) => call));
    for (const [at, [call, body]] of calls.entries()) expect(made[at]?.[1], call).toMatchObject(body);
  });

  test.each(Object.entries(EXPECTED))('%s can be finished with simulated systems, and is then active', async (name, { payload }) => {
    const { api } = person;
    const { template } = await api('GET /api/workflow-templates/{id}', { params: { id: `system-${name}` } });
    const chosen = new Map<string, string>();
    for (const connectorTypeId of collectConnectorTypeIds(template.steps)) {
      const { connector } = await api('POST /api/connectors/simulated', { body: { connectorTypeId } });
      expect([connectorTypeId, connector.testedAt]).toEqual([connectorTypeId, expect.any(String)]);
      chosen.set(connectorTypeId, connector.id);
    }
    const steps = withConnectors(filled(template.steps, 'x@example.com'), chosen);
    for (const step of steps) {
      // A number is chosen from the account's numbers.
      const number =
        'requestParameterMappings' in step && step.requestParameterMappings?.find((one) => one.toParameterPath === 'body.phoneNumberSid');
      if (!number || !('eventId' in step)) continue;
      const asked = { connectorId: chosen.get('system-twilio') ?? '', eventId: step.eventId ?? '', parameterPath: number.toParameterPath };
      const { lookups } = await api('POST /api/connectors/find-lookup-options', { body: asked });
      number.fromParameterExpression = String(lookups[0]?.id);
    }
    const { workflow } = await api('POST /api/workflows', { body: { name: `Simulated ${template.name}`, steps } });
    const params = { id: workflow.id };
    await api('POST /api/workflows/{id}/activate', { params });
    expect((await api('GET /api/workflows/{id}', { params })).workflow.isActive).toBe(true);
    const run = await api('POST /api/workflows/{id}/test-run', { params, body: { payload: payload ?? {} } });
    expect(await waitForRun(api, run.workflowInstanceId)).toMatchObject({ status: 'Succeeded', errorMessage: null });
    await api('POST /api/workflows/{id}/deactivate', { params });
  });

  test('every system of every playbook template can be simulated', async () => {
    const { api } = person;
    const { templates } = await api('GET /api/playbook-templates', { query: { pageSize: 100 } });
    const typeIds = new Set(templates.filter(({ isSystem }) => isSystem).flatMap((one) => one.connectorTypes.map(({ id }) => id)));
    expect(typeIds.size).toBeGreaterThanOrEqual(9);
    for (const connectorTypeId of typeIds) {
      const { connector } = await api('POST /api/connectors/simulated', { body: { connectorTypeId } });
      expect([connectorTypeId, connector.testedAt]).toEqual([connectorTypeId, expect.any(String)]);
    }
  });

  test('an opportunity that was announced isn’t announced again', async () => {
    const { api } = person;
    const { template } = await api('GET /api/workflow-templates/{id}', { params: { id: 'system-won-salesforce-opportunities-to-slack' } });
    const chosen = new Map<string, string>();
    for (const typeId of collectConnectorTypeIds(template.steps)) chosen.set(typeId, await connectorOf(typeId));
    const { workflow } = await api('POST /api/workflows', { body: { name: 'Won', steps: withConnectors(filled(template.steps), chosen) } });
    const before = system.calls.length;
    for (const Id of ['1', '2', '1']) {
      const payload = { Id, Name: Id, StageName: 'Closed Won' };
      const run = await api('POST /api/workflows/{id}/test-run', { params: { id: workflow.id }, body: { payload } });
      expect((await waitForRun(api, run.workflowInstanceId)).status).toBe('Succeeded');
    }
    expect(system.calls.length - before).toBe(2);
  });
});
