import { Request } from 'miniflare';
import { expect, test } from 'vitest';
import { simulatedSystemsFor } from './registry.ts';
import { openSystems } from './running-system.ts';
import { simulatorHosts, simulatorsHandler } from './simulators.ts';

const open = () => simulatorsHandler(openSystems({ folder: null, now: Date.now, deliver: () => {} }));
const QUERY = { method: 'POST', headers: { 'x-shopify-access-token': 'portage-demo' }, body: '{"query":"{ shop { name } }"}' };

test('the systems respond under the names that only the local Portage knows', async () => {
  const handle = open();
  const read = async (url: string, init: object = {}) => {
    const answer = await handle(new Request(url, init));
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  expect((await read('http://shop.portage.local/products')).body.products).toHaveLength(3);
  const headers = { 'api-key': 'portage-demo', siteid: '-99' };
  expect((await read('http://mindbody.portage.local/public/v6/site/sites', { headers })).body.Sites).toMatchObject([{ Id: -99 }]);
  expect(await read('http://salesforce.portage.local/services/data/v62.0/limits')).toMatchObject({ status: 401 });
  const name = { shop: { name: 'Portage Demo Shop' } };
  const path = '/admin/api/2026-01/graphql.json';
  expect((await read(`http://shopify.portage.local${path}`, QUERY)).body.data).toEqual(name);
  expect((await read(`http://portage-demo.myshopify.com.simulated.portage.local${path}`, QUERY)).body.data).toEqual(name);
  const authorization = { authorization: 'Bearer portage-demo' };
  const created = { method: 'POST', headers: authorization, body: '{"Name":"Portage"}' };
  const accounts = '/services/data/v62.0/sobjects/Account';
  const { id } = (await read(`https://portage-demo.my.salesforce.com${accounts}`, created)).body;
  const deleted = await handle(
    new Request(`http://salesforce.portage.local${accounts}/${id}`, { method: 'DELETE', headers: authorization }),
  );
  expect([deleted.status, await deleted.text()]).toEqual([204, '']);
});

test('another store is reported as unknown and never reaches the real Shopify', async () => {
  const answer = await open()(new Request('https://other.myshopify.com/admin/api/2026-01/graphql.json', QUERY));
  expect(answer.status).toBe(404);
});

test('real hosts are taken over only on request', () => {
  expect(simulatorHosts([]).every((host) => host.endsWith('.portage.local'))).toBe(true);
  expect(simulatorHosts(['mindbody'])).toContain('push-api.mindbodyonline.com');
  expect(simulatorHosts(['mindbody'])).not.toContain('login.salesforce.com');
  expect(simulatedSystemsFor([]).signIns).toEqual({});
  expect(simulatedSystemsFor(['shopify']).signIns).toEqual({ '*.myshopify.com': '/local/simulators/shopify/sign-in' });
  expect(Object.keys(simulatedSystemsFor([]).connectors)).toContain('system-shopify');
});
