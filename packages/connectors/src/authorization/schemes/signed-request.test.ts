/// <reference types="node" />
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ConnectorRequest } from '../../requests/build-request.ts';
import type { CredentialSource } from '../auth-scheme.ts';
import { authorizeRequest, credentialsFor } from '../registry.ts';
import { schemeSettingProblems } from '../scheme-settings.ts';

const NOW_MS = 1_700_000_000_123;
const ports = { nowMs: NOW_MS, randomBytes: (length: number) => new Uint8Array(length), subtle: crypto.subtle };
const fields: Record<string, string> = { clientId: 'key-1', clientSecret: 'shh', 'customOptions.region': 'eu' };

function signed(authorizationSettings: Record<string, string>, request: ConnectorRequest, randomBytes = ports.randomBytes) {
  expect(schemeSettingProblems(['SignedRequest'], { authorizationSettings })).toEqual([]);
  const source: CredentialSource = {
    settings: { authorizationSettings },
    fields,
    need: (name) => fields[name] ?? '',
    client: { id: '', secret: '' },
    tokens: null,
  };
  return authorizeRequest(request, credentialsFor('SignedRequest', source), { ...ports, randomBytes });
}

const hmac = (text: string, hash = 'sha256') => createHmac(hash, 'shh').update(text);

describe('signing a request', () => {
  test('matches TikTok Shop’s documentation: hex HMAC-SHA256 of secret, path, sorted query, body and secret again', async () => {
    // github.com/EcomPHP/tiktokshop-php: the query without `sign`, each name followed by its value.
    const request = {
      method: 'POST',
      url: 'https://open-api.tiktokglobalshop.com/order/202309/orders/search?page_size=20&app_key=key-1&shop_cipher=c%2F1',
      headers: {},
      body: '{"order_status":"UNPAID"}',
    };
    const { url, headers } = await signed(
      {
        signedText: '{secret}{path}{sortedQuery}{body}{secret}',
        signatureIn: 'query',
        signatureName: 'sign',
        timestampIn: 'query',
        timestampName: 'timestamp',
      },
      request,
    );
    const text = 'shh/order/202309/orders/searchapp_keykey-1page_size20shop_cipherc/1timestamp1700000000{"order_status":"UNPAID"}shh';
    expect(url).toBe(`${request.url}&timestamp=1700000000&sign=${hmac(text).digest('hex')}`);
    expect(headers).toEqual({});
  });

  test('supports several lines, body hashes and connector fields, with the signature within a common header', async () => {
    const bytes = new Uint8Array([0, 255, 10]);
    const { headers, body } = await signed(
      {
        signedText: '{method}\n{host}\n{path}\n{canonicalQuery}\n{bodyHash}\n{timestamp}\n{customOptions.region}',
        hash: 'SHA-512',
        encoding: 'base64',
        signatureName: 'Authorization',
        signatureValue: 'HMAC {clientId}:{signature}',
        timestampIn: 'header',
        timestampName: 'X-Date',
        timestampFormat: 'iso',
      },
      { method: 'put', url: 'https://api.example.com:8443/a%20b?z=1&a=x%20y&a=(b)&a-b=1', headers: {}, body: bytes },
    );
    const time = '2023-11-14T22:13:20.123Z';
    const hash = createHash('sha512').update(bytes).digest('hex');
    const text = `PUT\napi.example.com:8443\n/a%20b\na=%28b%29&a=x%20y&a-b=1&z=1\n${hash}\n${time}\neu`;
    expect(headers).toEqual({ 'X-Date': time, Authorization: `HMAC key-1:${hmac(text, 'sha512').digest('base64')}` });
    expect(body).toBe(bytes);
  });

  test('signs a body byte by byte, and leaves apparent placeholders in it unchanged', async () => {
    const body = '{secret}\u00e9';
    const { headers } = await signed(
      { signedText: '{url}{body}', hash: 'SHA-1', signatureName: 'X-Sign' },
      { method: 'POST', url: 'https://api.example.com/x', headers: {}, body },
    );
    expect(headers['X-Sign']).toBe(hmac(`https://api.example.com/x${body}`, 'sha1').digest('hex'));
  });

  test('supports a unique id, the body’s MD5 and parts in Base64, in the signed text and next to the signature', async () => {
    const body = new Uint8Array([255, 0, 10]);
    const { headers } = await signed(
      {
        signedText: '{uniqueId}|{base64:timestamp}|{bodyMd5}|{base64:bodyMd5}|{base64:body}|{base64:path}',
        hash: 'SHA-512',
        encoding: 'base64url-padded',
        signatureName: 'X-Sign',
        signatureValue: '{uniqueId}|{base64:timestamp}|{base64:bodyMd5}|{signature}',
        timestampFormat: 'rfc2822',
      },
      { method: 'POST', url: 'https://api.example.com/a', headers: {}, body },
    );
    const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
    const id = '00000000-0000-4000-8000-000000000000';
    const time = base64('Tue, 14 Nov 2023 22:13:20 +0000');
    const md5 = createHash('md5').update(body).digest('hex');
    const signature = hmac(`${id}|${time}|${md5}|${base64(md5)}|${base64(body)}|${base64('/a')}`, 'sha512').digest('base64url');
    expect(headers['X-Sign']).toBe(`${id}|${time}|${base64(md5)}|${signature}==`);
  });

  test('uses a new id for each signature', async () => {
    const settings = { signedText: '{uniqueId}', signatureName: 'X-Sign', signatureValue: '{uniqueId} {signature}', encoding: 'base64url' };
    const request = { method: 'GET', url: 'https://api.example.com/a', headers: {}, body: null };
    const made: string[] = [];
    for (const seed of [1, 2]) {
      const { headers } = await signed(settings, request, (length) => new Uint8Array(length).fill(seed));
      const [id = '', signature] = (headers['X-Sign'] ?? '').split(' ');
      expect(signature).toBe(hmac(id).digest('base64url'));
      made.push(id);
    }
    expect(made).toEqual(['01010101-0101-4101-8101-010101010101', '02020202-0202-4202-8202-020202020202']);
  });

  test('refuses a type without signed text or signature name, or with unknown parts', () => {
    const problems = (authorizationSettings: Record<string, string>) =>
      schemeSettingProblems(['SignedRequest'], { authorizationSettings }).map(({ name, message }) => `${name}: ${message}`);
    expect(problems({})).toEqual(['signedText: Please input Signed text', 'signatureName: Please input Name of the signature']);
    const most = { signedText: '{body}', signatureName: 'X-Sign' };
    expect(problems({ ...most, signedText: '{bodi}' })).toEqual([
      expect.stringMatching(/^signedText: \{bodi\} is not a known placeholder. Use \{method\}/),
    ]);
    expect(problems({ ...most, signatureName: 'X Sign' })).toEqual(['signatureName: This cannot be the name of a header or parameter']);
    expect(problems({ ...most, signatureValue: 'x' })).toEqual(['signatureValue: The value must contain {signature}']);
    expect(problems({ ...most, signedText: '{base64:bodi}' })).toEqual([
      expect.stringMatching(/^signedText: \{base64:bodi\} is not a known placeholder/),
    ]);
    // Secret or long parts are not allowed next to the signature.
    for (const name of ['secret', 'body', 'base64:secret', 'base64:body']) {
      expect(problems({ ...most, signatureValue: `{${name}} {signature}` })).toEqual([
        `signatureValue: {${name}} is not a known placeholder. Use {signature}, {timestamp}, {uniqueId}, {bodyHash}, {bodyMd5}`,
      ]);
    }
    expect(problems({ ...most, hash: 'MD5' })).toEqual(['hash: Hash of the HMAC: choose one from the list']);
    expect(problems({ ...most, other: 'x' })).toEqual(['other: “other” is not a setting of this authorization type']);
  });
});
