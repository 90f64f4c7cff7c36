import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { sign as signAsGitHub } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import twilio from 'twilio';
import { describe, expect, test } from 'vitest';
import type { SignedCall } from './signature-scheme.ts';
import { type SignatureSchemeName, verifySignature } from './verify-signature.ts';

const NOW = Date.parse('2026-11-21T05:00:00Z');
const SECRET = 'the secret of both sides';
const BODY = '{"id":"evt_1","name":"Zoë","amount":12.50}';
const URL_CALLED = 'https://portage.example/api/webhooks/abc';

/** The verdict on a call that a sender's own library signed: `ok`, or the reason. */
async function verdict(scheme: SignatureSchemeName, call: Partial<SignedCall> & Pick<SignedCall, 'headers'>): Promise<string> {
  const rawBody = new TextEncoder().encode(BODY);
  const result = await verifySignature(scheme, { rawBody, secrets: [SECRET], nowMs: NOW, url: URL_CALLED, ...call });
  return result.ok ? 'ok' : result.reason;
}

/** Copies of a text, each with another byte changed by one bit. */
function changedOnce(text: string): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte, at) => bytes.with(at, byte ^ 1));
}

async function refusesEveryChangedByte(scheme: SignatureSchemeName, text: string, call: Pick<SignedCall, 'headers'> & Partial<SignedCall>) {
  const verdicts = await Promise.all(changedOnce(text).map((rawBody) => verdict(scheme, { ...call, rawBody })));
  expect(new Set(verdicts)).toEqual(new Set(['mismatch']));
}

describe('HOSTILE 30: what the senders’ own libraries sign', () => {
  test('Stripe’s SDK: is accepted, but not with a changed byte or six minutes later', async () => {
    const stripe = new Stripe('sk_test_nothing');
    const header = stripe.webhooks.generateTestHeaderString({ payload: BODY, secret: SECRET, timestamp: NOW / 1_000 });
    const headers = { 'Stripe-Signature': header };
    expect(await verdict('stripe', { headers })).toBe('ok');
    await refusesEveryChangedByte('stripe', BODY, { headers });
    expect(await verdict('stripe', { headers, nowMs: NOW + 360_000 })).toBe('too-old');
    expect(await verdict('stripe', { headers, secrets: ['another'] })).toBe('mismatch');
  });

  test('Octokit: is accepted, but not with a changed byte', async () => {
    const headers = { 'X-Hub-Signature-256': await signAsGitHub(SECRET, BODY) };
    expect(await verdict('github', { headers })).toBe('ok');
    await refusesEveryChangedByte('github', BODY, { headers });
  });

  test('Standard Webhooks: is accepted, but not with a changed byte', async () => {
    const secret = `whsec_${Buffer.from(SECRET).toString('base64')}`;
    const signature = new Webhook(secret).sign('msg_7', new Date(NOW), BODY);
    const headers = { 'webhook-id': 'msg_7', 'webhook-timestamp': String(NOW / 1_000), 'webhook-signature': signature };
    expect(await verdict('standard-webhooks', { headers, secrets: [secret] })).toBe('ok');
    await refusesEveryChangedByte('standard-webhooks', BODY, { headers, secrets: [secret] });
  });

  describe('Twilio’s SDK', () => {
    const parameters = { To: '+14155550100', From: '+14155550199', Body: 'Grüße & more', MessageSid: 'SM1', AaZ: '1', Aaz: '2' };
    const form = (values: Record<string, string>) => new URLSearchParams(values).toString();
    const signed = (url: string, values: Record<string, string> = {}) => ({
      'X-Twilio-Signature': twilio.getExpectedTwilioSignature(SECRET, url, values),
    });
    const bytes = (text: string) => new TextEncoder().encode(text);

    test('signs a form that is accepted, but not with a field changed, added or removed, or for another address', async () => {
      const headers = signed(URL_CALLED, parameters);
      const body = form(parameters);
      expect(twilio.validateRequest(SECRET, headers['X-Twilio-Signature'], URL_CALLED, parameters)).toBe(true);
      expect(await verdict('twilio', { headers, rawBody: bytes(body) })).toBe('ok');
      expect(await verdict('twilio', { headers, rawBody: bytes(form({ ...parameters, Body: 'Grüße & mare' })) })).toBe('mismatch');
      expect(await verdict('twilio', { headers, rawBody: bytes(`${body}&Extra=1`) })).toBe('mismatch');
      expect(await verdict('twilio', { headers, rawBody: bytes('') })).toBe('mismatch');
      expect(await verdict('twilio', { headers, rawBody: bytes(body), url: `${URL_CALLED}2` })).toBe('mismatch');
      expect(await verdict('twilio', { headers: {}, rawBody: bytes(body) })).toBe('missing');
    });

    test('doesn’t sign the order of fields, which doesn’t matter', async () => {
      const reversed = Object.fromEntries(Object.entries(parameters).reverse());
      expect(await verdict('twilio', { headers: signed(URL_CALLED, parameters), rawBody: bytes(form(reversed)) })).toBe('ok');
    });

    test('signs an address that is accepted with and without its default port, as in Twilio’s own check', async () => {
      const withPort = 'https://portage.example:443/api/webhooks/abc';
      expect(await verdict('twilio', { headers: signed(withPort, parameters), rawBody: bytes(form(parameters)) })).toBe('ok');
    });

    test('binds a JSON body by bodySHA256 in the address, and is refused with a changed byte or another body’s digest', async () => {
      const url = `${URL_CALLED}?bodySHA256=${createHash('sha256').update(BODY).digest('hex')}`;
      const headers = signed(url);
      expect(twilio.validateRequestWithBody(SECRET, headers['X-Twilio-Signature'], url, BODY)).toBe(true);
      expect(await verdict('twilio', { headers, url })).toBe('ok');
      await refusesEveryChangedByte('twilio', BODY, { headers, url });
      // The digest is part of the signed address, so it can't be changed along with the body.
      const other = `${URL_CALLED}?bodySHA256=${createHash('sha256').update('{}').digest('hex')}`;
      expect(await verdict('twilio', { headers, url: other, rawBody: bytes('{}') })).toBe('mismatch');
    });

    test('a false content type changes nothing: a signed call without a body doesn’t allow one', async () => {
      const headers = { ...signed(URL_CALLED), 'content-type': 'application/json' };
      expect(await verdict('twilio', { headers, rawBody: bytes('') })).toBe('ok');
      expect(await verdict('twilio', { headers, rawBody: bytes(BODY) })).toBe('mismatch');
    });
  });

  test('SendGrid’s check agrees with ours on its signatures, and both refuse a changed byte', async () => {
    const { EventWebhook } = await import('@sendgrid/eventwebhook');
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const shown = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const theirs = new EventWebhook();
    const time = String(NOW / 1_000);
    for (let round = 0; round < 30; round += 1) {
      const body = `[{"event":"open","n":${round}}]`;
      const signature = createSign('sha256')
        .update(time + body)
        .sign(privateKey, 'base64');
      const headers = { 'X-Twilio-Email-Event-Webhook-Signature': signature, 'X-Twilio-Email-Event-Webhook-Timestamp': time };
      const rawBody = new TextEncoder().encode(body);
      expect(theirs.verifySignature(theirs.convertPublicKeyToECDSA(shown), body, signature, time)).toBe(true);
      expect(await verdict('sendgrid', { headers, rawBody, secrets: [shown] })).toBe('ok');
      expect(await verdict('sendgrid', { headers, rawBody: rawBody.with(3, 0x20), secrets: [shown] })).toBe('mismatch');
      expect(await verdict('sendgrid', { headers, rawBody, secrets: [shown], nowMs: NOW + 400_000 })).toBe('too-old');
    }
    const headers = { 'X-Twilio-Email-Event-Webhook-Signature': btoa('0'.repeat(70)), 'X-Twilio-Email-Event-Webhook-Timestamp': time };
    expect(await verdict('sendgrid', { headers, secrets: [shown] })).toBe('malformed');
    expect(await verdict('sendgrid', { headers, secrets: [''] })).toBe('no-secret');
  });
});
