import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, describe, expect, test } from 'vitest';
import { documentForPrism, prismBaseUrl } from '../../testing/document-for-prism.ts';
import { readRefusal } from '../../testing/prism-refusal.ts';
import { sampleValues } from '../../testing/sample-values.ts';
import { hasPrism, startPrism } from '../../testing/start-prism.ts';
import { readSystemFolder, systemNames } from '../../tools/read-system-types.ts';
import { loadOperation } from '../extracted/connector-document.ts';
import type { DocumentSummary } from '../extracted/extracted.ts';
import { buildRequest } from '../requests/build-request.ts';
import { openDocument } from '../stored/open-document.ts';

/** The headers and parameters that a document adds to its calls. */
function buildCredentials({ securitySchemes }: DocumentSummary): Record<string, string> {
  const headers = Object.values(securitySchemes).map((scheme): [string, string] => {
    if (scheme.kind === 'apiKey') return [scheme.parameterName, 'key'];
    return ['Authorization', scheme.kind === 'basic' ? 'Basic dGVzdDoxMjM=' : 'Bearer token'];
  });
  return Object.fromEntries(headers);
}

describe.skipIf(!hasPrism())('requests of Portage’s own systems, as validated by Prism', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portage-prism-'));
  let asked = 0;

  test.each(systemNames())('%s: are all valid by the document', async (name) => {
    const { yaml, stored } = readSystemFolder(name);
    const document = openDocument(stored.index, async (part) => stored.parts[part] ?? '');
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(documentForPrism(load(yaml) as Record<string, unknown>)));
    const prism = await startPrism(file);
    const refused: Record<string, string> = {};
    try {
      expect(await readRefusal(await fetch(`${prism.baseUrl}/no/such/path/anywhere`))).toMatch(/^404/);
      for (const { id } of document.summary.operations) {
        const operation = await loadOperation(document, id);
        const { url, method, headers, body } = await document.withSchemas((source) =>
          buildRequest(source, operation, sampleValues(source, operation), { baseUrl: prismBaseUrl(prism.baseUrl, id) }),
        );
        const response = await fetch(url, { method, headers: { ...headers, ...buildCredentials(document.summary) }, body });
        const refusal = await readRefusal(response);
        if (refusal !== null) refused[id] = refusal;
        asked += 1;
      }
    } finally {
      prism.stop();
    }
    expect(refused).toEqual({});
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    console.log(`Prism was asked about ${asked} requests of systems.`);
  });
});
