import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SIMULATED_SECRET } from '../client-apps.ts';
import { openFromDocument } from '../testing/documented-system.ts';

/** Documents of real systems; they are not ours to ship. */
const FOLDER = process.env.PORTAGE_OPENAPI_DIR || join(import.meta.dirname, '../../../../../shared/openapi');
const NAMES = ['xero-accounting.yaml', 'hubspot-contacts-v3.json', 'twilio-api_v2010.json', 'printful-v2.json'];
const isAtHand = NAMES.every((name) => existsSync(join(FOLDER, name)));
const read = (name: string) => () => readFileSync(join(FOLDER, name), 'utf8');

describe.skipIf(!isAtHand)('documents of real systems respond and remember', () => {
  test('Xero: lists within a body, examples, ids that are UUIDs, a tenant on each call', async () => {
    const headers = { authorization: `Bearer ${SIMULATED_SECRET}` };
    const { call } = openFromDocument(read('xero-accounting.yaml'), 'https://api.xero.com/api.xro/2.0', { headers });
    expect(await call('GET', '/Contacts')).toMatchObject({ status: 400, body: { error: 'header.xero-tenant-id is required.' } });
    const tenant = { 'xero-tenant-id': '1' };
    const example = (await call('GET', '/Contacts', undefined, tenant)).body.Contacts[0];
    expect(example.Name).toBe('Katherine Warren');
    const made = await call(
      'POST',
      '/Contacts',
      { Contacts: [{ Name: 'Zed Ltd', EmailAddress: 'zed@example.com' }, { Name: 'Why Ltd' }] },
      tenant,
    );
    expect(made.body.Contacts.map(({ Name }: { Name: string }) => Name)).toEqual(['Zed Ltd', 'Why Ltd']);
    const { ContactID } = made.body.Contacts[0];
    expect(ContactID).toMatch(/^[0-9a-f-]{36}$/);
    const found = await call('GET', `/Contacts?where=${encodeURIComponent('EmailAddress=="zed@example.com"')}`, undefined, tenant);
    expect(found.body.Contacts).toMatchObject([{ ContactID, Name: 'Zed Ltd' }]);
    await call('POST', `/Contacts/${ContactID}`, { Contacts: [{ Name: 'Zed & Co' }] }, tenant);
    expect((await call('GET', `/Contacts/${ContactID}`, undefined, tenant)).body.Contacts).toMatchObject([
      { Name: 'Zed & Co', EmailAddress: 'zed@example.com' },
    ]);
    expect((await call('POST', '/Contacts', { Contacts: [{ Name: 7 }] }, tenant)).status).toBe(400);
  });

  test('HubSpot: posted searches, members within "properties", cursors', async () => {
    const { call } = openFromDocument(read('hubspot-contacts-v3.json'), 'https://api.hubapi.com');
    const contact = { properties: { email: 'ada@example.com', lastname: 'Lovelace' }, associations: [] };
    const { id } = (await call('POST', '/crm/v3/objects/contacts', contact)).body;
    const search = {
      filterGroups: [{ filters: [{ propertyName: 'email', operator: 'EQ', value: 'ada@example.com' }] }],
      sorts: [],
      properties: [],
      limit: 10,
      after: '0',
    };
    const found = (await call('POST', '/crm/v3/objects/contacts/search', search)).body;
    expect(found).toMatchObject({ total: 1, results: [{ id, properties: { lastname: 'Lovelace' } }] });
    expect(found.paging).not.toHaveProperty('next');
    await call('PATCH', `/crm/v3/objects/contacts/${id}`, { properties: { lastname: 'King' } });
    expect((await call('GET', `/crm/v3/objects/contacts/${id}`)).body.properties).toEqual({ email: 'ada@example.com', lastname: 'King' });
    const first = (await call('GET', '/crm/v3/objects/contacts?limit=3')).body;
    const { after } = first.paging.next;
    expect((await call('GET', `/crm/v3/objects/contacts?limit=3&after=${after}`)).body.results).toMatchObject([{ id }]);
    await call('DELETE', `/crm/v3/objects/contacts/${id}`);
    expect((await call('GET', `/crm/v3/objects/contacts/${id}`)).status).toBe(404);
  });

  test('Twilio: 1.9 MB, forms, paths that end with .json, ids with a pattern', async () => {
    const basic = `Basic ${Buffer.from(`portage-demo:${SIMULATED_SECRET}`).toString('base64')}`;
    const account = `AC${'0'.repeat(32)}`;
    const { call } = openFromDocument(read('twilio-api_v2010.json'), 'https://api.twilio.com', { headers: { authorization: basic } });
    const path = `/2010-04-01/Accounts/${account}/Messages`;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const made = await call('POST', `${path}.json`, 'To=%2B4940123&From=%2B4940999&Body=Hello', form);
    expect([made.status, made.body]).toMatchObject([201, { to: '+4940123', body: 'Hello', account_sid: account }]);
    expect((await call('GET', `${path}/${made.body.sid}.json`)).body).toMatchObject({ body: 'Hello' });
    expect(JSON.stringify((await call('GET', `${path}.json?PageSize=100`)).body.messages)).toContain(made.body.sid);
    expect((await call('POST', `${path}.json`, 'Body=Hello', form)).status).toBe(422);
    expect((await call('GET', `${path}.json`, undefined, { authorization: 'Basic bm86bm8=' })).status).toBe(401);
  });

  test('Printful: wrappers around records, offsets, refusals in the document’s shape', async () => {
    const { call } = openFromDocument(read('printful-v2.json'), 'https://api.printful.com');
    const orders = await call('GET', '/v2/orders?limit=2');
    expect(orders.body.data).toHaveLength(2);
    expect(orders.body.paging).toEqual({ total: 3, offset: 0, limit: 2 });
    const refused = await call('POST', '/v2/orders', {});
    expect([refused.status, refused.body.error.message]).toEqual([400, 'recipient is required; order_items is required.']);
  });
});
