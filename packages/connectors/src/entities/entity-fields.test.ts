import { describe, expect, test } from 'vitest';
import { documentInMemory } from '../openapi/document-source.ts';
import { type EntityField, entitySourceFields, entityTargetFields } from './entity-fields.ts';

const text = { type: 'string' };
const schema = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const json = (content: object) => ({ content: { 'application/json': { schema: content } } });
const buildResponses = (content: object) => ({ '200': { description: 'ok', ...json(content) } });

const node = schema({ name: text, parent: { $ref: '#/components/schemas/Node' } });
const order = schema({
  id: text,
  customer: schema({ firstName: text, defaultAddress: schema({ city: text }) }),
  lines: { type: 'array', items: schema({ sku: text, price: { type: 'number' } }) },
  tags: { type: 'array', items: text },
  node: { $ref: '#/components/schemas/Node' },
});
const input = schema(
  {
    order: schema(
      {
        name: { ...text, description: 'As people know it' },
        state: { ...text, enum: ['open', 'paid'], 'x-advanced': true },
        secret: { ...text, 'x-hide': true },
        made: { ...text, readOnly: true },
        reference: text,
        lines: { type: 'array', items: schema({ sku: text, quantity: { type: 'integer' } }, ['sku']) },
        variants: { type: 'array', items: schema({ price: text, label: text }, ['price', 'label']) },
      },
      ['name', 'lines', 'variants'],
    ),
  },
  ['order'],
);

function buildDocument(entity: object, properties: object = {}) {
  const document = documentInMemory({
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: { responses: buildResponses(schema({ items: { type: 'array', items: schema({ ...order.properties, ...properties }) } })) },
        post: { requestBody: json(input), responses: buildResponses(schema({ id: text })) },
        put: { requestBody: json(schema({ order: schema({ name: text }) })), responses: buildResponses(schema({})) },
      },
    },
    components: { schemas: { Node: node } },
    'x-entities': { Orders: { idPath: 'id', list: { operation: 'GET /orders', itemsPath: 'items' }, ...entity } },
  });
  const [orders] = document.summary.entities ?? [];
  if (!orders) throw new Error('There is no entity.');
  return { document, orders };
}

const create = {
  operation: 'POST /orders',
  idPath: 'id',
  values: { 'body.order.variants[0].label': 'Usual', 'body.order.reference': '{externalId}' },
};
const paths = (fields: readonly EntityField[]) => fields.map(({ path }) => path);

describe('fields of an entity', () => {
  test('are the record’s for a source, including entries of lists, and end in recursive schemas', async () => {
    const { document, orders } = buildDocument({});
    const fields = await entitySourceFields(document, orders);
    expect(paths(fields)).toEqual(
      expect.arrayContaining([
        'id',
        'customer.firstName',
        'customer.defaultAddress.city',
        'lines[]',
        'lines[].sku',
        'lines[].price',
        'tags[]',
        'node.name',
      ]),
    );
    expect(fields.length).toBeLessThan(60);
    const city = fields.find(({ path }) => path === 'customer.defaultAddress.city');
    expect(city).toMatchObject({ title: 'Customer › Default address › City', type: 'String' });
  });

  test('are what mappings may fill for a target, without hidden, read-only and fixed ones', async () => {
    const { document, orders } = buildDocument({ create, match: { login: { title: 'Login', required: true } } });
    const fields = await entityTargetFields(document, orders);
    expect(paths(fields)).toEqual([
      'match.login',
      'body.order.name',
      'body.order.state',
      'body.order.lines[]',
      'body.order.lines[].sku',
      'body.order.lines[].quantity',
      'body.order.variants[0].price',
      'body.order.variants[0].label',
    ]);
    const by = Object.fromEntries(fields.map((field) => [field.path, field]));
    expect(by['match.login']).toMatchObject({ title: 'Find by › Login', isRequired: true });
    // A parent that all fields share is omitted from their titles.
    expect(by['body.order.name']).toMatchObject({ title: 'Name', isRequired: true, description: 'As people know it' });
    expect(by['body.order.state']).toMatchObject({ isAdvanced: true, isRequired: false, choices: [{ value: 'open' }, { value: 'paid' }] });
    expect(by['body.order.lines[].quantity']).toMatchObject({ type: 'Integer', isRequired: false });
    expect(by['body.order.variants[0].price']?.isRequired).toBe(true);
    // The entity has its own value.
    expect(by['body.order.variants[0].label']?.isRequired).toBe(false);
  });

  test('are only written to new records if the update doesn’t accept them', async () => {
    const update = { operation: 'PUT /orders', values: {}, moves: { 'body.order.lines': null, 'body.order.variants': null } };
    const { document, orders } = buildDocument({ create, update });
    const only = (await entityTargetFields(document, orders)).filter(({ isCreateOnly }) => isCreateOnly);
    expect(paths(only)).toEqual([
      'body.order.lines[]',
      'body.order.lines[].sku',
      'body.order.lines[].quantity',
      'body.order.variants[0].price',
      'body.order.variants[0].label',
    ]);
  });

  test("include the account's own fields", async () => {
    const { document, orders } = buildDocument({ create });
    const own = { name: 'Region__c', label: 'Region', type: 'String' as const, isRequired: false };
    const fields = await entityTargetFields(document, orders, [{ into: 'POST /orders#/body/order', nodes: [own] }]);
    expect(fields.find(({ path }) => path === 'body.order.Region__c')).toMatchObject({ title: 'Region' });
  });

  test('are all listed, even hundreds of them', async () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`field${at}`, text]));
    const { document, orders } = buildDocument({}, many);
    expect((await entitySourceFields(document, orders)).filter(({ path }) => /^field\d+$/.test(path))).toHaveLength(400);
  });

  test('are empty for a target if the entity isn’t one', async () => {
    const { document, orders } = buildDocument({});
    expect(await entityTargetFields(document, orders)).toEqual([]);
  });
});
