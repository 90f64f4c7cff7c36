import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../product/faulty-server.ts';
import { startProduct } from '../product/product.ts';

const product = startProduct([
  { area: 'workflows', version: 'one' },
  { area: 'workflows', version: 'bad' },
  { area: 'workflows', version: 'hung' },
  { area: 'connectors', version: 'one' },
]);

const html: Fault = { kind: 'body', body: '<!doctype html><title>Sorry</title>', contentType: 'text/html' };
const manifest = '/mfe/workflows/one/mf-manifest.json';
const entry = '/mfe/workflows/one/remoteEntry.js';
const chunk = '/mfe/workflows/shared/js/async/__federation_expose_app';

const faultsOfLoading: [name: string, path: string, fault: Fault][] = [
  ['its manifest answers 500', manifest, { kind: 'status', status: 500 }],
  ['the connection is reset', manifest, { kind: 'reset' }],
  ['its manifest is an HTML page', manifest, html],
  ['its manifest is some other JSON', manifest, { kind: 'body', body: '{"hello":1}', contentType: 'application/json' }],
  ['its entry is gone', entry, { kind: 'status', status: 404 }],
  ['its entry is garbage', entry, { kind: 'body', body: 'var = ]{', contentType: 'text/javascript' }],
  ['its entry throws', entry, { kind: 'body', body: 'throw new Error("from the entry")', contentType: 'text/javascript' }],
  ['a chunk of it is gone', chunk, { kind: 'status', status: 404 }],
  ['its manifest never comes', manifest, { kind: 'hang' }],
];

async function expectFallback(title: string): Promise<void> {
  await product.page.getByRole('heading', { name: title }).waitFor();
  await product.page.getByRole('button', { name: 'Retry' }).waitFor();
}

async function expectNeighbourWorks(): Promise<void> {
  await product.choose('Connectors');
  await product.shown('connectors', 'one');
  await product.page.getByRole('button', { name: 'Retry' }).waitFor({ state: 'detached' });
}

describe.for(faultsOfLoading)('when %s', ([, path, fault]) => {
  test('HOSTILE 35: that area shows its fallback, the others work, and Retry brings it back', async () => {
    const { server, page, shown, choose } = product;
    server.addFault(path, fault);
    await page.goto(`${server.origin}/workflows`);
    await expectFallback('This part of Portage could not be loaded');
    await expectNeighbourWorks();

    await choose('Workflows');
    await expectFallback('This part of Portage could not be loaded');
    server.clearFaults();
    await page.getByRole('button', { name: 'Retry' }).click();
    await shown('workflows', 'one');
  });
});

test('HOSTILE 35: an area whose files don’t load because nothing responds loads by itself when the server is back', async () => {
  const { server, page, shown } = product;
  server.addFault(entry, { kind: 'status', status: 503 });
  server.addFault('/api/health', { kind: 'status', status: 503 });
  await page.goto(`${server.origin}/workflows`);
  await expectFallback('This part of Portage could not be loaded');
  await page.getByText('This page will reload when it’s back.', { exact: false }).waitFor();
  server.clearFaults();
  await shown('workflows', 'one');
});

test('HOSTILE 35: an area that hangs delays nothing else: its neighbor appears at once', async () => {
  const { server, page, choose } = product;
  server.addFault(entry, { kind: 'hang' });
  await page.goto(`${server.origin}/workflows`);
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
  await choose('Connectors');
  await product.shown('connectors', 'one');
  expect(server.hanging).toBeGreaterThan(0);
});

test('HOSTILE 35: if a page’s own chunk is gone, that area shows its fallback, and Retry loads the page', async () => {
  const { server, page } = product;
  await page.goto(`${server.origin}/workflows`);
  await product.shown('workflows', 'one');
  server.addFault('/mfe/workflows/shared/js/async/', { kind: 'status', status: 404 });
  await page.evaluate(() => history.pushState(null, '', '/workflows/later'));

  await expectFallback('Ooops! Something went wrong');
  expect(server.requests.filter((path) => path.includes('/js/async/')).length).toBeLessThan(16);
  await expectNeighbourWorks();
  await page.goBack();
  await expectFallback('Ooops! Something went wrong');
  server.clearFaults();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByTestId('later').waitFor();
});

test('HOSTILE 35: a page that failed doesn’t block the next page of its area', async () => {
  const { server, page, shown, choose } = product;
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  server.addFault('/mfe/workflows/shared/js/async/', { kind: 'status', status: 404 });
  await page.evaluate(() => history.pushState(null, '', '/workflows/later'));
  await expectFallback('Ooops! Something went wrong');
  await choose('Run History');
  await shown('workflows', 'one');
});

describe('when a page throws while rendering', () => {
  beforeEach(() => product.live('workflows', 'bad'));
  afterEach(() => product.live('workflows', 'one'));

  test('HOSTILE 35: that area shows the 500 page, the others work, and Retry renders it again', async () => {
    const { server, page, shown, choose } = product;
    await page.goto(`${server.origin}/workflows`);
    await expectFallback('Ooops! Something went wrong');
    expect(await page.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/');
    expect(await page.getByText('this version fails to render').count()).toBe(0);
    await expectNeighbourWorks();

    await choose('Workflows');
    await expectFallback('Ooops! Something went wrong');
    await page.evaluate(() => {
      document.documentElement.dataset.mended = 'yes';
    });
    await page.getByRole('button', { name: 'Retry' }).click();
    await shown('workflows', 'bad');
  });
});

describe('when a page’s first rendering never ends', () => {
  beforeEach(() => product.live('workflows', 'hung'));
  afterEach(() => product.live('workflows', 'one'));

  test('HOSTILE 35: leaving it shows the neighbor, staying shows the fallback, and Retry renders it again', async () => {
    const { server, page, shown, choose } = product;
    await page.goto(`${server.origin}/workflows`);
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
    await expectNeighbourWorks();
    await choose('Workflows');
    await expectFallback('This part of Portage didn’t start');
    await page.evaluate(() => {
      document.documentElement.dataset.mended = 'yes';
    });
    await page.getByRole('button', { name: 'Retry' }).click();
    await shown('workflows', 'hung');
  });
});
