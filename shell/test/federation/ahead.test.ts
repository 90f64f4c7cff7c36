import { expect, test } from 'vitest';
import { liftNavigationCap, openTab, signedInUser } from '../product/browser.ts';
import { startProduct } from '../product/product.ts';

const product = startProduct([
  { area: 'workflows', version: 'one' },
  { area: 'connectors', version: 'one' },
  { area: 'connectors', version: 'two' },
]);

test('a signed-in person’s frame, area and first calls are requested before the page’s main script has arrived', async () => {
  const { server, page } = product;
  server.addFault('/static/js/index.', { kind: 'hang' });
  await page.goto(`${server.origin}/workflows`, { waitUntil: 'commit' });
  const requested = (part: string) => expect.poll(() => server.requests.some((path) => path.includes(part))).toBe(true);
  await requested('/static/js/async/frame.');
  await requested('/mfe/workflows/one/remoteEntry.js');
  await requested('/mfe/workflows/shared/js/async/__federation_expose_app.');
  await requested('/api/workflow-folders');
  expect(server.hanging).toBe(1);
});

test('a page whose token is about to expire makes no call ahead, because it renews the token first', async () => {
  const { server, browser } = product;
  server.addFault('/static/js/index.', { kind: 'hang' });
  const accessToken = { value: 'access', expiresAt: new Date(Date.now() + 60_000).toISOString() };
  const page = await openTab(browser, signedInUser({ accessToken }));
  await page.goto(`${server.origin}/workflows`, { waitUntil: 'commit' });
  await expect.poll(() => server.requests.some((path) => path.includes('__federation_expose_app'))).toBe(true);
  expect(server.requests.filter((path) => path.startsWith('/api'))).toEqual([]);
  await page.context().close();
});

test('a page shows its own font once its area’s files have arrived', async () => {
  const { server, page, shown } = product;
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  const hasFont = () => page.evaluate(() => [...document.fonts].some(({ family, status }) => /Inter/.test(family) && status === 'loaded'));
  await expect.poll(hasFont).toBe(true);
});

test('a page loads the registry once for itself and its area', async () => {
  const { server, page, shown } = product;
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  expect(server.requests.filter((path) => path === '/mfe-registry.json')).toHaveLength(1);
});

test('a page without an area reads the registry for its menu, and again at the click, so that it gets what is live by then', async () => {
  const { server, page, live, shown, choose } = product;
  await liftNavigationCap(page);
  await page.goto(`${server.origin}/account`);
  await expect.poll(() => server.requests).toContain('/mfe-registry.json');
  live('connectors', 'two');
  await choose('Connectors');
  await shown('connectors', 'two');
});

test('the area behind a link loads while the pointer rests on it, and the click requests nothing', async () => {
  const { server, browser, page, shown } = product;
  const areaRequests = () => server.requests.filter((path) => path.startsWith('/mfe/connectors/'));
  const visit = await openTab(browser, signedInUser());
  await visit.goto(`${server.origin}/connectors`);
  await visit.getByTestId('version').filter({ hasText: 'connectors one' }).waitFor();
  await visit.context().close();
  const needed = new Set(areaRequests());
  server.requests.length = 0;

  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  await page.getByRole('navigation').getByRole('link', { name: 'Connectors', exact: true }).hover();
  await expect.poll(() => new Set(areaRequests())).toEqual(needed);

  const before = server.requests.length;
  await page.mouse.down();
  await page.mouse.up();
  await shown('connectors', 'one');
  expect(server.requests.slice(before).filter((path) => path.startsWith('/mfe'))).toEqual([]);
});

test('a version that goes live after a link was followed is shown at the next click', async () => {
  const { server, page, live, shown, choose } = product;
  await liftNavigationCap(page);
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  await page.getByRole('navigation').getByRole('link', { name: 'Connectors', exact: true }).hover();
  await choose('Connectors');
  await shown('connectors', 'one');

  live('connectors', 'two');
  await choose('Workflows');
  await choose('Connectors');
  await shown('connectors', 'two');
});
