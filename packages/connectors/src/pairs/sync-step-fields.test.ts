import { expect, test } from 'vitest';
import { readSystemFolder } from '../../tools/read-system-types.ts';
import type { EntityDefinition } from '../entities/index.ts';
import { type ConnectorDocument, loadOperation, loadRequestSchema } from '../openapi/index.ts';
import { missingMappings, type SchemaNode } from '../schema/index.ts';
import { openDocument } from '../stored/open-document.ts';
import { listParameterNames, syncStepFields } from './sync-step-fields.ts';
import { type PairSystem, pairSystems, syncTypeProblem, systemsOfSyncType } from './sync-type-systems.ts';

function openSystemDocument(system: PairSystem): ConnectorDocument {
  const { stored } = readSystemFolder(system);
  return openDocument(stored.index, async (part) => stored.parts[part] ?? '');
}

async function loadFields(system: PairSystem, kind: 'Products' | 'Inventory', role: 'source' | 'target') {
  const document = openSystemDocument(system);
  const member = role === 'source' ? 'syncSource' : 'syncTarget';
  const { id } = document.summary.operations.find(({ dataRoles }) => dataRoles?.[member]?.includes(kind)) ?? { id: '' };
  const entity = document.summary.entities?.find(({ name }) => name === kind);
  const { paging } = await loadOperation(document, id);
  return { entity, schema: syncStepFields(await loadRequestSchema(document, id), entity, role, paging) };
}

const missing = (schema: SchemaNode, ...paths: string[]) =>
  missingMappings(
    schema,
    paths.map((toParameterPath) => ({ toParameterPath, fromParameterExpression: '1' })),
  ).map(({ path }) => path);

test('STEP-85: a sync step asks for its entities’ parameters, but not for what mappings or entities fill', async () => {
  const { schema: source } = await loadFields('mindbody', 'Inventory', 'source');
  expect(missing(source)).toEqual(['query["request.locationIds"]']);
  expect(missing(source, 'query["request.locationIds"][0]')).toEqual([]);
  const { schema: target } = await loadFields('shopify', 'Inventory', 'target');
  expect(missing(target)).toEqual(['body.locationId']);
  expect(target.properties?.flatMap(({ properties = [] }) => properties.map(({ name }) => name))).toEqual(['locationId']);
  expect(missing((await loadFields('mindbody', 'Products', 'source')).schema)).toEqual([]);
  expect(missing((await loadFields('shopify', 'Products', 'target')).schema)).toEqual([]);
});

test.each(
  (['Products', 'Inventory'] as const).flatMap((kind) => [
    ...systemsOfSyncType[kind].sources.map((system) => [kind, system, 'source'] as const),
    ...systemsOfSyncType[kind].targets.map((system) => [kind, system, 'target'] as const),
  ]),
)('STEP-85: each required parameter about %s of %s as %s has a field that sets it', async (kind, system, role) => {
  const { entity, schema } = await loadFields(system, kind, role);
  const names = schema.properties?.flatMap(({ properties = [] }) => properties.flatMap(({ name }) => listParameterNames(name)));
  const questions = entity?.parameters.filter((one) => one.isRequired && (one.role ?? role) === role) ?? [];
  for (const { name } of questions) expect(names).toContain(name);
});

test('a sync step lets people narrow what is read, but not the paging', () => {
  const field = (name: string, isRequired: boolean): SchemaNode => ({ name, type: 'String', isRequired }) as SchemaNode;
  const schema = {
    name: '',
    type: 'Object',
    properties: [
      {
        name: 'query',
        type: 'Object',
        properties: [field('shop', true), field('since', true), field('size', true), field('other', true), field('free', false)],
      },
    ],
  } as unknown as SchemaNode;
  const entity = {
    parameters: [{ name: 'shop', title: 'Shop', isRequired: false, role: 'target' }],
    list: { operation: 'x', values: { 'query.since': '{cursor}' } },
  } as unknown as EntityDefinition;
  const read = syncStepFields(schema, entity, 'source', { sizeParameter: 'query.size' });
  expect(missing(read)).toEqual(['query.shop', 'query.other']);
  expect(read.properties?.[0]?.properties).toHaveLength(5);
  const written = syncStepFields(schema, entity, 'target', undefined);
  expect(written.properties?.[0]?.properties?.map(({ name, isRequired }) => [name, isRequired])).toEqual([['shop', false]]);
  const unknown = syncStepFields(schema, undefined, 'target', undefined);
  expect([unknown.properties?.[0]?.properties?.length, missing(unknown)]).toEqual([5, []]);
});

test('STEP-86, STEP-87: of all pairs of systems, a sync step accepts only those in the spec', () => {
  const systems = Object.keys(pairSystems) as PairSystem[];
  const typeOf = (system: PairSystem) => ({ id: `system-${system}`, name: pairSystems[system] });
  const takenBy = (syncType: keyof typeof systemsOfSyncType) =>
    systems.flatMap((source) =>
      systems.filter((target) => syncTypeProblem(syncType, typeOf(source), typeOf(target)) === null).map((target) => `${source}-${target}`),
    );
  expect(takenBy('Products')).toEqual(['mindbody-shopify']);
  expect(takenBy('Inventory')).toEqual(['mindbody-shopify']);
  const targets = ['netsuite', 'quickbooks', 'salesforce', 'shopify'];
  expect(takenBy('IntegrationApplication')).toEqual(
    ['netsuite', 'salesforce'].flatMap((source) => targets.map((target) => `${source}-${target}`)),
  );
});
