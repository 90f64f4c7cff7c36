import { toOwnerId } from '@portage/contracts';
import { describe, expect, test } from 'vitest';
import { getConnectionObject, makeConnection } from '../../test/connection-harness.ts';
import { callsTo, OWNER, randomText, testEnv } from '../../test/harness.ts';

const asked = (connectorId: string, url: string, ownerUserId = OWNER) =>
  getConnectionObject(connectorId).call({
    ownerUserId,
    connectorId,
    request: { method: 'POST', url, headers: { accept: 'application/json', 'content-type': 'application/json' }, body: '{"q": "é"}' },
  });

describe('a call outside a run', () => {
  test('sends the credential and redacts it from the response', async () => {
    const connectorId = await makeConnection({ secrets: { apiKey: 'sk_live_4242424242' } });
    const path = `/echo/${randomText()}`;
    const answer = await asked(connectorId, path);
    expect((await callsTo(path))[0]).toMatchObject({ body: '{"q": "é"}', headers: { authorization: 'Bearer sk_live_4242424242' } });
    expect(answer).toMatchObject({ outcome: 'answered', status: 200, url: testEnv.TARGET + path });
    expect(JSON.stringify(answer)).toContain('[redacted]');
    expect(JSON.stringify(answer)).not.toContain('sk_live_4242424242');
  });

  test.each([
    ['in the charset that it declares', 'application/json; charset=windows-1252', Buffer.from('{"name":"Jürgen"}', 'latin1'), 'Jürgen'],
    ['with two bytes a letter', 'application/json', Buffer.from('{"name":"Jürgen"}', 'utf16le'), 'Jürgen'],
    ['behind a byte order mark', 'application/json', Buffer.from('\ufeff{"name":"Jürgen"}'), 'Jürgen'],
    ['under another label', 'application/octet-stream', Buffer.from('{"name":"Jürgen"}'), 'Jürgen'],
  ])('HOSTILE 48: reads a response %s', async (_what, type, bytes, name) => {
    const connectorId = await makeConnection({ secrets: { apiKey: 'sk_live_4242424242' } });
    const answer = await asked(connectorId, `/answer/x?${new URLSearchParams({ type, base64: bytes.toString('base64') })}`);
    expect(answer.outcome === 'answered' && JSON.parse(answer.body)).toEqual({ name });
  });

  test('HOSTILE 48: refuses a response whose characters would be lost', async () => {
    const connectorId = await makeConnection({ secrets: { apiKey: 'sk_live_4242424242' } });
    const query = { type: 'application/json', base64: Buffer.from('{"name":"Jürgen"}', 'latin1').toString('base64') };
    expect(await asked(connectorId, `/answer/x?${new URLSearchParams(query)}`)).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('cannot be read as text'),
    });
    expect(await asked(connectorId, `/answer/x?${new URLSearchParams({ ...query, status: '500' })}`)).toMatchObject({
      outcome: 'answered',
      status: 500,
    });
  });

  test('HOSTILE 22: calls no other host, and only for the owner', async () => {
    const connectorId = await makeConnection({ secrets: { apiKey: 'sk_live_4242424242' } });
    expect(await asked(connectorId, 'https://elsewhere.example/x')).toMatchObject({
      outcome: 'refused',
      message: expect.stringMatching(/only, not to elsewhere\.example/),
    });
    const path = `/echo/${randomText()}`;
    expect(await asked(connectorId, path, toOwnerId(crypto.randomUUID()))).toMatchObject({
      outcome: 'refused',
      message: 'The connector was not found: choose one of yours in the step.',
    });
    expect(await callsTo(path)).toEqual([]);
  });
});
