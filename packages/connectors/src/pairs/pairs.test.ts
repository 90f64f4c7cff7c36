import { describe, expect, test } from 'vitest';
import { readSystemFolder, systemNames } from '../../tools/read-system-types.ts';
import { entitySourceFields, entityTargetFields, missingSourcePaths, missingTargetPaths } from '../entities/index.ts';
import { RULE_PATHS } from '../schema/mapping-paths.ts';
import { openDocument } from '../stored/open-document.ts';
import type { PairMapping } from './pair.ts';
import { findPairMappings, pairMappings } from './pair-mappings.ts';
import { findSystem, isOfSystem, type PairSystem, pairSystems, systemsOfSyncType } from './sync-type-systems.ts';

function loadEntity(system: PairSystem, name: string) {
  const { stored } = readSystemFolder(system);
  const document = openDocument(stored.index, async (part) => stored.parts[part] ?? '');
  const entity = document.summary.entities?.find((one) => one.name === name);
  if (!entity) throw new Error(`${system} has no ${name}.`);
  return { document, entity };
}

/** Paths of the record, or of an entry, that an expression names. */
function namedPaths({ fromParameterExpression }: PairMapping, root: string): string[] {
  return [...fromParameterExpression.matchAll(new RegExp(`\\$${root}\\.([\\w.[\\]]+)`, 'g'))].map(([, path = '']) => path);
}

describe.each(
  pairMappings.map((pair) => ({
    ...pair,
    name: `${pair.source.system} ${pair.source.entity} to ${pair.target.system} ${pair.target.entity}`,
  })),
)('$name', ({ source, target, mappings, dependencies, externalIdFields }) => {
  const from = loadEntity(source.system, source.entity);
  const to = loadEntity(target.system, target.entity);

  test('reads fields that records have, and writes fields that the target accepts', async () => {
    const given = (await entitySourceFields(from.document, from.entity)).map(({ path }) => path.replaceAll('[]', ''));
    const taken = (await entityTargetFields(to.document, to.entity)).map(({ path }) => path);
    const rows = [...mappings, ...dependencies];
    const lists = new Map(rows.filter(({ toParameterPath }) => toParameterPath.endsWith('[]')).map((row) => [row.toParameterPath, row]));
    for (const row of rows) {
      for (const path of namedPaths(row, 'Item')) expect(given, row.fromParameterExpression).toContain(path.replaceAll(/\[\d+\]/g, ''));
      for (const path of namedPaths(row, 'Entry')) {
        const list = lists.get(`${row.toParameterPath.split('[].')[0]}[]`);
        const [holder] = list ? namedPaths(list, 'Item') : [];
        expect(given, row.fromParameterExpression).toContain(`${holder}.${path}`);
      }
      if (!RULE_PATHS.includes(row.toParameterPath)) expect(taken).toContain(row.toParameterPath);
    }
    for (const path of externalIdFields) expect(to.entity.externalIdFields).toContain(path);
  });

  test('names no field that a sync would report as missing', async () => {
    const rows = [...mappings, ...dependencies];
    const written = [...rows.map(({ toParameterPath }) => toParameterPath), ...externalIdFields];
    expect(await missingTargetPaths(to.document, to.entity, written)).toEqual([]);
    const read = rows.flatMap((row) => namedPaths(row, 'Item')).map((path) => path.replaceAll(/\[\d+\]/g, '[]'));
    expect(await missingSourcePaths(from.document, from.entity, read)).toEqual([]);
  });

  test('writes everything that the target requires', async () => {
    const required = (await entityTargetFields(to.document, to.entity)).filter(({ isRequired }) => isRequired).map(({ path }) => path);
    const given = new Set([...mappings, ...dependencies].map(({ toParameterPath }) => toParameterPath));
    expect(required.filter((path) => !given.has(path))).toEqual([]);
  });

  test('names other records by entities that the target refers to', () => {
    expect(from.entity.list, 'is a source').toBeDefined();
    expect(to.entity.create ?? to.entity.update, 'is a target').toBeDefined();
    for (const { entity } of dependencies) expect(() => loadEntity(source.system, entity)).not.toThrow();
  });
});

describe('pairs of systems', () => {
  test('are unique, and are found by their connector types', () => {
    const keys = pairMappings.map(({ source, target }) => JSON.stringify([source, target]));
    expect(new Set(keys).size).toBe(keys.length);
    const side = (id: string, name: string, entity: string) => ({ type: { id, name }, entity });
    const found = findPairMappings(
      side('system-mindbody', 'Mindbody', 'Products'),
      side('system-shopify-custom-app', 'Shopify Custom App', 'Products'),
    );
    expect(found?.mappings).toContainEqual({ fromParameterExpression: '$Item.Name', toParameterPath: 'body.input.title' });
    expect(findPairMappings(side('system-mindbody', 'Mindbody', 'Products'), side('system-zoom', 'Zoom', 'Products'))).toBeNull();
  });

  test('STEP-88: carry products and stock from Mindbody to Shopify, and integrations from two sources to four targets', () => {
    expect(systemsOfSyncType.Products).toMatchObject({ sources: ['mindbody'], targets: ['shopify'] });
    expect(systemsOfSyncType.Inventory).toMatchObject({ sources: ['mindbody'], targets: ['shopify'] });
    const { sources, targets } = systemsOfSyncType.IntegrationApplication;
    expect(sources.map((one) => pairSystems[one])).toEqual(['NetSuite', 'Salesforce']);
    expect(targets.map((one) => pairSystems[one])).toEqual(['NetSuite', 'Salesforce', 'Shopify', 'QuickBooks']);
  });

  test('include a custom type if its name begins with a system’s name', () => {
    expect(findSystem({ id: '7', name: 'QuickBooks of Ada' })).toBe('quickbooks');
    expect(findSystem({ id: 'system-salesforce', name: 'Salesforce' })).toBe('salesforce');
    expect(findSystem({ id: 'system-shopify-custom-app', name: 'Shopify Custom App' })).toBeNull();
    expect(isOfSystem({ id: '8', name: 'Net Suite' }, 'netsuite')).toBe(true);
    expect(findSystem({ id: '9', name: 'Petstore' })).toBeNull();
  });

  test('only use Portage’s own systems', () => {
    const names = systemNames();
    for (const { source, target } of pairMappings) expect(names).toEqual(expect.arrayContaining([source.system, target.system]));
  });
});
