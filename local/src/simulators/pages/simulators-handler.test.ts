import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Request } from 'miniflare';
import { afterAll, describe, expect, test } from 'vitest';
import { localPagesHandler } from '../../pages/local-pages.ts';
import { openSystems } from '../running-system.ts';
import { signInPages } from '../sign-in/sign-in-page.ts';
import { simulatorsHandler } from '../simulators.ts';
import { simulatedSystemNames } from '../system-names.ts';
import { simulatorsPages } from './simulators-handler.ts';

const folder = mkdtempSync(join(tmpdir(), 'simulators-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ORIGIN = 'http://localhost:8080';

function open(where: string | null = null) {
  const systems = openSystems({ folder: where, now: Date.now, deliver: () => {} });
  const pages = localPagesHandler([simulatorsPages(systems, { recent: () => [] }), signInPages(systems, ORIGIN)]);
  const network = simulatorsHandler(systems);
  const ask = async (call: string, body?: unknown, headers: Record<string, string> = {}) => {
    const [method = 'GET', path = '/'] = call.split(' ');
    const url = path.startsWith('http') ? path : `${ORIGIN}/local/simulators${path}`;
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await pages(new Request(url, { method, headers, body: text, redirect: 'manual' }));
    const read = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return { status: answer.status, location: answer.headers.get('location'), text: read, body: (isJson ? JSON.parse(read) : null) as any };
  };
  const createLead = () =>
    network(
      new Request('http://salesforce.portage.local/services/data/v62.0/sobjects/Lead', {
        method: 'POST',
        headers: { authorization: 'Bearer portage-demo' },
        body: '{"LastName":"Lovelace","Company":"Engines"}',
      }),
    );
  const readLimits = () =>
    network(
      new Request('http://salesforce.portage.local/services/data/v62.0/limits', { headers: { authorization: 'Bearer portage-demo' } }),
    );
  return { ask, createLead, readLimits };
}

describe('/local/simulators', () => {
  test('lists the systems with their entities, as JSON and as a page', async () => {
    const { ask } = open();
    const { systems } = (await ask('GET ', undefined, { accept: 'application/json' })).body;
    expect(systems.map(({ name }: { name: string }) => name)).toEqual(simulatedSystemNames);
    expect(systems[0]).toMatchObject({
      host: 'portage-demo.myshopify.com',
      entities: expect.arrayContaining([{ name: 'products', count: 5 }]),
    });
    const page = await ask('GET ?system=shopify&entity=products', undefined, { accept: 'text/html' });
    expect(page.text).toContain('Enamel mug');
    expect(page.text).not.toContain('<script');
  });

  test.each(['GET /shopify/products', 'GET /shopify/calls', 'DELETE /shopify/calls', 'GET /shopify/faults', 'GET /shopify/limits'])(
    '%s refuses query parameters that it doesn’t accept',
    async (call) => {
      const { status, body } = await open().ask(`${call}?colour=red`);
      expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('Unrecognized key: "colour"')]);
    },
  );

  test('fills, lists by pages, searches, changes and removes records', async () => {
    const { ask } = open();
    expect((await ask('POST /shopify/products/fill', { count: 20 })).body).toEqual({ count: 20, totalCount: 25 });
    const page = (await ask('GET /shopify/Products?pageIndex=2&pageSize=10')).body;
    expect([page.records.length, page.totalCount]).toEqual([5, 25]);
    const found = (await ask('GET /shopify/products?search=enamel%20MUG')).body;
    expect(found).toMatchObject({ totalCount: 1, records: [{ title: 'Enamel mug', sku: 'MUG-01' }] });
    const { id } = found.records[0];
    const one = `/shopify/products/${encodeURIComponent(id)}`;
    expect((await ask(`PATCH ${one}`, { title: 'Red mug' })).body.record).toMatchObject({ id, title: 'Red mug' });
    expect((await ask(`GET /shopify/products/${id.split('/').at(-1)}`)).body.record.title).toBe('Red mug');
    expect((await ask(`PATCH ${one}`, { colour: 'red' })).status).toBe(400);
    expect((await ask(`PATCH ${one}`, 'no json')).status).toBe(400);
    expect((await ask(`DELETE ${one}`)).status).toBe(200);
    expect((await ask(`DELETE ${one}`)).status).toBe(404);
    for (const wrong of ['GET /nowhere/products', 'GET /shopify/nothing', 'GET /shopify/products?pageSize=0'])
      expect((await ask(wrong)).status, wrong).toBeGreaterThanOrEqual(400);
    expect((await ask('POST /shopify/products/fill', { count: 1, more: true })).status).toBe(400);
    expect((await ask('POST /shopify/products/fill', { count: -1 })).status).toBe(400);
  });

  test('makes plausible records of every entity that can be filled', async () => {
    const { ask } = open();
    const { systems } = (await ask('GET ', undefined, { accept: 'application/json' })).body;
    for (const { name, entities } of systems) {
      for (const entity of entities) {
        const before = (await ask(`GET /${name}/${entity.name}`)).body.totalCount;
        const filled = await ask(`POST /${name}/${entity.name}/fill`, { count: 2 });
        if (filled.status === 409) continue;
        const { records, totalCount } = (await ask(`GET /${name}/${entity.name}`)).body;
        expect([name, entity.name, totalCount]).toEqual([name, entity.name, before + 2]);
        expect(new Set(records.map(({ id }: { id: string }) => id)).size).toBe(Math.min(20, totalCount));
      }
    }
  });

  test('keeps records and calls across a restart, and counts calls that write', async () => {
    const before = open(folder);
    await before.createLead();
    await before.ask('POST /shopify/customers/fill', { count: 3 });
    const after = open(folder);
    const { records } = (await after.ask('GET /salesforce/Lead')).body;
    expect(records).toMatchObject([{ LastName: 'Lovelace' }]);
    expect((await after.ask('GET /shopify/customers')).body.totalCount).toBe(3);
    const calls = (await after.ask('GET /salesforce/calls')).body;
    expect(calls).toMatchObject({ totalCount: 1, writeCount: 1, calls: [{ method: 'POST', status: 201, isWrite: true }] });
    await after.createLead();
    expect((await after.ask('GET /salesforce/Lead')).body.records.map(({ Id }: { Id: string }) => Id)).toHaveLength(2);
    await after.ask('DELETE /salesforce/calls');
    expect((await open(folder).ask('GET /salesforce/calls')).body).toEqual({ calls: [], totalCount: 0, writeCount: 0 });
  });

  test('limits on the number of calls can be lifted', async () => {
    const { ask } = open();
    expect((await ask('GET /quickbooks/limits')).body).toEqual({ isOff: false });
    expect((await ask('POST /quickbooks/limits', { isOff: true })).body).toEqual({ isOff: true });
    expect((await ask('POST /quickbooks/limits', { isOff: 'yes' })).status).toBe(400);
    expect((await ask('GET /zoom/limits')).body).toEqual({ isOff: false });
  });

  test('the next writes fail as requested, or all calls while out of service, and then none', async () => {
    const { ask, createLead, readLimits } = open();
    const status = async () => (await createLead()).status;
    expect((await ask('POST /salesforce/faults', { kind: 'status-500', count: 2 })).body).toEqual({ kind: 'status-500', count: 2 });
    expect(await status()).toBe(500);
    expect((await ask('GET /salesforce/faults')).body).toEqual({ kind: 'status-500', count: 1 });
    expect([await status(), await status()]).toEqual([500, 201]);
    await ask('POST /salesforce/faults', { kind: 'status-429', count: 5 });
    const limited = await createLead();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await ask('POST /salesforce/faults', { count: 0 })).body).toEqual({ kind: null, count: 0 });
    await ask('POST /salesforce/faults', { kind: 'refused-422', count: 1 });
    expect([await status(), await status()]).toEqual([422, 201]);
    await ask('POST /salesforce/faults', { kind: 'lost-answer', count: 1 });
    await expect((await createLead()).text()).rejects.toThrow();
    // The call was carried out anyway.
    expect((await ask('GET /salesforce/Lead')).body.totalCount).toBe(3);
    await ask('POST /salesforce/faults', { kind: 'status-500', count: 1 });
    expect((await readLimits()).status).toBe(200);
    await ask('POST /salesforce/faults', { kind: 'out-of-service', count: 1 });
    expect([(await readLimits()).status, (await readLimits()).status]).toEqual([503, 200]);
    expect((await ask('POST /salesforce/faults', { kind: 'fire', count: 1 })).status).toBe(400);
  });

  test('responds only under this machine’s names, and changes nothing for pages of other sites', async () => {
    const { ask } = open();
    expect((await ask('GET http://evil.example/local/simulators')).status).toBe(404);
    const fill = (headers: Record<string, string>) => ask('POST /shopify/products/fill', { count: 1 }, headers);
    expect((await fill({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await fill({ origin: 'null' })).status).toBe(403);
    expect((await fill({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await fill({ origin: ORIGIN, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await ask('GET /shopify/products')).body.totalCount).toBe(6);
  });

  test('the page’s forms change records without a script', async () => {
    const { ask } = open();
    const send = (fields: Record<string, string>) =>
      ask('POST ', new URLSearchParams({ system: 'shopify', ...fields }).toString(), { origin: ORIGIN });
    expect(await send({ action: 'fill', entity: 'products', count: '2' })).toMatchObject({ status: 303 });
    const { records, totalCount } = (await ask('GET /shopify/products')).body;
    expect(totalCount).toBe(7);
    const { id } = records[0];
    await send({ action: 'change', entity: 'products', id, fields: '{"title":"Green mug"}' });
    expect((await ask('GET /shopify/products?search=green')).body.totalCount).toBe(1);
    const wrong = await send({ action: 'change', entity: 'products', id, fields: '{"size":1}' });
    expect(wrong.location).toContain('problem=There+is+no+field');
    await send({ action: 'delete', entity: 'products', id });
    expect((await ask('GET /shopify/products')).body.totalCount).toBe(6);
  });
});

describe('the page on which a simulated system asks a person', () => {
  const redirect_uri = `${ORIGIN}/api/connectors/callback`;
  const question = (fields: Record<string, string> = {}) =>
    `/shopify/sign-in?${new URLSearchParams({ client_id: 'portage-demo', redirect_uri, state: 's.1', portage_host: 'portage-demo.myshopify.com', ...fields })}`;

  test('returns with a code signed as Shopify signs, or with the refusal', async () => {
    const { ask } = open();
    const page = await ask(`GET ${question()}`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Allow Portage to use this account?')]);
    const allowed = new URL((await ask(`POST ${question()}`, 'decision=allow')).location ?? '');
    expect(allowed.origin + allowed.pathname).toBe(redirect_uri);
    expect(Object.fromEntries(allowed.searchParams)).toMatchObject({
      state: 's.1',
      shop: 'portage-demo.myshopify.com',
      code: expect.any(String),
      hmac: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const denied = new URL((await ask(`POST ${question()}`, 'decision=deny')).location ?? '');
    expect(Object.fromEntries(denied.searchParams)).toMatchObject({ state: 's.1', error: 'access_denied' });
  });

  test('sends no one to another site, and asks nothing for unknown apps and stores', async () => {
    const { ask } = open();
    for (const wrong of [{ redirect_uri: 'https://evil.example/' }, { client_id: 'other' }, { portage_host: 'other.myshopify.com' }]) {
      const answer = await ask(`POST ${question(wrong)}`, 'decision=allow');
      expect([answer.status, answer.location]).toEqual([400, null]);
    }
  });
});
