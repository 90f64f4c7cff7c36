import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { WorkflowStep } from '@portage/workflow';
import { createRsbuild, loadConfig } from '@rsbuild/core';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import type { EditorStore } from '../src/editor/state/editor-state.ts';

const contentTypes: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface OpenOptions {
  /** Of the gallery's address: `trigger=Webhook`, `impersonating`, `readonly`, `steps=500`. */
  query?: string;
  colorScheme?: 'light' | 'dark';
  width?: number;
}

export interface FormsGallery {
  open(options?: OpenOptions): Promise<FormPage>;
  close(): Promise<void>;
}

/** One page of the gallery, and what a person does there. */
export interface FormPage {
  page: Page;
  panel: Locator;
  /** Errors the page said on its console. */
  complaints: string[];
  openStep(name: string): Promise<void>;
  /** Opens a step with its problems in sight, as the validity indicator does. */
  validate(name: string): Promise<void>;
  /** A step as the store holds it. */
  step(name: string): Promise<WorkflowStep>;
  steps(): Promise<WorkflowStep[]>;
  choose(label: string, option: string, within?: Locator): Promise<void>;
  /** Types into a field of choices and takes one. */
  search(label: string, text: string, option: string): Promise<void>;
  /** Types into a field of choices. */
  typeInto(label: string, text: string): Promise<Locator>;
  close(): Promise<void>;
}

/** Builds the gallery of step forms and opens it in Chromium. */
export async function startFormsGallery(): Promise<FormsGallery> {
  const root = join(import.meta.dirname, '..');
  const folder = mkdtempSync(join(tmpdir(), 'portage-forms-'));
  const { content } = await loadConfig({ cwd: root, path: 'gallery/rsbuild.config.ts' });
  const rsbuild = await createRsbuild({
    cwd: root,
    rsbuildConfig: { ...content, mode: 'production', logLevel: 'error', output: { ...content.output, distPath: { root: folder } } },
  });
  await (await rsbuild.build()).close();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://gallery').pathname;
    try {
      const file = readFileSync(join(folder, path === '/' ? 'index.html' : path));
      response.setHeader('content-type', contentTypes[extname(path) || '.html'] ?? 'application/octet-stream').end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', args: FLAGS });
  return {
    open: (options) => openPage(browser, address, options),
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type WithStore = Window & { editorStore: EditorStore };

async function openPage(browser: Browser, address: string, options: OpenOptions = {}): Promise<FormPage> {
  const { query = '', colorScheme = 'light', width = 1280 } = options;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${address}?${query}`);
  const panel = page.locator('[data-step-panel]');
  const steps = () => page.evaluate(() => [...(window as unknown as WithStore).editorStore.getState().steps] as WorkflowStep[]);
  const open = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await panel.waitFor();
  };
  /** Scrolling closes lists of choices, as it should: the field is brought into view before. */
  async function typeInto(label: string, text: string): Promise<Locator> {
    const box = panel.getByRole('combobox', { name: label });
    await box.scrollIntoViewIfNeeded();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
    await box.fill(text);
    return box;
  }
  return {
    page,
    panel,
    complaints,
    openStep: open,
    validate: (name) => open(`Validate ${name}`),
    steps,
    async step(name) {
      const found = (await steps()).find(({ stepId }) => stepId === name);
      if (!found) throw new Error(`There is no step ${name}.`);
      return found;
    },
    async choose(label, option, within = panel) {
      const opener = within.getByRole('button', { name: new RegExp(`(^| )${escaped(label)}$`) });
      await opener.and(page.locator('[aria-haspopup="listbox"]')).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
    async search(label, text, option) {
      await typeInto(label, text);
      await page.getByRole('option', { name: option, exact: true }).click();
    },
    typeInto,
    close: () => context.close(),
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
