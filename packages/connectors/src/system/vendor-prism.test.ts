import { describe, expect, test } from 'vitest';
import { readRefusal } from '../../testing/prism-refusal.ts';
import { realDocuments } from '../../testing/real-documents.ts';
import { sampleValues } from '../../testing/sample-values.ts';
import { hasPrism, startPrism } from '../../testing/start-prism.ts';
import { readSystemFolder } from '../../tools/read-system-types.ts';
import { importDocument } from '../document/index.ts';
import { loadOperation } from '../extracted/connector-document.ts';
import { buildRequest } from '../requests/build-request.ts';
import { openDocument } from '../stored/open-document.ts';

const vendor = realDocuments().find(({ name }) => name === 'printful-v2.json');

/** The operations in our document that the vendor's document has, too, with its description. */
describe.skipIf(!hasPrism() || !vendor)("Printful: our requests, as validated by Prism with the vendor's own document", () => {
  test('are accepted for every operation that both documents have', async () => {
    const imported = importDocument(vendor?.read() ?? '');
    if (!imported.ok) throw new Error('broken');
    const theirs = new Set(imported.summary.operations.map(({ id }) => id));
    const { stored } = readSystemFolder('printful');
    const document = openDocument(stored.index, async (part) => stored.parts[part] ?? '');
    const shared = document.summary.operations.map(({ id }) => id).filter((id) => theirs.has(id));
    expect(shared.length).toBeGreaterThanOrEqual(9);
    const prism = await startPrism(vendor?.path ?? '');
    const refused: Record<string, string> = {};
    try {
      for (const id of shared) {
        const operation = await loadOperation(document, id);
        const { url, method, headers, body } = await document.withSchemas((source) =>
          buildRequest(source, operation, sampleValues(source, operation), { baseUrl: prism.baseUrl }),
        );
        const refusal = await readRefusal(await fetch(url, { method, headers: { ...headers, Authorization: 'Bearer token' }, body }));
        if (refusal !== null) refused[id] = refusal;
      }
    } finally {
      prism.stop();
    }
    expect(refused).toEqual({});
  });
});
