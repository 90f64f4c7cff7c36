import { describe, expect, test } from 'vitest';
import { loadOperation, loadRequestSchema } from '../extracted/connector-document.ts';
import { extractDocument } from '../openapi/extract-document.ts';
import { openDocument, StoredFormatError } from './open-document.ts';
import { storeDocument } from './store-document.ts';

/** A document of many operations, whose schemas refer to each other in a chain. */
function largeDocument(operations: number) {
  const names = Array.from({ length: operations }, (_, at) => at);
  return {
    openapi: '3.0.0',
    servers: [{ url: 'https://a.example' }],
    paths: Object.fromEntries(
      names.map((at) => [
        `/things/${at}`,
        {
          post: {
            requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/S${at}` } } } },
            responses: { 200: { description: 'x'.repeat(200) } },
          },
        },
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        names.map((at) => [
          `S${at}`,
          {
            type: 'object',
            description: 'y'.repeat(500),
            properties: { name: { type: 'string' }, next: { $ref: `#/components/schemas/S${(at + 97) % operations}` } },
          },
        ]),
      ),
    },
  };
}

function open(operations: number) {
  const stored = storeDocument(extractDocument(largeDocument(operations)));
  const loads: number[] = [];
  const document = openDocument(stored.index, async (part) => {
    loads.push(part);
    return stored.parts[part] ?? '';
  });
  return { stored, loads, document };
}

describe('a stored document', () => {
  test('loads one operation from a few parts, and each part once', async () => {
    const { stored, loads, document } = open(1_000);
    expect(stored.parts.length).toBeGreaterThan(10);
    const node = await loadRequestSchema(document, 'POST /things/500');
    expect(node.properties?.[0]?.properties?.map(({ name }) => name)).toEqual(['name', 'next']);
    expect(node.properties?.[0]?.properties?.[1]?.properties?.[1]?.type).toBe('Object');
    expect(loads.length).toBeLessThanOrEqual(6);
    const before = loads.length;
    await loadRequestSchema(document, 'POST /things/500');
    expect(loads).toHaveLength(before);
    expect(new Set(loads).size).toBe(loads.length);
  });

  test('lists its operations without loading any part', () => {
    const { loads, document } = open(50);
    expect(document.summary.operations).toHaveLength(50);
    expect(loads).toEqual([]);
  });

  test('returns the same as the document in memory', async () => {
    const { document } = open(300);
    const { units } = extractDocument(largeDocument(300));
    for (const { id } of document.summary.operations.slice(0, 50)) {
      expect(await loadOperation(document, id)).toEqual(units.get(`#/x-operations/POST ~1things~1${id.split('/')[2]}`));
    }
  });

  test('reports a missing operation, a missing part and another version', async () => {
    const { stored, document } = open(5);
    await expect(loadOperation(document, 'GET /gone')).rejects.toThrow('There is no operation "GET /gone".');
    const broken = openDocument(stored.index, async () => {
      throw new Error('The file store does not answer.');
    });
    await expect(loadOperation(broken, 'POST /things/1')).rejects.toThrow('The file store does not answer.');
    expect(() => openDocument('{"format":0}', async () => '')).toThrow(StoredFormatError);
  });

  test('HOSTILE 9: finds names like those of built-ins only where they are', async () => {
    const { document } = open(5);
    await expect(loadOperation(document, '__proto__')).rejects.toThrow('There is no operation');
    await expect(loadOperation(document, 'constructor')).rejects.toThrow('There is no operation');
  });
});
