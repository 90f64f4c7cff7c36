import { createHmac, webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSystemFolder } from '../../tools/read-system-types.ts';
import { withQueryParameter } from '../authorization/put-on-request.ts';
import { authorizeRequest, credentialsFor } from '../authorization/registry.ts';
import { loadOperation } from '../extracted/connector-document.ts';
import { buildRequest } from '../requests/build-request.ts';
import { openDocument } from '../stored/open-document.ts';

/** TikTok Shop: the secret around the path, the sorted query and the body. */
function computeSignature(url: URL, body: string, secret: string): string {
  const query = [...url.searchParams].filter(([name]) => name !== 'sign').sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${secret}${url.pathname}${query.map((pair) => pair.join('')).join('')}${body}${secret}`;
  return createHmac('sha256', secret).update(text).digest('hex');
}

test.each([
  ['POST /order/202309/orders/search', { query: { shop_cipher: 'GCP_1 /+' }, body: { update_time_ge: 1_700_000_000 } }],
  ['GET /order/202309/orders', { query: { shop_cipher: 'GCP_1', ids: ['5761', '5762'] } }],
])('TikTok: signs %s as TikTok Shop requires', async (operationId, values) => {
  const { stored, settings } = readSystemFolder('tiktok');
  const document = openDocument(stored.index, async (part) => stored.parts[part] ?? '');
  const operation = await loadOperation(document, operationId);
  const built = await document.withSchemas((source) => buildRequest(source, operation, values, { baseUrl: settings.baseUrl ?? '' }));
  const connection = settings.additionalData?.connection as { authorizationSettings: Record<string, string> };
  const credentials = credentialsFor('SignedRequest', {
    settings: connection,
    fields: {},
    need: () => 's3cret',
    client: { id: '', secret: '' },
    tokens: null,
  });
  const request = withQueryParameter(built, 'app_key', '68xu7ks');
  const signed = await authorizeRequest(request, credentials, {
    nowMs: 1_700_000_123_456,
    randomBytes: (length) => new Uint8Array(length),
    subtle: webcrypto.subtle as never,
  });
  const url = new URL(signed.url);
  expect(url.searchParams.get('timestamp')).toBe('1700000123');
  expect(url.searchParams.get('sign')).toBe(computeSignature(url, String(signed.body ?? ''), 's3cret'));
});
