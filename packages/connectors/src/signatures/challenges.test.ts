import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type SignatureSchemeName, verifyCall, verifySignature } from './verify-signature.ts';

const NOW = Date.parse('2026-11-21T05:00:00Z');
const SECRET = 'zoom or slack';

function call(scheme: SignatureSchemeName, body: unknown, headers: Record<string, string>, secrets = [SECRET]) {
  const rawBody = new TextEncoder().encode(JSON.stringify(body));
  return verifyCall(scheme, { headers, rawBody, secrets, nowMs: NOW, url: 'https://portage.example/api/webhooks/abc' }, () => body);
}

function timed(family: 'zm' | 'slack', body: unknown) {
  const seconds = String(NOW / 1_000);
  const signature = `v0=${createHmac('sha256', SECRET)
    .update(`v0:${seconds}:${JSON.stringify(body)}`)
    .digest('hex')}`;
  return { [`x-${family}-signature`]: signature, [`x-${family}-request-timestamp`]: seconds };
}

describe('responding to challenges', () => {
  test('sends the token’s HMAC for Zoom’s endpoint.url_validation, with the secret that verified it', async () => {
    const body = { event: 'endpoint.url_validation', payload: { plainToken: 'qgg8vlvZRS6UYooatFL8Aw' } };
    const result = await call('zoom', body, timed('zm', body), ['the new one', SECRET]);
    expect(result).toMatchObject({ ok: true, challenge: { contentType: 'application/json' } });
    expect(JSON.parse((result as { challenge: { text: string } }).challenge.text)).toEqual({
      plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
      encryptedToken: createHmac('sha256', SECRET).update('qgg8vlvZRS6UYooatFL8Aw').digest('hex'),
    });
  });

  test('HOSTILE 30: signs no tokens for an unsigned challenge', async () => {
    const body = { event: 'endpoint.url_validation', payload: { plainToken: 'v0:1795237200:{"event":"meeting.started"}' } };
    expect(await call('zoom', body, {})).toMatchObject({ ok: false, reason: 'missing' });
  });

  test('returns the challenge of Slack’s url_verification, and treats an event as none', async () => {
    const body = { type: 'url_verification', token: 'old', challenge: '3eZbrw1aB<script>' };
    expect(await call('slack', body, timed('slack', body))).toMatchObject({
      ok: true,
      challenge: { contentType: 'application/json', text: '{"challenge":"3eZbrw1aB<script>"}' },
    });
    const event = { type: 'event_callback', challenge: 'x' };
    expect(await call('slack', event, timed('slack', event))).toMatchObject({ ok: true, challenge: null });
  });

  test('distinguishes right and wrong signatures in Xero’s intent to receive, always without a response body', async () => {
    const body = { events: [], firstEventSequence: 0, lastEventSequence: 0, entropy: 'S0m3r4Nd0mt3xt' };
    const signature = createHmac('sha256', SECRET).update(JSON.stringify(body)).digest('base64');
    expect(await call('xero', body, { 'x-xero-signature': signature })).toMatchObject({
      ok: true,
      challenge: null,
      wantsEmptyAnswer: true,
    });
    const wrong = createHmac('sha256', 'x').update(JSON.stringify(body)).digest('base64');
    expect(await call('xero', body, { 'x-xero-signature': wrong })).toMatchObject({
      ok: false,
      reason: 'mismatch',
      wantsEmptyAnswer: true,
    });
  });
});

describe('the plain token', () => {
  const verdict = async (headers: Record<string, string>, query = '', secrets = [SECRET]) => {
    const url = `https://portage.example/api/webhooks/abc${query}`;
    const result = await verifySignature('token', { headers, rawBody: new Uint8Array(), secrets, nowMs: NOW, url });
    return result.ok ? 'ok' : result.reason;
  };

  test('is accepted as a bearer, from its headers and from the address', async () => {
    expect(await verdict({ Authorization: `Bearer ${SECRET}` })).toBe('ok');
    expect(await verdict({ 'X-Gitlab-Token': SECRET })).toBe('ok');
    expect(await verdict({ 'X-Goog-Channel-Token': SECRET })).toBe('ok');
    expect(await verdict({}, `?token=${encodeURIComponent(SECRET)}`)).toBe('ok');
    expect(await verdict({ 'X-Webhook-Token': 'old' }, '', ['new', 'old'])).toBe('ok');
  });

  test('HOSTILE 30: is refused if missing, wrong, partial, guessed many times, or without any secret', async () => {
    expect(await verdict({})).toBe('missing');
    expect(await verdict({}, '?token=')).toBe('missing');
    expect(await verdict({ 'X-Webhook-Token': 'zoom or slacK' })).toBe('mismatch');
    expect(await verdict({ 'X-Webhook-Token': SECRET.slice(0, -1) })).toBe('mismatch');
    expect(await verdict({}, `?${'token=a&'.repeat(50)}token=${encodeURIComponent(SECRET)}`)).toBe('malformed');
    expect(await verdict({ 'X-Webhook-Token': '' }, '', [''])).toBe('no-secret');
    expect(await verdict({ 'X-Webhook-Token': ' ' }, '', [' '])).toBe('no-secret');
    expect(await verdict({ 'X-Webhook-Token': 'anything' }, '', [])).toBe('no-secret');
  });
});
