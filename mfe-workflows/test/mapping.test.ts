import type { FieldMapping } from '@portage/mapping-editor';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FormPage, type FormsGallery, startFormsGallery } from './forms-gallery.ts';

let gallery: FormsGallery;
let form: FormPage;
let page: Page;

beforeAll(async () => {
  gallery = await startFormsGallery();
});
afterEach(async () => {
  const { complaints } = form;
  await form.close();
  expect(complaints).toEqual([]);
});

async function open(query = 'mapping', options: { width?: number; colorScheme?: 'light' | 'dark' } = {}): Promise<void> {
  form = await gallery.open({ query, ...options });
  page = form.page;
  await page.getByRole('list', { name: 'Fields of Shopify Products' }).waitFor();
}

const source = (path: string) => page.getByRole('list', { name: 'Fields of Salesforce Products' }).locator(`[data-field="${path}"]`);
const target = (path: string) => page.getByRole('list', { name: 'Fields of Shopify Products' }).locator(`[data-field="body.${path}"]`);
const hasFocus = (row: Locator) => row.evaluate((element) => element === document.activeElement);
const lines = () => page.locator('[data-mapping-lines] path');
const said = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });
async function mappings(): Promise<Record<string, string>> {
  const text = (await page.locator('[data-mappings]').textContent()) ?? '[]';
  const all = JSON.parse(text) as FieldMapping[];
  return Object.fromEntries(all.map((one) => [one.toParameterPath.replace('body.', ''), one.fromParameterExpression]));
}
async function problemsOfAxe(): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run('main', {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  });
}

describe('the mapping drawing', () => {
  test('has a line for each field that an expression reads, and both sides show the first record', async () => {
    await open();
    // Name twice, City, Product code.
    await expect.poll(() => lines().count()).toBe(4);
    expect(await source('Name').textContent()).toContain('Green tea, 250 g');
    expect(await source('Name').getAttribute('aria-description')).toBe('Goes into 2 fields');
    expect(await target('product.description').textContent()).toContain('Green tea, 250 g, Oslo');
    await page.getByText('Required, not mapped').waitFor();
    expect(await page.getByText('Required, not mapped').count()).toBe(1);
    expect(await target('product.weight').textContent()).toContain('Text goes into a field for: number');
  });

  test('connects two fields by a mouse drag, which Undo reverts', async () => {
    await open();
    const [from, to] = [await source('UnitPrice').boundingBox(), await target('product.vendor').boundingBox()];
    if (!from || !to) throw new Error('A row is not there.');
    await page.mouse.move(from.x + 40, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y - 30, { steps: 4 });
    await page.mouse.move(to.x + 60, to.y + 20, { steps: 4 });
    await expect.poll(() => lines().count()).toBe(5);
    await page.mouse.up();
    await expect.poll(async () => (await mappings())['product.vendor']).toBe('$Item.UnitPrice');
    await said('Unit price goes into Product › Vendor.');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await mappings()).not.toHaveProperty('product.vendor');
  });

  test('connects nothing if a drag ends outside the list or with Escape', async () => {
    await open();
    const before = await mappings();
    const [from, to] = [await source('UnitPrice').boundingBox(), await target('product.vendor').boundingBox()];
    if (!from || !to) throw new Error('A row is not there.');
    await page.mouse.move(from.x + 40, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x - 30, to.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.mouse.move(from.x + 40, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, to.y + 20, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await mappings()).toEqual(before);
  });

  test('works the same with keys only, and announces it', async () => {
    await open();
    await source('Id').focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
    expect(await hasFocus(source('IsActive'))).toBe(true);
    await page.keyboard.press('Enter');
    await said(/Is active picked up/);
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
    expect(await hasFocus(target('product.vendor'))).toBe(true);
    expect(await target('product.vendor').getAttribute('aria-description')).toBe('Puts Is active here');
    await page.keyboard.press('Enter');
    expect((await mappings())['product.vendor']).toBe('$Item.IsActive');
    await said('Is active goes into Product › Vendor.');
    // Back at the source field, its line leads to the target again. Delete clears the mapping there.
    expect(await hasFocus(source('IsActive'))).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Delete');
    await said('Product › Vendor is no longer mapped.');
    expect(await mappings()).not.toHaveProperty('product.vendor');
    // Escape drops what was picked up.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await said('Put down.');
  });

  test('maps the lists of list fields along with them', async () => {
    await open();
    await source('Lines[].Sku').click();
    await target('lines[].sku').click();
    expect(await mappings()).toMatchObject({ 'lines[]': '$Item.Lines', 'lines[].sku': '$Entry.Sku' });
    expect(await target('lines[].sku').textContent()).toContain('A-1');
  });

  test('shows what opens below the last visible field', async () => {
    await open('mapping=400');
    const list = page.getByRole('list', { name: 'Fields of Shopify Products' });
    const last = await list.locator('[data-field]').evaluateAll((rows) => {
      const bottom = (row: Element) => row.getBoundingClientRect().bottom;
      const end = bottom(rows[0]?.closest('[role="list"]') as Element);
      return rows
        .filter((row) => bottom(row) <= end)
        .at(-1)
        ?.getAttribute('data-field');
    });
    await list.locator(`[data-field="${last}"]`).click();
    const done = page.getByRole('button', { name: 'Done' });
    await done.waitFor();
    const bottomOf = async (one: Locator) => ((await one.boundingBox())?.y ?? 0) + ((await one.boundingBox())?.height ?? 0);
    await expect.poll(async () => (await bottomOf(done)) <= (await bottomOf(list))).toBe(true);
  });

  test('opens a target field for a source field, a known value or a formula, with completion for the record’s fields', async () => {
    await open();
    await target('product.vendor').click();
    const formula = page.getByRole('textbox', { name: 'Formula or fixed value for Product › Vendor' });
    await formula.fill('$Item.Pro');
    await page
      .getByRole('listbox', { name: /^Values for/ })
      .getByRole('option', { name: /ProductCode/ })
      .click();
    await expect.poll(async () => (await mappings())['product.vendor']).toBe('$Item.ProductCode');
    await page.getByText('First record').waitFor();
    await formula.fill('$Entry.Sku');
    await page.getByRole('button', { name: 'Done' }).focus();
    await page.getByText(/Use \$Entry only in fields of a list/).waitFor();
    await page.getByRole('combobox', { name: 'Source field for Product › Vendor' }).fill('City');
    await page.getByRole('option', { name: /Address › City/ }).click();
    expect((await mappings())['product.vendor']).toBe('$Item.Address.City');
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await hasFocus(target('product.vendor'))).toBe(true);
    await target('product.status').click();
    await page.getByRole('button', { name: /Fixed value for Product › Status/ }).click();
    await page.getByRole('option', { name: 'Draft' }).click();
    expect((await mappings())['product.status']).toBe('DRAFT');
  });

  test('searches both sides, and filters the target by what is missing', async () => {
    await open();
    await page.getByRole('searchbox', { name: 'Search fields of Salesforce Products' }).fill('addr city');
    await expect.poll(() => page.getByRole('list', { name: 'Fields of Salesforce Products' }).getByRole('listitem').count()).toBe(1);
    // A line is drawn only between listed fields.
    expect(await lines().count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Field name' }).fill('sku');
    await expect.poll(() => page.getByRole('list', { name: 'Fields of Shopify Products' }).getByRole('listitem').count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Field name' }).fill('');
    await page.getByRole('button', { name: /Shown fields/ }).click();
    await page.getByRole('option', { name: 'Missing' }).click();
    await expect.poll(() => page.getByRole('list', { name: 'Fields of Shopify Products' }).getByRole('listitem').count()).toBe(1);
    await target('product.vendor').waitFor();
  });

  test('changes nothing for a person who may only read', async () => {
    await open('mapping&readonly');
    const before = await mappings();
    await source('Name').click({ force: true });
    await target('product.vendor').click();
    await expect.poll(() => page.getByRole('button', { name: /^Clear / }).count()).toBe(0);
    await expect.poll(() => page.getByRole('combobox', { name: /Source field/ }).count()).toBe(0);
    expect(await mappings()).toEqual(before);
  });

  test('is a list of target fields on a phone, each with a choice of source fields', async () => {
    await open('mapping', { width: 390 });
    expect(await page.getByRole('list', { name: 'Fields of Salesforce Products' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Product › Vendor' }).fill('Product code');
    await page.getByRole('option', { name: /Product code/ }).click();
    expect((await mappings())['product.vendor']).toBe('$Item.ProductCode');
    await page.getByRole('button', { name: 'Formula or fixed value for Product › Vendor' }).click();
    await page.getByRole('textbox', { name: 'Formula or fixed value for Product › Vendor' }).fill('Tea & Co');
    expect((await mappings())['product.vendor']).toBe('Tea & Co');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    expect(await problemsOfAxe()).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('passes axe, %s, with a field open', async (colorScheme) => {
    await open('mapping', { colorScheme });
    await target('product.vendor').click();
    await page.getByRole('textbox', { name: /^Formula/ }).waitFor();
    expect(await problemsOfAxe()).toEqual([]);
  });

  test('renders only the visible ones of 400 fields per side, and keys reach the last', async () => {
    await open('mapping=400');
    const rows = page.getByRole('listitem');
    expect(await rows.count()).toBeLessThan(80);
    expect(await page.getByRole('listitem').first().getAttribute('aria-setsize')).toBe('400');
    await source('group0.field0').focus();
    await page.keyboard.press('End');
    const last = source('group19.field399');
    await last.waitFor();
    expect(await hasFocus(last)).toBe(true);
    // The focused row stays in the page while others are scrolled to.
    await page.getByRole('list', { name: 'Fields of Salesforce Products' }).evaluate((list) => list.scrollTo(0, 0));
    await source('group0.field0').waitFor();
    expect(await hasFocus(last)).toBe(true);
    expect(await lines().count()).toBeLessThan(60);
  });
});
