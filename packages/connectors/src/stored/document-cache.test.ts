import { describe, expect, test } from 'vitest';
import { extractDocument, loadOperation } from '../openapi/index.ts';
import { DocumentCache, documentFileKey } from './document-cache.ts';
import { storeDocument } from './store-document.ts';

/** A store of documents with this many operations that counts what is read. */
function store(ids: readonly string[], operations = 400) {
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, at) => [`/things/${at}`, { get: { description: 'x'.repeat(900), responses: {} } }]),
  );
  const { index, parts } = storeDocument(extractDocument({ openapi: '3.0.0', paths }));
  const files = new Map<string, string>();
  for (const id of ids) {
    files.set(documentFileKey(id, 'index'), index);
    for (const [at, part] of parts.entries()) files.set(documentFileKey(id, at), part);
  }
  const reads: string[] = [];
  const load = async (key: string) => {
    reads.push(key);
    return files.get(key) ?? null;
  };
  return { load, reads, parts };
}

describe('cached documents', () => {
  test('are loaded once, whoever opens them', async () => {
    const { load, reads } = store(['a']);
    const cache = new DocumentCache();
    for (let round = 0; round < 3; round += 1) {
      const document = await cache.open('a', load);
      expect((await loadOperation(document as never, 'GET /things/3')).path).toBe('/things/3');
    }
    expect(reads).toEqual(['documents/a/index.json', 'documents/a/0.json']);
  });

  test('don’t make two simultaneous openings wait for each other', async () => {
    const { load } = store(['a']);
    const cache = new DocumentCache();
    const never = cache.open('a', () => new Promise(() => {}));
    const document = await cache.open('a', load);
    expect(document?.summary.operations).toHaveLength(400);
    void never;
  });

  test('make room for others, the least recently used first', async () => {
    const { load, reads, parts } = store(['a', 'b', 'c']);
    const indexLength = (await load('documents/a/index.json'))?.length ?? 0;
    const cache = new DocumentCache(indexLength * 2 + (parts[0]?.length ?? 0) * 2);
    const use = async (id: string) => loadOperation((await cache.open(id, load)) as never, 'GET /things/1');
    for (const id of ['a', 'b', 'a', 'c']) await use(id);
    reads.length = 0;
    await use('a');
    expect(reads).toEqual([]);
    await use('b');
    expect(reads).toEqual(['documents/b/index.json', 'documents/b/0.json']);
  });

  test('keep working if they outgrow the cache', async () => {
    const { load } = store(['a'], 2_000);
    const cache = new DocumentCache(1_000);
    const document = await cache.open('a', load);
    for (let at = 0; at < 2_000; at += 100) {
      expect((await loadOperation(document as never, `GET /things/${at}`)).path).toBe(`/things/${at}`);
    }
    expect(await cache.open('nosuch', load)).toBeNull();
  });
});
