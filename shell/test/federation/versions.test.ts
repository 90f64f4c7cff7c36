import { beforeEach, describe, expect, test } from 'vitest';
import { liftNavigationCap } from '../product/browser.ts';
import { startProduct } from '../product/product.ts';

const product = startProduct([
  { area: 'workflows', version: 'one' },
  { area: 'workflows', version: 'two' },
  { area: 'connectors', version: 'one' },
  { area: 'connectors', version: 'two' },
]);

const NEIGHBOURS = [
  ['Connectors', 'connectors'],
  ['Workflows', 'workflows'],
] as const;

test('trap 1: two versions of an area run their own code in one page, and the old one again after a rollback', async () => {
  const { server, page, live, shown, choose } = product;
  await liftNavigationCap(page);
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');

  live('workflows', 'two');
  await choose('Connectors');
  await shown('connectors', 'one');
  await choose('Workflows');
  await shown('workflows', 'two');

  live('workflows', 'one');
  await choose('Connectors');
  await shown('connectors', 'one');
  await choose('Workflows');
  await shown('workflows', 'one');
});

test('a page whose code is the same in the next version isn’t fetched again, and each version’s own pages stay its own', async () => {
  const { server, page, live, shown, choose } = product;
  await liftNavigationCap(page);
  await page.goto(`${server.origin}/workflows/later`);
  await page.getByTestId('later').waitFor();
  await choose('Workflows');
  await shown('workflows', 'one');
  const before = server.requests.length;

  live('workflows', 'two');
  await choose('Run History');
  await shown('workflows', 'two');
  await page.evaluate(() => history.pushState(null, '', '/workflows/later'));
  await page.getByTestId('later').waitFor();
  const scripts = server.requests.slice(before).filter((path) => path.startsWith('/mfe/workflows/') && path.endsWith('.js'));
  expect(scripts.map((path) => path.replace(/\.\w{10}\.js$/, '')).sort()).toEqual([
    '/mfe/workflows/shared/js/async/__federation_expose_app',
    '/mfe/workflows/two/remoteEntry.js',
  ]);

  live('workflows', 'one');
  await choose('Connectors');
  await shown('connectors', 'one');
  await choose('Workflows');
  await shown('workflows', 'one');
});

test('trap 2: the first click after a flip gets the new version, even inside the same area', async () => {
  const { server, page, live, shown, choose } = product;
  await liftNavigationCap(page);
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');

  server.registryDelayMs = 150;
  live('workflows', 'two');
  await choose('Run History');
  await shown('workflows', 'two');
  expect(new URL(page.url()).pathname).toBe('/run-history');
  await expect.poll(() => page.getByTestId('version').count()).toBe(1);
});

test('trap 2: the back button after a flip gets the new version', async () => {
  const { server, page, live, shown, choose } = product;
  await liftNavigationCap(page);
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  await choose('Connectors');
  await shown('connectors', 'one');

  live('workflows', 'two');
  await page.goBack();
  await shown('workflows', 'two');
});

test('an unresponsive registry holds up no click: the known version is shown', async () => {
  const { server, page, shown, choose } = product;
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  server.addFault('/mfe-registry.json', { kind: 'hang' });
  for (const [entry, area] of NEIGHBOURS) {
    await choose(entry);
    await shown(area, 'one');
  }
});

test('the first page waits for a slow registry: there is nothing else to show yet', async () => {
  const { server, page, shown } = product;
  server.registryDelayMs = 1_500;
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
});

test('an area keeps its version and its state while the person moves inside it', async () => {
  const { server, page, live, shown } = product;
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  await page.getByTestId('count').click();

  live('workflows', 'two');
  await page.evaluate(() => history.pushState(null, '', '/workflows/1/edit'));
  await page.waitForTimeout(500);
  await shown('workflows', 'one');
  expect(await page.getByTestId('count').textContent()).toBe('1');
});

describe('an open editor', () => {
  beforeEach(async () => {
    const { server, page, live, shown } = product;
    await liftNavigationCap(page);
    await page.goto(`${server.origin}/workflows`);
    await shown('workflows', 'one');
    await page.evaluate(() => history.pushState(null, '', '/workflows/1/edit'));
    await page.getByTestId('count').click();
    live('workflows', 'two');
  });

  test('keeps its version and its state while the person moves inside it', async () => {
    const { page, shown } = product;
    await page.getByRole('button', { name: 'next step' }).click();
    await page.waitForURL('**/workflows/1/edit/steps?step=2');
    await page.goBack();
    await page.goForward();
    await page.waitForTimeout(500);
    await shown('workflows', 'one');
    expect(await page.getByTestId('count').textContent()).toBe('1');
  });

  test('is replaced by the new version when left through the sidebar', async () => {
    const { page, shown, choose } = product;
    await choose('Workflows');
    await shown('workflows', 'two');
    expect(new URL(page.url()).pathname).toBe('/workflows');
  });

  test('is replaced by the new version when left with the back button', async () => {
    await product.page.goBack();
    await product.shown('workflows', 'two');
    await expect.poll(() => product.page.getByTestId('version').count()).toBe(1);
  });

  test('opens in the new version after it was left for another area', async () => {
    const { page, live, shown, choose } = product;
    live('connectors', 'two');
    await choose('Connectors');
    await shown('connectors', 'two');
    await page.goBack();
    await shown('workflows', 'two');
    expect(new URL(page.url()).pathname).toBe('/workflows/1/edit');
  });
});

test('an earlier registry that arrives late doesn’t restore an earlier version', async () => {
  const { server, page, live, shown, choose } = product;
  server.registry.revision = 7;
  live('workflows', 'two');
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'two');

  server.registry.revision = 6;
  live('workflows', 'one');
  await choose('Run History');
  await shown('workflows', 'two');
});

test('there is one React on the page: the areas bring none of their own', async () => {
  const { server, page, shown } = product;
  // Each copy of React DOM introduces itself to the developer tools.
  await page.addInitScript(() => {
    let copies = 0;
    const inject = () => {
      copies += 1;
      document.documentElement.dataset.copiesOfReact = String(copies);
    };
    const ignore = () => {};
    Object.assign(globalThis, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: { supportsFiber: true, inject, onCommitFiberRoot: ignore, onCommitFiberUnmount: ignore },
    });
  });
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  expect(await page.locator('html').getAttribute('data-copies-of-react')).toBe('1');
});
