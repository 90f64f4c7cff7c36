import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type FormPage, type FormsGallery, type OpenOptions, startFormsGallery } from '../forms-gallery.ts';

let gallery: FormsGallery;
/** The current test's page. */
export let form: FormPage;

/** Gives each test of a file a gallery page, on which no error may be logged. */
export function openAFormForEachTest(): void {
  beforeAll(async () => {
    gallery = await startFormsGallery();
  });
  beforeEach(async () => {
    form = await gallery.open();
  });
  afterEach(async () => {
    const { complaints } = form;
    await form.close();
    expect(complaints).toEqual([]);
  });
}

export async function reopen(options: OpenOptions): Promise<void> {
  await form.close();
  form = await gallery.open(options);
}

export const message = (text: string) => form.panel.getByText(text, { exact: true });

/** Moves the focus out of the field and everything that belongs to it. */
export const leave = () => form.panel.getByRole('button', { name: 'Close' }).focus();

export async function undo(): Promise<void> {
  await form.page.evaluate(() => (window as unknown as { editorStore: { undo(): void } }).editorStore.undo());
}
