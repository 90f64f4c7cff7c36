import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type CustomSignature, customSignatureProblem } from './custom-signature.ts';
import { verifyCall } from './verify-signature.ts';

const BODY = '{"invoice":  "INV-7", "amount": 12.50}';
const SECRET = 'whsec-test';
const NOW_MS = 1_700_000_000_000;
const SECONDS = String(NOW_MS / 1_000);
const plain: CustomSignature = { header: 'X-Signature', algorithm: 'SHA-256', encoding: 'hex' };

const mac = (text: string, { algorithm = 'sha256', encoding = 'hex', secret = SECRET as string | Buffer } = {}) =>
  createHmac(algorithm, secret)
    .update(text)
    .digest(encoding as 'hex');

async function verdict(settings: Partial<CustomSignature>, headers: Record<string, string>, more: object = {}) {
  const call = { headers, rawBody: new TextEncoder().encode(BODY), secrets: [SECRET], nowMs: NOW_MS, ...more };
  const toleranceMs = settings.toleranceSeconds === undefined ? {} : { toleranceMs: settings.toleranceSeconds * 1_000 };
  const result = await verifyCall({ ...plain, ...settings }, { ...call, ...toleranceMs }, () => null);
  return result.ok ? 'ok' : result.reason;
}

describe('a generic HMAC', () => {
  test.each([
    ['SHA-1', 'sha1'],
    ['SHA-256', 'sha256'],
    ['SHA-512', 'sha512'],
  ] as const)('is verified over the raw bytes with %s in each encoding, with a prefix and without', async (algorithm, node) => {
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      for (const prefix of ['', `${node}=`, 'v1=']) {
        const signed = prefix + mac(BODY, { algorithm: node, encoding });
        expect(await verdict({ algorithm, encoding, prefix }, { 'x-signature': signed })).toBe('ok');
        expect(
          await verdict(
            { algorithm, encoding, prefix },
            { 'x-signature': signed },
            { rawBody: new TextEncoder().encode(JSON.stringify(JSON.parse(BODY))) },
          ),
        ).toBe('mismatch');
      }
    }
  });

  test('accepts one valid signature among several in a header, but at most ten', async () => {
    const wrong = 'a'.repeat(64);
    const right = mac(BODY);
    for (const text of [`v1=${wrong},v1=${right}`, `v1=${wrong} v1=${right}`, `t=1; v0=${wrong}; V1=${right.toUpperCase()}`]) {
      expect(await verdict({ prefix: 'v1=' }, { 'x-signature': text })).toBe('ok');
    }
    expect(await verdict({ prefix: 'v1=' }, { 'x-signature': `v0=${right}` })).toBe('malformed');
    expect(await verdict({}, { 'x-signature': `${`${wrong},`.repeat(11)}${right}` })).toBe('malformed');
  });

  test('refuses a call with no signature, half a signature, or another secret', async () => {
    expect(await verdict({}, {})).toBe('missing');
    for (const text of ['', ' ', 'x', mac(BODY).slice(2), `sha256=${mac(BODY)}`])
      expect(await verdict({}, { 'x-signature': text })).not.toBe('ok');
    expect(await verdict({}, { 'x-signature': mac(BODY, { secret: 'other' }) })).toBe('mismatch');
    expect(await verdict({}, { 'x-signature': mac(BODY, { secret: '' }) }, { secrets: [] })).toBe('no-secret');
    expect(await verdict({}, { 'x-signature': mac(BODY) }, { secrets: ['old', SECRET] })).toBe('ok');
  });

  test('checks a time in its own header or among the signatures, and refuses an old or future one', async () => {
    const timed = { timestampHeader: 'X-Time', template: '{timestamp}.{body}' };
    for (const time of [SECONDS, `${SECONDS}000`, new Date(NOW_MS).toISOString()]) {
      const headers = { 'x-signature': mac(`${time}.${BODY}`), 'x-time': time };
      expect(await verdict(timed, headers)).toBe('ok');
      expect(await verdict(timed, headers, { nowMs: NOW_MS + 301_000 })).toBe('too-old');
      expect(await verdict(timed, headers, { nowMs: NOW_MS - 301_000 })).toBe('too-old');
      expect(await verdict({ ...timed, toleranceSeconds: 600 }, headers, { nowMs: NOW_MS + 301_000 })).toBe('ok');
      expect(await verdict(timed, { ...headers, 'x-time': String(NOW_MS / 1_000 + 1) })).toBe('mismatch');
    }
    const among = { 'x-signature': `t=${SECONDS},v1=${mac(`${SECONDS}.${BODY}`)}` };
    expect(await verdict({ ...timed, timestampHeader: 'x-signature', prefix: 'v1=' }, among)).toBe('ok');
    expect(await verdict(timed, { 'x-signature': mac(`${SECONDS}.${BODY}`) })).toBe('missing');
    expect(await verdict(timed, { 'x-signature': mac(BODY), 'x-time': 'soon' })).toBe('malformed');
  });

  test('covers what its template names, and doesn’t take the text “body” for the body', async () => {
    const url = 'https://portage.example/api/webhooks/x?y=1';
    const headers = { 'x-id': 'body' };
    const signed = mac(`POST ${url} body:${BODY}`);
    expect(
      await verdict({ template: '{method} {url} {header:X-Id}:{body}' }, { ...headers, 'x-signature': signed }, { url, method: 'POST' }),
    ).toBe('ok');
  });

  test('accepts a secret in hex or base64', async () => {
    const secret = Buffer.from([1, 2, 255, 0]);
    for (const secretEncoding of ['hex', 'base64'] as const) {
      const secrets = [secret.toString(secretEncoding)];
      expect(await verdict({ secretEncoding }, { 'x-signature': mac(BODY, { secret }) }, { secrets })).toBe('ok');
    }
    expect(await verdict({ secretEncoding: 'hex' }, { 'x-signature': mac(BODY) }, { secrets: ['no hex'] })).toBe('no-secret');
  });

  test('can’t be set up without the body, or with an unsigned time', () => {
    expect(customSignatureProblem(plain)).toBeNull();
    expect(customSignatureProblem({ ...plain, template: '{timestamp}' })).toContain('{body}');
    expect(customSignatureProblem({ ...plain, timestampHeader: 'x' })).toContain('{timestamp}');
    expect(customSignatureProblem({ ...plain, template: '{timestamp}.{body}' })).toContain('which header');
    expect(customSignatureProblem({ ...plain, template: '{foo}{body}' })).toContain('{foo}');
  });
});
