/// <reference types="node" />
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingMappings } from '../schema/required-mappings.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { documentSchemas } from './document-source.ts';

/** Documents of real systems are no part of the repository: a folder of them is named, or lies beside it. */
const folder = process.env.PORTAGE_OPENAPI_DIR || join(import.meta.dirname, '../../../../../shared/openapi');

function realDocuments(): { name: string; read: () => unknown }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, read: () => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown }));
}

describe.skipIf(realDocuments().length === 0)('documents of real systems', () => {
  /** Operations of each document, counted apart from this code. */
  const counts: Record<string, number> = {
    'hubspot-contacts-v3.json': 13,
    'oai-petstore-expanded-3.0.json': 4,
    'printful-v2.json': 40,
    'salesforce-subset.json': 85,
    'shopify-admin-rest-2020.json': 1_473,
    'twilio-api_v2010.json': 197,
    'zoom-v2-swagger2.json': 155,
  };

  it.each(realDocuments())('$name: every operation opens, every reference of its form too, in milliseconds', async ({ name, read }) => {
    const document = read();
    const schemas = documentSchemas(document);
    const operations = await schemas.listOperations('c');
    if (counts[name] !== undefined) expect(operations).toHaveLength(counts[name]);
    const resources = new Set((await schemas.listResources('c')).map(({ id }) => id));
    let slowestMs = 0;
    for (const { id, resourceId } of operations) {
      expect(resources.has(resourceId)).toBe(true);
      const start = performance.now();
      const root = await schemas.loadOperationSchema('c', id);
      slowestMs = Math.max(slowestMs, performance.now() - start);
      expect(missingMappings(root, []).length).toBeLessThan(60);
      for (const reference of referencesIn(root)) expect((await schemas.expandNode('c', reference)).reference).toBeUndefined();
    }
    expect(slowestMs).toBeLessThan(500);
  });
});

function referencesIn(node: SchemaNode): string[] {
  if (node.reference) return [node.reference];
  const inside = [
    ...(node.properties ?? []),
    ...Object.values(node.discriminatorToProperties ?? {}).flat(),
    ...(node.arrayItemType ? [node.arrayItemType] : []),
  ];
  return inside.flatMap(referencesIn);
}
