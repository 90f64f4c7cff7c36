import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startProduct } from '../product/product.ts';

const product = startProduct([], null);

/** The target of bench/README.md for a first visit. */
const SIGN_IN_BUDGET_BYTES = 110 * 1024;

test('the sign-in page needs at most 110 KB of JavaScript, and no area code', async () => {
  const { server, page, folders } = product;
  await page.goto(`${server.origin}/signin`);
  await page.getByLabel('Email').waitFor();
  await page.waitForLoadState('networkidle');
  const scripts = server.requests.filter((path) => path.endsWith('.js'));
  const bytes = scripts.reduce((sum, path) => sum + brotliCompressSync(readFileSync(`${folders.shell}${path}`)).length, 0);
  expect(scripts.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(SIGN_IN_BUDGET_BYTES);
  expect(server.requests.filter((path) => path.startsWith('/mfe'))).toEqual([]);
});

test('the sign-in page has its own font', async () => {
  const { server, page } = product;
  await page.goto(`${server.origin}/signin`);
  await expect.poll(() => page.evaluate(() => document.fonts.ready.then(() => document.fonts.check('14px "Inter Variable"')))).toBe(true);
});
