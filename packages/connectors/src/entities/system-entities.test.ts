import { formatPath } from '@portage/primitives/paths';
import { describe, expect, test } from 'vitest';
import { sampleValues } from '../../testing/sample-values.ts';
import { readSystemFolder, systemNames } from '../../tools/read-system-types.ts';
import type { EntityCall, EntityDefinition, EntityWrite } from '../declarations/entity.ts';
import { cursorText } from '../events/index.ts';
import { type ConnectorDocument, loadOperation } from '../extracted/connector-document.ts';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { bodyWriter, buildRequest, type ConnectorRequest } from '../requests/build-request.ts';
import { type MappedValue, type RequestValues, valueAt, valuesFromMappings } from '../requests/request-values.ts';
import { openDocument } from '../stored/open-document.ts';
import { entityCallValues, entityKeys, entityPlaceholders, entityWriteValues } from './entity-values.ts';
import { manyFinds, scopeNames } from './many-finds.ts';
import { entityManyValues, manyEntry } from './many-writes.ts';

function opened(name: string): ConnectorDocument {
  const { stored } = readSystemFolder(name);
  return openDocument(stored.index, async (part) => stored.parts[part] ?? '');
}

const withEntities = systemNames().filter((name) => opened(name).summary.entities);

/** A value for every placeholder. A key has quotes in it. */
function buildFields(call: EntityCall): Record<string, unknown> {
  const values: Record<string, unknown> = { cursor: '2026-05-04T10:20:30Z', key: `O'Brien "x"`, id: '7', externalIdField: 'Portage_Id__c' };
  const fields = Object.fromEntries(entityPlaceholders(call.values).map((name) => [name, values[name] ?? '7']));
  // A record whose lists have one entry each.
  const { entries } = call as EntityWrite;
  return entries
    ? { ...fields, current: valuesFromMappings([{ toParameterPath: `body.${entries.current}[0].${entries.id}`, value: '7' }]).body }
    : fields;
}

async function buildOperationRequest(
  document: ConnectorDocument,
  operationId: string,
  values: readonly MappedValue[],
): Promise<ConnectorRequest> {
  const operation = await loadOperation(document, operationId);
  return document.withSchemas((source) =>
    buildRequest(source, operation, valuesFromMappings(values), { baseUrl: 'https://system.example' }),
  );
}

/** What mappings may give for an operation: a plausible value for each of its fields, by path. */
function listMappedValues({ body, path, query }: RequestValues, { method }: ExtractedOperation): MappedValue[] {
  const groups = { ...(method === 'GET' ? { path, query } : {}), body };
  return Object.entries(groups).flatMap(([group, value]) =>
    value === undefined
      ? []
      : listLeaves(value, [group]).map(([segments, leaf]) => ({ toParameterPath: formatPath(segments), value: leaf })),
  );
}

function listLeaves(value: unknown, at: (string | number)[]): [(string | number)[], unknown][] {
  if (Array.isArray(value)) return value.length === 0 ? [] : listLeaves(value[0], [...at, 0]);
  if (typeof value !== 'object' || value === null) return [[at, value]];
  const members = Object.entries(value);
  return members.length === 0 ? [[at, {}]] : members.flatMap(([name, one]) => listLeaves(one, [...at, name]));
}

describe.each(withEntities)('entities of %s', (name) => {
  const document = opened(name);
  const entities = document.summary.entities ?? [];

  test.each(entities)('$name: is read and found with requests that the system accepts', async (entity) => {
    const { list, get, find, archive } = entity;
    if (list) {
      const { cursor: _cursor, ...fields } = buildFields(list);
      const since = list.cursor ? { cursor: cursorText({ of: 'items', ...list.cursor }, Date.parse('2026-05-04T10:20:30Z')) } : {};
      // The first reading has no cursor, and optional parameters may be empty.
      const required = new Set(entity.parameters.filter(({ isRequired }) => isRequired).map((one) => `parameter.${one.name}`));
      const least = Object.fromEntries(Object.entries(fields).filter(([field]) => required.has(field)));
      for (const given of [{ ...fields, ...since }, fields, least]) {
        const request = await buildOperationRequest(document, list.operation, entityCallValues(list, given));
        expect(`${request.url}${request.body}`).not.toMatch(/\[\[|\]\]|%5B%5B|\{(cursor|parameter)/);
      }
    }
    for (const call of [get, archive, ...find]) {
      if (call) await buildOperationRequest(document, call.operation, entityCallValues(call, buildFields(call)));
    }
    for (const findMany of manyFinds(entity)) {
      const keys = entityKeys(findMany, [`O'Brien "x"`, 'b']);
      await buildOperationRequest(document, findMany.operation, entityCallValues(findMany, { ...buildFields(findMany), keys }));
    }
  });

  test.each(entities.filter(({ create, update }) => create ?? update))(
    '$name: can be created and updated with mapped values',
    async (entity) => {
      const { create, update } = entity;
      const first = create ?? update;
      const operation = await loadOperation(document, first?.operation ?? '');
      const mapped = await document.withSchemas((source) => listMappedValues(sampleValues(source, operation), operation));
      for (const write of [create, update]) {
        if (write) await buildOperationRequest(document, write.operation, entityWriteValues(write, mapped, buildFields(write)));
      }
    },
  );

  test.each(entities.filter(({ createMany, updateMany }) => createMany ?? updateMany))(
    '$name: can be created and updated several at a time',
    async ({ create, update, createMany, updateMany }) => {
      const first = await loadOperation(document, (create ?? update)?.operation ?? '');
      const mapped = await document.withSchemas((source) => listMappedValues(sampleValues(source, first), first));
      for (const [write, many] of [
        [create, createMany],
        [update, updateMany],
      ] as const) {
        if (!write || !many) continue;
        const single = await loadOperation(document, write.operation);
        const body = await document.withSchemas((source) =>
          bodyWriter(source, single)(valuesFromMappings(entityWriteValues(write, mapped, buildFields(write)))),
        );
        const fields = { id: '7', externalId: '8', idempotencyKey: '9' };
        const entry = manyEntry(many, body, fields) as Record<string, unknown>;
        const whole = many.entries.to === undefined ? entry : valueAt({ entry }, `entry.${many.entries.to}`);
        expect(whole).toMatchObject(valueAt({ body }, many.entries.from) as object);
        const { body: sent } = await buildOperationRequest(
          document,
          many.operation,
          entityManyValues(many, [entry, entry], buildFields(many)),
        );
        expect(valueAt({ body: JSON.parse(String(sent)) }, many.entries.at)).toEqual([entry, entry]);
      }
    },
  );

  test.each(entities)('$name: is identifiable, and a target is searched before it’s created', (entity) => {
    if (entity.create) expect(entity.find.length, `${entity.name} would be made twice after a lost answer`).toBeGreaterThan(0);
    if (entity.update && !entity.create) expect(entity.find.length, `${entity.name} is never found`).toBeGreaterThan(0);
    expect(manyFinds(entity)).toHaveLength([entity.findMany ?? []].flat().length);
    if (entity.list?.cursor) expect(entityPlaceholders(entity.list.values)).toContain('cursor');
  });
});

function getEntity(name: string, entity: string): EntityDefinition {
  const found = opened(name).summary.entities?.find((one) => one.name === entity);
  if (!found) throw new Error(`${name} has no ${entity}.`);
  return found;
}

function buildValues(write: EntityWrite | undefined, mapped: MappedValue[], fields: Record<string, unknown>): RequestValues {
  if (!write) throw new Error('is not written');
  return valuesFromMappings(entityWriteValues(write, mapped, fields));
}

describe('the values sent', () => {
  const mapped = [
    { toParameterPath: 'body.input.title', value: 'Mat' },
    { toParameterPath: 'body.input.variants[0].price', value: '39.00' },
    { toParameterPath: 'body.input.variants[0].inventoryItem.sku', value: 'MAT-1' },
  ];

  test('create a Shopify product completely, and update it with the named variants', () => {
    const { create, update } = getEntity('shopify', 'Products');
    expect(buildValues(create, mapped, {})).toEqual({
      body: {
        synchronous: true,
        input: {
          title: 'Mat',
          productOptions: [{ name: 'Title', values: [{ name: 'Default Title' }] }],
          variants: [
            {
              optionValues: [{ optionName: 'Title', name: 'Default Title' }],
              price: '39.00',
              inventoryItem: { tracked: true, sku: 'MAT-1' },
            },
          ],
        },
      },
    });
    const current = {
      variants: { nodes: [{ id: 'gid://shopify/ProductVariant/2', sku: 'OLD' }, { id: 'gid://shopify/ProductVariant/3' }] },
    };
    const fields = { id: 'gid://shopify/Product/1', current };
    expect(buildValues(update, mapped, fields)).toEqual({
      body: {
        product: { id: 'gid://shopify/Product/1', title: 'Mat' },
        productId: 'gid://shopify/Product/1',
        variants: [{ id: 'gid://shopify/ProductVariant/2', price: '39.00', inventoryItem: { sku: 'MAT-1' } }],
      },
    });
  });

  test('never include values that are only for finding', () => {
    const { update } = getEntity('shopify', 'Inventory');
    const fields = { id: 'gid://shopify/InventoryItem/3', 'parameter.locationId': 'gid://shopify/Location/1', idempotencyKey: 'k' };
    const stock = [
      { toParameterPath: 'match.sku', value: 'MAT-1' },
      { toParameterPath: 'body.quantity', value: 4 },
    ];
    expect(buildValues(update, stock, fields)).toEqual({
      body: { inventoryItemId: 'gid://shopify/InventoryItem/3', locationId: 'gid://shopify/Location/1', quantity: 4, idempotencyKey: 'k' },
    });
  });

  test('put Google Sheets cells at the positions of their columns, whichever are mapped', async () => {
    const { create } = getEntity('google-sheets', 'Rows');
    const cells = [
      { toParameterPath: 'match.D', value: 5 },
      { toParameterPath: 'match.A', value: '007' },
    ];
    const values = create ? entityWriteValues(create, cells, { 'parameter.sheet': "Ada's", 'parameter.spreadsheetId': 'book' }) : [];
    const { url, body } = await buildOperationRequest(opened('google-sheets'), create?.operation ?? '', values);
    expect(JSON.parse(String(body))).toEqual({ values: [['007', null, null, 5]] });
    expect(decodeURIComponent(url)).toContain("/spreadsheets/book/values/'Ada''s'!A:A:append?");
  });

  test('nest a Mindbody client deeper in an update than in a creation', () => {
    const { update } = getEntity('mindbody', 'Customers');
    const client = [
      { toParameterPath: 'body.FirstName', value: 'Ada' },
      { toParameterPath: 'body.NewId', value: 'x' },
    ];
    expect(buildValues(update, client, { id: '100' })).toEqual({
      body: { Client: { Id: '100', FirstName: 'Ada' }, CrossRegionalUpdate: false },
    });
  });

  test('keep a name with a quote inside its quotes', () => {
    const { find } = getEntity('salesforce', 'Contacts');
    const byEmail = find.find(({ key }) => key === 'body.Email');
    const [value] = byEmail ? entityCallValues(byEmail, { key: "o'brien@example.com' OR Id != '" }) : [];
    expect(value?.value).toContain("WHERE Email = 'o\\'brien@example.com\\' OR Id != \\''");
  });

  test.each(["financial_status:paid created_at:>='2026-11-29T19:40:11Z'", 'tag:"summer sale" -tag:\'second "hand"\'', 'name:*\\(B2B\\)*'])(
    'keep the quotes of a custom search: %s',
    (search) => {
      const { list } = getEntity('shopify', 'Orders');
      const values = list ? entityCallValues(list, { cursor: '2026-11-29T20:00:00Z', 'parameter.search': search }) : [];
      expect(values.find(({ toParameterPath }) => toParameterPath === 'body.query')?.value).toBe(
        `updated_at:>='2026-11-29T20:00:00Z' ${search}`,
      );
    },
  );

  test('are only escaped between quotes, whatever else is quoted around them', () => {
    const call = { operation: '', values: { query: `a:"{key}'s" b:{key} c:'\\'{key}' d:'{id}'` }, quoting: 'backslash' } as const;
    expect(entityCallValues(call, { key: `x'y`, id: `"` })[0]?.value).toBe(`a:"x\\'y's" b:x'y c:'\\'x\\'y' d:'\\"'`);
  });

  test('form a complete query for a list without cursor and parameters', () => {
    const { list } = getEntity('salesforce', 'Opportunities');
    const text = (fields: Record<string, unknown>) => String(list ? entityCallValues(list, fields)[0]?.value : '');
    expect(text({})).toMatch(/Account\.Name FROM Opportunity WHERE Id != null ORDER BY SystemModstamp, Id$/);
    expect(text({ cursor: '2026-01-01T00:00:00Z', 'parameter.minimumProbability': 50 })).toMatch(
      /WHERE Id != null AND Probability >= 50 AND SystemModstamp >= 2026-01-01T00:00:00Z ORDER BY/,
    );
    expect(text({ 'parameter.moreFields': 'Region__c' })).toContain('Account.Name, Region__c FROM');
  });

  test('contain a start date in the first reading if the system would only return today', () => {
    const { list } = getEntity('mindbody', 'Orders');
    expect(list && entityCallValues(list, {})[0]?.value).toBe('2000-01-01T00:00:00Z');
  });
});

test('search new Salesforce prices together in their price book, and create them together', () => {
  const prices = opened('salesforce').summary.entities?.find(({ name }) => name === 'PriceBookEntries');
  expect(prices && manyFinds(prices).map(scopeNames)).toEqual([['write.body.Pricebook2Id', 'write.body.CurrencyIsoCode']]);
  expect(prices?.createMany?.most).toBe(200);
});

test.each(['StandardPrices', 'PriceBookEntries'])('find a price of %s in its currency, if the org has several', (name) => {
  const [find] = getEntity('salesforce', name).find;
  const query = (currency?: string) =>
    String(
      find && entityCallValues(find, { key: '01t1', 'write.body.Pricebook2Id': '01s1', 'write.body.CurrencyIsoCode': currency })[0]?.value,
    );
  expect(query('EUR')).toContain("AND CurrencyIsoCode = 'EUR' ORDER BY");
  expect(query()).not.toContain('Currency');
});
