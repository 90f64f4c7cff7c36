import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProduct } from '../product/product.ts';

const product = startProduct([{ area: 'workflows', version: 'one' }]);

let stranger: Server;
let strangerOrigin: string;
let askedOfStranger: string[];

beforeAll(async () => {
  stranger = createServer((request, response) => {
    if (request.url !== '/favicon.ico') askedOfStranger.push(request.url ?? '');
    response
      .writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
      .end('<!doctype html><title>Stranger</title>');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  strangerOrigin = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});

beforeEach(() => {
  askedOfStranger = [];
});

afterAll(() => stranger.close());

test('HOSTILE 35: no query parameter, fragment or stored value makes an area load from elsewhere', async () => {
  const { server, page, shown } = product;
  const entry = encodeURIComponent(`${strangerOrigin}/mf-manifest.json`);
  await page.addInitScript((url) => {
    for (const key of ['import-map-override:workflows', 'mfe-registry', 'portage:registry', 'FEDERATION_DEBUG', 'OVERRIDE_REMOTE']) {
      localStorage.setItem(key, url);
    }
  }, `${strangerOrigin}/mf-manifest.json`);
  const query = `workflows=${entry}&mfe=${entry}&override=workflows:${entry}&entry=${entry}&registry=${entry}&remote=${entry}`;
  await page.goto(`${server.origin}/workflows?${query}#${query}`);
  await shown('workflows', 'one');
  expect(askedOfStranger).toEqual([]);
});

test('HOSTILE 35: a message from another origin changes nothing', async () => {
  const { server, page, shown } = product;
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  await page.evaluate(() => {
    addEventListener('message', () => {
      document.documentElement.dataset.messages = String(Number(document.documentElement.dataset.messages ?? 0) + 1);
    });
  });
  const popupOpened = page.waitForEvent('popup');
  await page.evaluate((url) => void window.open(url, 'stranger'), strangerOrigin);
  const popup = await popupOpened;
  await popup.waitForLoadState();
  askedOfStranger = [];
  await popup.evaluate((origin) => {
    for (const type of ['navigate', 'override', 'registry', 'logout', 'single-spa:reroute', 'mf:register']) {
      window.opener?.postMessage(
        { type, path: '/signup', areas: { workflows: { version: 'x', entry: `${location.origin}/mf-manifest.json` } } },
        origin,
      );
    }
  }, server.origin);
  await page.waitForFunction(() => document.documentElement.dataset.messages === '6');
  expect(new URL(page.url()).pathname).toBe('/workflows');
  await shown('workflows', 'one');
  expect(askedOfStranger).toEqual([]);
});

test('HOSTILE 35: a registry entry that points to another origin is refused, and only that area shows its fallback', async () => {
  const { server, page } = product;
  Object.assign(server.registry.areas.workflows as object, { entry: `${strangerOrigin}/mfe/workflows/one/mf-manifest.json` });
  await page.goto(`${server.origin}/workflows`);
  await page.getByRole('heading', { name: 'This part of Portage could not be loaded' }).waitFor();
  expect(askedOfStranger).toEqual([]);
});

test('HOSTILE 35: a deployed shell runs nothing from a development server, whatever the registry says', async () => {
  const { server, page, shown } = product;
  server.registry.development = { areas: ['workflows'], entry: `${strangerOrigin}/mf-manifest.json` };
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  expect(server.requests.filter((path) => path.startsWith('/mfe/workflows/dev/'))).toEqual([]);
  expect(askedOfStranger).toEqual([]);
  expect(await page.getByText('runs from your machine').count()).toBe(0);
});

test('the page’s policy blocks nothing of its own and runs no inline script', async () => {
  const { server, page, shown } = product;
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  expect(blocked).toEqual([]);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.documentElement.dataset.ran = "yes"';
    document.head.append(script);
  });
  expect(await page.evaluate(() => document.documentElement.dataset.ran)).toBeUndefined();
  expect(blocked).not.toEqual([]);
});
