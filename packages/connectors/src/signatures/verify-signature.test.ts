import { describe, expect, test } from 'vitest';
import type { SignedCall } from './signature-scheme.ts';
import { type SignatureSchemeName, signatureSchemes, verifySignature } from './verify-signature.ts';

type HmacSchemeName = Exclude<SignatureSchemeName, 'twilio' | 'token' | 'sendgrid'>;

const NOW = Date.parse('2026-11-21T05:00:00Z');
const SECONDS = String(NOW / 1000);
const BODY = new TextEncoder().encode('{"id":"evt_1","name":"Zoë"}');
const SECRET = 'It’s a secret to everybody';
const URL_CALLED = 'https://portage.example/api/webhooks/code?via=proxy';
const AIRTABLE_SECRET = btoa('airtable makes secrets of bytes');
const STANDARD_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

type Encoding = 'hex' | 'base64';

async function hmac(key: Uint8Array<ArrayBuffer>, parts: (string | Uint8Array)[], encoding: Encoding): Promise<string> {
  const encoder = new TextEncoder();
  const bytes = parts.flatMap((part) => [...(typeof part === 'string' ? encoder.encode(part) : part)]);
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const mac = [...new Uint8Array(await crypto.subtle.sign('HMAC', imported, new Uint8Array(bytes)))];
  return encoding === 'hex' ? mac.map((byte) => byte.toString(16).padStart(2, '0')).join('') : btoa(String.fromCharCode(...mac));
}

function sign(parts: (string | Uint8Array)[], encoding: Encoding, secret = SECRET): Promise<string> {
  return hmac(new TextEncoder().encode(secret), parts, encoding);
}

function signByBytes(parts: (string | Uint8Array)[], encoding: Encoding, base64: string): Promise<string> {
  return hmac(
    Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
    parts,
    encoding,
  );
}

/** The headers with which each sender signs a body. */
const signers: Record<HmacSchemeName, (body: Uint8Array, secret: string, seconds: string) => Promise<Record<string, string>>> = {
  github: async (body, secret) => ({ 'X-Hub-Signature-256': `sha256=${await sign([body], 'hex', secret)}` }),
  shopify: async (body, secret) => ({ 'X-Shopify-Hmac-SHA256': await sign([body], 'base64', secret) }),
  quickbooks: async (body, secret) => ({ 'intuit-signature': await sign([body], 'base64', secret) }),
  xero: async (body, secret) => ({ 'x-xero-signature': await sign([body], 'base64', secret) }),
  stripe: async (body, secret, seconds) => ({ 'Stripe-Signature': `t=${seconds},v1=${await sign([`${seconds}.`, body], 'hex', secret)}` }),
  slack: async (body, secret, seconds) => ({
    'X-Slack-Request-Timestamp': seconds,
    'X-Slack-Signature': `v0=${await sign([`v0:${seconds}:`, body], 'hex', secret)}`,
  }),
  zoom: async (body, secret, seconds) => ({
    'x-zm-request-timestamp': seconds,
    'x-zm-signature': `v0=${await sign([`v0:${seconds}:`, body], 'hex', secret)}`,
  }),
  'standard-webhooks': async (body, secret, seconds) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${await signByBytes([`msg_1.${seconds}.`, body], 'base64', secret.slice('whsec_'.length))}`,
  }),
  mindbody: async (body, secret) => ({ 'X-Mindbody-Signature': `sha256=${await sign([body], 'base64', secret)}` }),
  airtable: async (body, secret) => ({ 'X-Airtable-Content-MAC': `hmac-sha256=${await signByBytes([body], 'hex', secret)}` }),
  hubspot: async (body, secret, seconds) => ({
    'X-HubSpot-Request-Timestamp': `${seconds}000`,
    'X-HubSpot-Signature-v3': await sign([`POST${URL_CALLED}`, body, `${seconds}000`], 'base64', secret),
  }),
};

const names = Object.keys(signers) as HmacSchemeName[];
const timed = names.filter((name) => ['stripe', 'slack', 'zoom', 'standard-webhooks', 'hubspot'].includes(name));

function getSecret(name: HmacSchemeName): string {
  if (name === 'standard-webhooks') return STANDARD_SECRET;
  return name === 'airtable' ? AIRTABLE_SECRET : SECRET;
}

function getOtherSecret(name: HmacSchemeName): string {
  if (name === 'standard-webhooks') return `whsec_${btoa('another secret')}`;
  return name === 'airtable' ? btoa('another secret') : 'another secret';
}

async function verdict(name: HmacSchemeName, change: Partial<SignedCall> = {}): Promise<string> {
  const headers = await signers[name](BODY, getSecret(name), SECONDS);
  const result = await verifySignature(name, {
    headers: new Headers(headers),
    rawBody: BODY,
    secrets: [getSecret(name)],
    nowMs: NOW,
    url: URL_CALLED,
    ...change,
  });
  return result.ok ? 'ok' : result.reason;
}

describe('verifySignature', () => {
  test('offers every scheme with its name', () => {
    expect(signatureSchemes.map(({ name }) => name)).toEqual(expect.arrayContaining([...names, 'twilio', 'token', 'sendgrid']));
    expect(signatureSchemes).toHaveLength(names.length + 3);
  });

  test('covers the address and the method for HubSpot', async () => {
    expect(await verdict('hubspot', { url: `${URL_CALLED}&more=1` })).toBe('mismatch');
    expect(await verdict('hubspot', { method: 'PUT' })).toBe('mismatch');
  });

  test.each(names)('accepts what %s signed', async (name) => {
    expect(await verdict(name)).toBe('ok');
  });

  test('agrees with GitHub’s published example', async () => {
    const result = await verifySignature('github', {
      headers: { 'X-Hub-Signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
      rawBody: new TextEncoder().encode('Hello, World!'),
      secrets: ["It's a Secret to Everybody"],
      nowMs: NOW,
    });
    expect(result).toEqual({ ok: true });
  });

  test('agrees with the published example of Slack', async () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const result = await verifySignature('slack', {
      headers: {
        'X-Slack-Request-Timestamp': '1531420618',
        'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      },
      rawBody: new TextEncoder().encode(body),
      secrets: ['8f742231b10e8888abcd99yyyzzz85a5'],
      nowMs: 1_531_420_618_000,
    });
    expect(result).toEqual({ ok: true });
  });

  test('agrees with the published example of Standard Webhooks', async () => {
    const result = await verifySignature('standard-webhooks', {
      headers: {
        'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'svix-timestamp': '1614265330',
        'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      rawBody: new TextEncoder().encode('{"test": 2432232314}'),
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      nowMs: 1_614_265_330_000,
    });
    expect(result).toEqual({ ok: true });
  });
});

describe('HOSTILE 30: attacks on webhook signatures', () => {
  test.each(names)('%s: refuses a missing signature', async (name) => {
    expect(await verdict(name, { headers: {} })).toBe('missing');
  });

  test.each(names)('%s: refuses another secret', async (name) => {
    expect(await verdict(name, { headers: await signers[name](BODY, getOtherSecret(name), SECONDS) })).toBe('mismatch');
  });

  test.each(names)('%s: refuses a body with a changed byte', async (name) => {
    const changed = BODY.slice();
    changed[7] = (changed[7] ?? 0) ^ 1;
    expect(await verdict(name, { rawBody: changed })).toBe('mismatch');
  });

  test.each(names)('%s: refuses an equivalent body with other bytes', async (name) => {
    expect(await verdict(name, { rawBody: new TextEncoder().encode('{"id": "evt_1", "name": "Zo\\u00eb"}') })).toBe('mismatch');
  });

  test.each(names)('%s: refuses bytes that aren’t text, with a false content type', async (name) => {
    const rawBody = Uint8Array.from([0xff, 0xfe, 0x00, 0x80, 0x0d, 0x0a]);
    const headers = { ...(await signers[name](rawBody, getSecret(name), SECONDS)), 'content-type': 'application/json; charset=utf-16' };
    expect(await verdict(name, { rawBody, headers })).toBe('ok');
    expect(await verdict(name, { rawBody: rawBody.slice(0, -1), headers })).toBe('mismatch');
  });

  test.each(names)('%s: refuses a signature that is cut off, empty or of another kind', async (name) => {
    const signed = await signers[name](BODY, getSecret(name), SECONDS);
    const header = Object.keys(signed).find((key) => /signature|hmac|-mac$/i.test(key)) ?? '';
    const whole = signed[header] ?? '';
    for (const value of [whole.slice(0, -3), `${whole}00`, 'sha256=', 'v1,', 'v0=zz', 'none', whole.replace('=', ':').replace(',', ';')]) {
      if (value === whole) continue;
      expect(await verdict(name, { headers: { ...signed, [header]: value } })).toBe('malformed');
    }
  });

  test.each(names)('%s: gives no second chance to a repeated header', async (name) => {
    const signed = Object.entries(await signers[name](BODY, getSecret(name), SECONDS));
    const forged = Object.entries(await signers[name](BODY, getOtherSecret(name), SECONDS));
    const headers = new Headers([...forged, ...signed]);
    expect(await verdict(name, { headers })).not.toBe('ok');
  });

  test.each(names)('%s: lets nobody in with a missing or empty secret', async (name) => {
    expect(await verdict(name, { secrets: [] })).toBe('no-secret');
    expect(await verdict(name, { secrets: [''] })).toBe('no-secret');
  });

  test.each(names)('%s: accepts both secrets during a rotation, and only the new one afterwards', async (name) => {
    expect(await verdict(name, { secrets: [getOtherSecret(name), getSecret(name)] })).toBe('ok');
    expect(await verdict(name, { secrets: [getOtherSecret(name)] })).toBe('mismatch');
  });

  test.each(timed)('%s: refuses a replayed old call, and one from the future', async (name) => {
    expect(await verdict(name, { nowMs: NOW + 5 * 60_000 })).toBe('ok');
    expect(await verdict(name, { nowMs: NOW + 5 * 60_000 + 1 })).toBe('too-old');
    expect(await verdict(name, { nowMs: NOW - 5 * 60_000 - 1 })).toBe('too-old');
    expect(await verdict(name, { nowMs: NOW + 60_000, toleranceMs: 30_000 })).toBe('too-old');
  });

  test.each(timed)('%s: refuses an old signature with a new time', async (name) => {
    const old = await signers[name](BODY, getSecret(name), '1500000000');
    const fresh = Object.fromEntries(Object.entries(old).map(([key, value]) => [key, value.replace('1500000000', SECONDS)]));
    expect(await verdict(name, { headers: fresh })).toBe('mismatch');
  });

  test.each(timed)('%s: refuses an invalid time', async (name) => {
    for (const time of ['NaN', '-1', '1e99', '0x10', '99999999999999999999']) {
      const signed = await signers[name](BODY, getSecret(name), time);
      expect(await verdict(name, { headers: signed })).toBe('malformed');
    }
  });

  test('Stripe: accepts one valid v1 of several, ignores v0, and refuses two times', async () => {
    const right = await sign([`${SECONDS}.`, BODY], 'hex');
    const wrong = 'a'.repeat(64);
    const stripe = (value: string) => verdict('stripe', { headers: { 'stripe-signature': value } });
    expect(await stripe(`t=${SECONDS},v1=${wrong},v1=${right}`)).toBe('ok');
    expect(await stripe(`t=${SECONDS}, v1=${wrong}, v1=${wrong}`)).toBe('mismatch');
    expect(await stripe(`t=${SECONDS},v0=${right}`)).toBe('malformed');
    expect(await stripe(`t=1,t=${SECONDS},v1=${right}`)).toBe('malformed');
    expect(await stripe(`t=${SECONDS}${`,v1=${wrong}`.repeat(5_000)},v1=${right}`)).toBe('malformed');
  });

  test('Standard Webhooks: accepts one valid signature of several, ignores other versions, and covers the id', async () => {
    const right = await signByBytes([`msg_1.${SECONDS}.`, BODY], 'base64', STANDARD_SECRET.slice('whsec_'.length));
    const standard = (value: string, id = 'msg_1') =>
      verdict('standard-webhooks', { headers: { 'webhook-id': id, 'webhook-timestamp': SECONDS, 'webhook-signature': value } });
    expect(await standard(`v1,${btoa('x'.repeat(32))} v1,${right}`)).toBe('ok');
    expect(await standard(`v1a,${right}`)).toBe('malformed');
    expect(await standard(`v1,${right}`, 'msg_2')).toBe('mismatch');
  });

  test('GitHub: refuses a call with only the old SHA-1 header', async () => {
    expect(await verdict('github', { headers: { 'X-Hub-Signature': 'sha1=7d38cdd689735b008b3c702edd92eea23791c5f6' } })).toBe('missing');
  });
});
