import type { WorkflowStep } from '@portage/workflow';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { FLAGS, takeProfile } from '../../tools/test-settings/browser-profiles.ts';
import { common } from '../../tools/test-settings/projects.ts';
import type { EditorStore } from '../src/editor/state/editor-state.ts';

export interface OpenOptions {
  /** The query of the gallery's address: `trigger=Webhook`, `impersonating`, `readonly`, `steps=500`. */
  query?: string;
  colorScheme?: 'light' | 'dark';
  width?: number;
}

export interface FormsGallery {
  open(options?: OpenOptions): Promise<FormPage>;
}

/** One page of the gallery, and a person's actions there. */
export interface FormPage {
  page: Page;
  panel: Locator;
  /** Errors that the page logged. */
  complaints: string[];
  openStep(name: string): Promise<void>;
  /** Opens a step with its problems visible, as the validity indicator does. */
  validate(name: string): Promise<void>;
  step(name: string): Promise<WorkflowStep>;
  steps(): Promise<WorkflowStep[]>;
  choose(label: string, option: string, within?: Locator): Promise<void>;
  /** Types into a choice field and picks an option. */
  search(label: string, text: string, option: string): Promise<void>;
  /** Types into a choice field. */
  typeInto(label: string, text: string): Promise<Locator>;
  close(): Promise<void>;
}

let browser: Browser | null = null;

/** The pages of the gallery, in one Chromium for all files of a test process. */
export async function startFormsGallery(): Promise<FormsGallery> {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: FLAGS });
  const started = browser;
  return { open: (options) => openPage(started, inject('galleryAddress'), options) };
}

type WithStore = Window & { editorStore: EditorStore };

async function openPage(browser: Browser, address: string, options: OpenOptions = {}): Promise<FormPage> {
  const { query = '', colorScheme = 'light', width = 1280 } = options;
  const profile = await takeProfile(browser, {
    baseURL: address,
    timeoutMs: common.expect.poll.timeout,
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await profile.context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${address}?${query}`);
  const panel = page.locator('[data-step-panel]');
  const steps = () => page.evaluate(() => [...(window as unknown as WithStore).editorStore.getState().steps] as WorkflowStep[]);
  const open = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await panel.waitFor();
  };
  /** Scrolling closes lists of choices, so the field is first brought into view. */
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
    close: () => profile.giveBack(),
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
