import { createHash, createHmac, webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSystemFolder } from '../../tools/read-system-types.ts';
import type { AuthorizationSettings } from '../authorization/auth-scheme.ts';
import { authorizeRequest, credentialsFor, listSecrets } from '../authorization/registry.ts';
import { schemeSettingProblems } from '../authorization/scheme-settings.ts';
import { loadOperation } from '../extracted/connector-document.ts';
import { buildRequest } from '../requests/build-request.ts';
import type { RequestValues } from '../requests/request-values.ts';
import { openDocument } from '../stored/open-document.ts';

const { stored, settings } = readSystemFolder('sunwave');
const connection = settings.additionalData?.connection as AuthorizationSettings;
const PRIVATE_KEY = 'k'.repeat(256);
const fields: Record<string, string> = {
  username: '236',
  password: PRIVATE_KEY,
  'customOptions.clientId': 'client-of-the-realm',
  'customOptions.userEmail': 'john.doe@acmehealth.example',
};
const credentials = credentialsFor('SignedRequest', {
  settings: connection,
  fields,
  need: (name) => fields[name] ?? '',
  client: { id: '', secret: '' },
  tokens: null,
});

async function signedCall(operationId: string, values: RequestValues, nowMs: number) {
  const document = openDocument(stored.index, async (part) => stored.parts[part] ?? '');
  const operation = await loadOperation(document, operationId);
  const built = await document.withSchemas((source) => buildRequest(source, operation, values, { baseUrl: settings.baseUrl ?? '' }));
  return authorizeRequest(built, credentials, {
    nowMs,
    randomBytes: (length) => webcrypto.getRandomValues(new Uint8Array(length)),
    subtle: webcrypto.subtle as never,
  });
}

/** As Sunwave's knowledge base describes a token: the seed, and its HMAC in URL-safe Base64. */
function buildToken({ time, id, body }: { time: string; id: string; body: string }): string {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const md5 = createHash('md5').update(body).digest('hex');
  const seed = ['john.doe@acmehealth.example', 'client-of-the-realm', base64(time), '236', id, base64(md5)].join(':');
  const hmac = createHmac('sha512', PRIVATE_KEY).update(seed).digest('base64').replaceAll('/', '_').replaceAll('+', '-');
  return `${seed}:${hmac}`;
}

test.each<[string, RequestValues]>([
  ['GET /api/users', {}],
  ['GET /api/opportunities/{searchBy}/from/{from}/until/{until}', { path: { from: '2026-11-01', until: '2026-11-26' } }],
  [
    'POST /api/addforminpatientchart',
    {
      body: {
        patient_first_name: 'Zoë',
        form_id: '22',
        service_date: '2026-11-26',
        pdf_payload: { fileName: 'plan.pdf', contentType: 'application/pdf', base64: 'JVBERi0xLjc=' },
      },
    },
  ],
])('signs %s as Sunwave requires, with an id that no other call has', async (operationId, values) => {
  expect(schemeSettingProblems(['SignedRequest'], connection)).toEqual([]);
  const ids = new Set<string>();
  // Signs the same call again after a second.
  for (const nowMs of [Date.UTC(2022, 8, 8, 19, 34, 6), Date.UTC(2022, 8, 8, 19, 34, 7)]) {
    const { headers, body } = await signedCall(operationId, values, nowMs);
    const [scheme, token = ''] = (headers.Authorization ?? '').split(' ');
    const id = token.split(':')[4] ?? '';
    ids.add(id);
    expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(scheme).toBe('Digest');
    expect(token).toBe(
      buildToken({ time: `Thu, 08 Sep 2022 19:34:0${nowMs % 60_000 === 6_000 ? 6 : 7} +0000`, id, body: String(body ?? '') }),
    );
  }
  expect(ids.size).toBe(2);
});

test('adds a PDF to the chart as its Base64', async () => {
  const file = { fileName: 'plan.pdf', contentType: 'application/pdf', base64: 'JVBERi0xLjc=' };
  const { body, url } = await signedCall('POST /api/addforminpatientchart', { body: { form_id: 22, pdf_payload: file } }, 0);
  expect(url).toBe('https://emr.sunwavehealth.com/SunwaveEMR/api/addforminpatientchart');
  expect(JSON.parse(String(body))).toEqual({ form_id: '22', pdf_payload: 'JVBERi0xLjc=' });
});

test('reports the Private Key as a secret', () => {
  expect(listSecrets(credentials)).toEqual([PRIVATE_KEY]);
});
