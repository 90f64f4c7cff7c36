import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { realDocuments } from '../../testing/real-documents.ts';
import { expandReference, loadOperation, loadRequestSchema, loadResponseSchema } from '../extracted/connector-document.ts';
import { formatProblem } from '../extracted/document-problem.ts';
import { missingMappings } from '../schema/required-mappings.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { openDocument } from '../stored/open-document.ts';
import { importDocument } from './import-document.ts';

const documents = realDocuments();
const broken = realDocuments('bad');

/** Operations and events of each document, counted by a script in another language. */
const counts: Record<string, [operations: number, events: number]> = {
  'hubspot-contacts-v3.json': [13, 0],
  'oai-petstore-expanded-3.0.json': [4, 0],
  'printful-v2.json': [40, 13],
  'readme-train-travel-3.1.yaml': [7, 1],
  'salesforce-subset.json': [85, 0],
  'shopify-admin-rest-2020.json': [1_473, 0],
  'twilio-api_v2010.json': [197, 0],
  'xero-accounting.yaml': [235, 0],
  'xero-webhooks.yaml': [0, 4],
  'zoom-v2-swagger2.json': [155, 0],
};

type Loose = Record<string, Record<string, Record<string, unknown>>>;

/** Counts from the text only, for documents that are not in the table. */
function countIn(text: string): [operations: number, events: number] {
  const document = load(text) as Loose;
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  const count = (holder: string) =>
    Object.values(document[holder] ?? {}).reduce((sum, item) => sum + methods.filter((method) => item[method]).length, 0);
  return [count('paths'), count('webhooks') + count('x-webhooks')];
}

describe.skipIf(documents.length === 0)('documents of real systems', () => {
  test.each(documents)('$name: has all its operations and events, and no errors', ({ name, read }) => {
    const text = read();
    const imported = importDocument(text);
    if (!imported.ok) throw new Error(imported.problems.map(formatProblem).join('\n'));
    const { operations, events } = imported.summary;
    expect([operations.length, events.length]).toEqual(counts[name] ?? countIn(text));
    expect([operations.length, events.length]).toEqual(countIn(text));
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    for (const { line, pointer } of imported.warnings) expect(line === null ? pointer : '#').toMatch(/^#/);
  });

  test.each(documents)(
    '$name: opens every operation from the stored parts, with every reference of its form, each in a fraction of the import’s time',
    async ({ read }) => {
      const text = read();
      const importStart = performance.now();
      const imported = importDocument(text);
      const importMs = performance.now() - importStart;
      if (!imported.ok) throw new Error('broken');
      const { index, parts } = imported.stored;
      const document = openDocument(index, async (part) => parts[part] ?? '');
      const resources = new Set(document.summary.resources.map(({ id }) => id));
      const times: number[] = [];
      for (const { id, resourceId } of document.summary.operations) {
        expect(resources.has(resourceId)).toBe(true);
        const start = performance.now();
        const root = await loadRequestSchema(document, id);
        times.push(performance.now() - start);
        await loadResponseSchema(document, id);
        expect((await loadOperation(document, id)).id).toBe(id);
        expect(missingMappings(root, []).length).toBeLessThan(60);
        for (const reference of referencesIn(root)) expect((await expandReference(document, reference)).reference).toBeUndefined();
      }
      times.sort((a, b) => a - b);
      // A small document is imported in a few milliseconds, which says little.
      expect(times[Math.floor(times.length / 4)] ?? 0).toBeLessThan(Math.max(importMs, 100) / 5);
    },
  );
});

describe.skipIf(broken.length === 0)('broken documents', () => {
  const messages: Record<string, RegExp> = {
    'dangling-ref.json': /^The reference leads nowhere: #\/components\/schemas\/NewPet \(line 87, #\/paths\/~1pets\/post\/requestBody/,
    'truncated.yaml': /^This is not valid YAML: .* \(line 78\)$/,
  };

  test.each(broken)('$name: is refused with its errors and their positions', ({ name, read }) => {
    const imported = importDocument(read());
    if (imported.ok) throw new Error('was imported');
    expect(formatProblem(imported.problems[0] ?? { severity: 'error', code: '', message: '', pointer: null, line: null })).toMatch(
      messages[name] ?? /line \d+/,
    );
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
