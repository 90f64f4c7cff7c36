import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createRsbuild, loadConfig } from '@rsbuild/core';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_FLAGS } from '../../../tools/test-settings/chromium-flags.ts';

const packageRoot = join(import.meta.dirname, '..');
const contentTypes: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.woff2': 'font/woff2' };

let folder: string;
let server: Server;
let browser: Browser;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portage-gallery-'));
  const { content } = await loadConfig({ cwd: packageRoot, path: 'gallery/rsbuild.config.ts' });
  const rsbuild = await createRsbuild({
    cwd: packageRoot,
    rsbuildConfig: { ...content, mode: 'production', logLevel: 'error', output: { ...content.output, distPath: { root: folder } } },
  });
  await (await rsbuild.build()).close();
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://gallery').pathname;
    try {
      const file = readFileSync(join(folder, path === '/' ? 'index.html' : path));
      response.setHeader('content-type', contentTypes[extname(path) || '.html'] ?? 'application/octet-stream').end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: CHROMIUM_FLAGS,
  });
});

afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  rmSync(folder, { recursive: true, force: true });
});

async function openGallery(colorScheme: 'light' | 'dark', width = 1280, locale = 'en-US'): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce', locale, timezoneId: 'UTC' });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.location().url.endsWith('favicon.ico')) complaints.push(message.text());
  });
  await page.goto(address);
  await page.getByText('No workflows yet').waitFor();
  await page.evaluate(() => document.fonts.ready);
  return { page, complaints };
}

/** Problems that axe finds, one line each. */
async function findAxeProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    );
  });
}

describe.each(['light', 'dark'] as const)('the gallery in the %s theme', (theme) => {
  test('passes axe, and logs nothing to the console', async () => {
    const { page, complaints } = await openGallery(theme);
    expect(await findAxeProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('passes axe with every overlay open', async () => {
    const { page, complaints } = await openGallery(theme);
    for (const name of ['Open dialog', 'Open drawer', 'Ask']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole(name === 'Ask' ? 'alertdialog' : 'dialog').waitFor();
      expect(await findAxeProblems(page), name).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole(name === 'Ask' ? 'alertdialog' : 'dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Save: more' }).click();
    await page.getByRole('menu').waitFor();
    expect(await findAxeProblems(page), 'menu').toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

describe('for people who prefer reduced motion', () => {
  test('switches the theme without animation', async () => {
    const { page } = await openGallery('light');
    await page.evaluate(() => {
      document.body.dataset.transitions = '0';
      document.addEventListener('transitionrun', () => {
        document.body.dataset.transitions = String(Number(document.body.dataset.transitions) + 1);
      });
    });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect.poll(background).not.toBe(light);
    expect(await page.locator('body').getAttribute('data-transitions')).toBe('0');
    await page.close();
  });
});

describe('the components', () => {
  test('turn the failure of an asynchronous button into an error toast (ERR-11)', async () => {
    const { page } = await openGallery('light');
    await page.getByRole('button', { name: 'Fails', exact: true }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText('The other system did not answer.').waitFor();
    await page.close();
  });

  test('accept no more of a pasted text than the search limit', async () => {
    const { page } = await openGallery('light');
    for (const field of [page.getByRole('searchbox', { name: 'Search' }), page.getByRole('combobox', { name: 'Country' })]) {
      await field.focus();
      // Like a paste; filling a field by its value ignores its limit.
      await page.keyboard.insertText('x'.repeat(10_000));
      expect((await field.inputValue()).length).toBe(200);
    }
    await page.close();
  });

  test('show all errors of a form on save, and focus the first', async () => {
    const { page } = await openGallery('light');
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Start again' }) });
    await form.getByLabel('Email').fill('nobody');
    await expect.poll(() => form.getByText('Please input').count()).toBe(0);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('Please input Workflow Name').waitFor();
    await form.getByText('Please input a valid email').waitFor();
    await form.getByText('Field is required').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name');
    await page.close();
  });

  test('can be used by keyboard: a menu opens, moves and returns the focus', async () => {
    const { page } = await openGallery('light');
    const opener = page.getByRole('button', { name: 'Save: more' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Copy' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Export');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.close();
  });

  test('HOSTILE 31: run no script from the values they show', async () => {
    const { page } = await openGallery('light');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByText('onerror').first().waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(dialogs).toEqual([]);
    await page.close();
  });

  test('let a text area grow from 4 to 30 rows with its text, and no further (EXPR-12)', async () => {
    const { page } = await openGallery('light');
    const area = page.getByLabel('Description');
    const rowsOf = async (text: string) => {
      await area.fill(text);
      return area.evaluate((element) => {
        const style = getComputedStyle(element);
        return Math.round((element.clientHeight - Number.parseFloat(style.paddingTop) * 2) / Number.parseFloat(style.lineHeight));
      });
    };
    expect(await rowsOf('one')).toBe(4);
    expect(await rowsOf('line\n'.repeat(11).trim())).toBe(11);
    expect(await rowsOf('line\n'.repeat(80))).toBe(30);
    expect(await rowsOf('one')).toBe(4);
    await page.close();
  });

  test('open a range of a 100,000-item list quickly', async () => {
    const { page } = await openGallery('light');
    const view = page.getByRole('tree', { name: 'large list' });
    await view.getByText('90000 … 99999').click();
    await view.getByText('90000 … 90099').waitFor();
    /** The layer opens a moment after the key; a person would press again. */
    const goToEnd = (row: RegExp) =>
      expect
        .poll(async () => {
          await page.keyboard.press('End');
          return view.getByRole('treeitem', { name: row }).isVisible();
        })
        .toBe(true);
    await goToEnd(/^99900 … 99999/);
    await page.keyboard.press('ArrowRight');
    await goToEnd(/^99999: /);
    await page.keyboard.press('ArrowRight');
    await goToEnd(/"Item 99999"/);
    await page.close();
  });

  test('keep a list’s filter and page in the address, and follow the back button', async () => {
    const { page } = await openGallery('light');
    const search = page.getByRole('search', { name: 'Search towns' });
    const table = page.getByRole('table', { name: 'Towns' });
    const pages = page.getByRole('navigation', { name: 'Pages of Towns' });
    await pages.getByRole('button', { name: 'Next page' }).click();
    await table.getByText('Town 11').waitFor();
    await pages.getByText('11–20 of 43').waitFor();
    await search.getByLabel('Town').fill('2');
    await page.keyboard.press('Enter');
    await pages.getByText('1–10 of 14').waitFor();
    expect(new URL(page.url()).search).toBe('?name=2');
    await page.goBack();
    await pages.getByText('11–20 of 43').waitFor();
    expect(await search.getByLabel('Town').inputValue()).toBe('');
    await page.close();
  });

  test('say what to do when a search finds nothing, a page is gone or a list fails', async () => {
    const { page } = await openGallery('light');
    const search = page.getByRole('search', { name: 'Search towns' });
    const card = page.locator('section', { has: page.getByRole('table', { name: 'Towns' }) }).last();
    await search.getByLabel('Town').fill('<script>');
    await search.getByRole('button', { name: 'Search' }).click();
    await card.getByText('Nothing matches the search').waitFor();
    await card.getByRole('button', { name: 'Clear the search' }).click();
    await card.getByText('Town 01').waitFor();
    await page.goto(`${address}?page=99`);
    await card.getByText('This page is empty').waitFor();
    await card.getByRole('button', { name: 'Go to the first page' }).click();
    await card.getByText('Town 01').waitFor();
    await page.goto(`${address}?name=fail`);
    await card.getByRole('alert').getByText('The towns could not be read.').waitFor();
    await card.getByRole('button', { name: 'Retry' }).click();
    await card.getByText('Nothing matches the search').waitFor();
    await page.close();
  });

  test('follow the system’s theme, and the person’s choice if there is one', async () => {
    const { page } = await openGallery('dark');
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.getByRole('button', { name: /Theme/ }).click();
    await page.getByRole('option', { name: 'Light', exact: true }).click();
    await expect.poll(ground).not.toBe(dark);
    await page.reload();
    await page.getByText('No workflows yet').waitFor();
    expect(await ground()).not.toBe(dark);
    await page.close();
  });

  test('keep a visible indicator for 800 ms, even if its data arrives at once (CONST-01)', async () => {
    const { page } = await openGallery('light');
    const data = await watchText(page, 'Loading runs…');
    const toggle = page.getByRole('button', { name: 'Toggle loading' });
    await toggle.click();
    await page.getByText('Loading runs…').waitFor();
    await toggle.click();
    await page.getByText('Loading runs…').waitFor({ state: 'detached' });
    expect(await data.shownMs()).toBeGreaterThanOrEqual(790);

    const code = await watchText(page, 'Loading the page…');
    await page.getByRole('button', { name: 'Show slow page' }).click();
    await page.getByText('The slow page').waitFor();
    expect(await code.shownMs()).toBeGreaterThanOrEqual(790);
    await page.close();
  });

  test('show a page as soon as its code has loaded, without an indicator and without React’s fallback delay', async () => {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto(address);
    await page.getByText('No workflows yet').waitFor();
    // From here on no time passes for the page.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.getByRole('button', { name: 'Show called page' }).press('Enter');
    await page.getByRole('button', { name: 'Call its code' }).press('Enter');
    await page.getByText('The called page').waitFor();
    expect(await page.getByText('Loading the called page').count()).toBe(0);
    await page.close();
  });

  test('change at once for people who prefer reduced motion, and glide for others', async () => {
    const transitionFor = async (reducedMotion: 'reduce' | 'no-preference') => {
      const page = await browser.newPage({ reducedMotion });
      await page.goto(address);
      const duration = await page
        .getByRole('button')
        .first()
        .evaluate((button) => getComputedStyle(button).transitionDuration);
      await page.close();
      return Number.parseFloat(duration);
    };
    expect(await transitionFor('reduce')).toBe(0);
    expect(await transitionFor('no-preference')).toBeGreaterThan(0);
  });

  test('put a message’s close button next to its text on a phone, and other buttons below', async () => {
    const { page } = await openGallery('light', 390);
    const topOf = async (name: string, words: string) => {
      const banner = page.getByRole(/Could not/.test(words) ? 'alert' : 'status').filter({ hasText: words });
      const [button, text] = [banner.getByRole('button', { name }), banner.getByText(words)];
      return ((await button.boundingBox())?.y ?? 0) - ((await text.boundingBox())?.y ?? 0);
    };
    const [close, retry] = [await topOf('Close', 'It starts when'), await topOf('Retry', 'Could not obtain stats')];
    expect(close).toBeLessThan(30);
    expect(retry).toBeGreaterThan(30);
    await page.close();
  });

  test('fit a phone without scrolling sideways', async () => {
    const { page } = await openGallery('light', 390);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow).toBe(0);
    await page.close();
  });

  test('write a time and its zone on one line', async () => {
    const { page } = await openGallery('light');
    const field = page.getByRole('group', { name: 'In Berlin' });
    const topOf = (type: string) =>
      field
        .locator(`[data-type=${type}]`)
        .first()
        .evaluate((segment) => {
          const text = document.createRange();
          text.selectNodeContents(segment);
          return text.getBoundingClientRect().top;
        });
    expect(Math.abs((await topOf('timeZoneName')) - (await topOf('minute')))).toBeLessThan(1);
    await page.close();
  });

  test('show what is chosen in a palette forced by the system: a tick, a switch, a tab', async () => {
    const { page } = await openGallery('light');
    await page.emulateMedia({ forcedColors: 'active' });
    const ticks = (name: string) => page.locator('label').filter({ hasText: name }).locator('[data-box] svg');
    expect(await ticks('I accept the terms').isVisible()).toBe(false);
    expect(await ticks('Some of them').isVisible()).toBe(true);
    const lineOf = (isChosen: boolean) =>
      page
        .locator(`[role=tab][aria-selected=${isChosen}]`)
        .first()
        .evaluate((tab) => getComputedStyle(tab).borderBottomColor);
    expect(await lineOf(true)).not.toBe(await lineOf(false));
    const groundOf = (part: string) =>
      page
        .locator(`[${part}]`)
        .last()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await groundOf('data-thumb')).not.toBe(await groundOf('data-track'));
    await page.close();
  });

  test('cut no value of a card at 320 pixels', async () => {
    const { page } = await openGallery('light', 320);
    const table = page.getByRole('table', { name: 'Runs', exact: true });
    expect(await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(0);
    await page.close();
  });

  test('show no label without a value on a card', async () => {
    const { page } = await openGallery('light', 390);
    const card = (name: string) => page.getByRole('table', { name: 'Runs', exact: true }).getByRole('row', { name });
    expect(await card('Nightly report').getByText('Steps', { exact: true }).isVisible()).toBe(true);
    expect(await card('Waits for the bank').getByText('Started', { exact: true }).isVisible()).toBe(true);
    expect(await card('Waits for the bank').getByText('Steps', { exact: true }).isVisible()).toBe(false);
    await page.close();
  });
});

/** Measures in the page how long a text is visible. */
async function watchText(page: Page, text: string): Promise<{ shownMs(): Promise<number> }> {
  const times = await page.evaluateHandle((wanted) => {
    const seen = { from: 0, to: 0 };
    new MutationObserver(() => {
      const isShown = [...document.querySelectorAll('[role=status]')].some(
        (one) => one.textContent?.includes(wanted) && one.getClientRects().length > 0,
      );
      if (isShown && seen.from === 0) seen.from = performance.now();
      if (!isShown && seen.from > 0 && seen.to === 0) seen.to = performance.now();
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    return seen;
  }, text);
  return {
    shownMs: async () => {
      await expect.poll(() => times.evaluate(({ to }) => to)).toBeGreaterThan(0);
      return times.evaluate(({ from, to }) => to - from);
    },
  };
}

describe('dates, times and numbers follow the browser’s language', () => {
  test.each([
    ['en-US', '11/21/2026', '4:28 AM', 'Nov 21, 2026 4:28:06 AM', 'S', ['03', '05']],
    ['en-GB', '21/11/2026', '4:28', '21 Nov 2026 04:28:06', 'M', ['05', '03']],
    ['de-DE', '21.11.2026', '4:28', '21.11.2026 04:28:06', 'M', ['05', '03']],
    ['fr-FR', '21/11/2026', '4:28', '21 nov. 2026 04:28:06', 'L', ['05', '03']],
    ['sv-SE', '2026-11-21', '4:28', '21 nov. 2026 04:28:06', 'M', ['2026', '03', '05']],
    ['ja-JP', '2026/11/21', '4:28', '2026/11/21 4:28:06', '日', ['2026', '03', '05']],
  ])('%s, for reading and for input', async (locale, day, time, read, firstWeekday, typed) => {
    const { page, complaints } = await openGallery('light', 1280, locale);
    const text = async (label: string) =>
      ((await page.getByRole('group', { name: label }).textContent()) ?? '').replaceAll(/[\u2066-\u2069\n]/g, '').replaceAll(/\s/g, ' ');
    expect(await text('Day')).toBe(day);
    expect(await text('Starts at')).toMatch(new RegExp(`[, ]${time}$`));
    await page.getByText(`Read as ${read}`).waitFor();

    await page.getByRole('group', { name: 'Day' }).getByRole('spinbutton').first().focus();
    for (const part of typed) await page.keyboard.type(part);
    const march = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date('2026-03-05'));
    expect((await text('Day')).replaceAll(/\b0/g, '')).toBe(march.replaceAll(/\b0/g, ''));

    await page.getByRole('group', { name: 'Day' }).getByRole('button').last().click();
    await expect.poll(() => page.getByRole('dialog').locator('th').first().textContent()).toBe(firstWeekday);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
