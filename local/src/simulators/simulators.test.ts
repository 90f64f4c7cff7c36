import { Request } from 'miniflare';
import { expect, it } from 'vitest';
import { simulatorHosts, simulatorsHandler } from './simulators.ts';

it('the systems answer under the names that only the local Portage knows', async () => {
  const handle = simulatorsHandler();
  const read = async (url: string, init: object = {}) => {
    const answer = await handle(new Request(url, init));
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  expect((await read('http://shop.portage.local/products')).body.products).toHaveLength(3);
  const headers = { 'api-key': 'portage-demo', siteid: '-99' };
  expect((await read('http://mindbody.portage.local/public/v6/site/sites', { headers })).body.Sites).toMatchObject([{ Id: -99 }]);
  expect(await read('http://salesforce.portage.local/services/data/v62.0/limits')).toMatchObject({ status: 401 });
  const graphQl = { method: 'POST', headers: { 'x-shopify-access-token': 'portage-demo' }, body: '{"query":"{ shop { name } }"}' };
  const shop = await read('http://shopify.portage.local/admin/api/2026-01/graphql.json', graphQl);
  expect(shop.body.data).toEqual({ shop: { name: 'Portage Demo Shop' } });
  const authorization = { authorization: 'Bearer portage-demo' };
  const created = { method: 'POST', headers: authorization, body: '{"Name":"Portage"}' };
  const path = '/services/data/v62.0/sobjects/Account';
  const { id } = (await read(`https://portage-demo.my.salesforce.com${path}`, created)).body;
  const deleted = await handle(new Request(`http://salesforce.portage.local${path}/${id}`, { method: 'DELETE', headers: authorization }));
  expect([deleted.status, await deleted.text()]).toEqual([204, '']);
});

it('real hosts are taken over only where that is asked for', () => {
  expect(simulatorHosts([]).every((host) => host.endsWith('.portage.local'))).toBe(true);
  expect(simulatorHosts(['mindbody'])).toContain('api.mindbodyonline.com');
  expect(simulatorHosts(['mindbody'])).not.toContain('login.salesforce.com');
});
