import type { StepOf } from '@portage/workflow';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FormPage, type FormsGallery, type OpenOptions, startFormsGallery } from './forms-gallery.ts';

let gallery: FormsGallery;
let form: FormPage;

beforeAll(async () => {
  gallery = await startFormsGallery();
});
afterEach(async () => {
  const { complaints } = form;
  await form.close();
  expect(complaints).toEqual([]);
});

const open = async (options?: OpenOptions) => {
  form = await gallery.open(options);
  form.page.setDefaultTimeout(20_000);
  await form.openStep('order');
};
const field = (name: string) => form.panel.getByRole('textbox', { name, exact: true });
const box = (name: string) => form.panel.getByRole('combobox', { name });
const operation = async () => (await form.step('order')) as StepOf<'ConnectorOperation'>;
const mappings = async () =>
  Object.fromEntries(((await operation()).requestParameterMappings ?? []).map((one) => [one.toParameterPath, one.fromParameterExpression]));
const chooseUpload = async () => {
  await form.search('Resource', 'Doc', 'Documents');
  await form.typeInto('Operation', 'uploadDoc');
  await form.page.getByRole('option', { name: /^Upload document/ }).click();
};

describe('forms generated from a document', () => {
  test('an operation is found by its operationId and its path, and has a short name', async () => {
    await open();
    await form.search('Resource', 'Doc', 'Documents');
    for (const words of ['uploadDocument', '/documents', 'upload doc']) {
      await form.typeInto('Operation', words);
      await form.page.getByRole('option', { name: /^Upload document/ }).waitFor();
    }
    await form.page.getByRole('option', { name: /^Upload document/ }).click();
    await expect.poll(() => box('Operation').inputValue()).toBe('Upload document');
    await form.panel.getByText('Looking for pictures? We recommend Pictures').waitFor();
  });

  test('a saved step shows names once they are loaded, never ids', async () => {
    await open({ query: 'saved&slow' });
    await expect.poll(() => box('Operation').inputValue()).toBe('Create order');
    await expect.poll(() => box('Country').inputValue()).toBe('Norway');
    expect(await box('Resource').inputValue()).toBe('Orders');
    await box('Operation').focus();
    await form.page.getByRole('option', { name: 'Create order' }).waitFor();
    await form.page.getByRole('option', { name: 'List orders' }).waitFor();
  });

  test('Escape closes an open list and keeps the panel; the next Escape closes the panel', async () => {
    await open();
    await form.typeInto('Resource', 'Ord');
    await form.page.getByRole('option', { name: 'Orders' }).waitFor();
    await form.page.keyboard.press('Escape');
    await form.page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await form.panel.isVisible()).toBe(true);
    await form.page.keyboard.press('Escape');
    await form.panel.waitFor({ state: 'detached' });
  });

  test('an item added to a list that was found by name is visible; so are the fields of a variant', async () => {
    await open();
    await form.search('Resource', 'Ord', 'Orders');
    await form.search('Operation', 'Crea', 'Create order');
    await form.panel.getByRole('searchbox', { name: 'Field name' }).fill('lines');
    await form.panel.getByRole('button', { name: 'Add item' }).click();
    await field('sku').fill('tea');
    expect(await mappings()).toEqual({ 'body.lines[0].sku': 'tea' });
    await form.panel.getByRole('searchbox', { name: 'Field name' }).fill('payment');
    await form.choose('kind', 'invoice');
    await field('Due days').fill('3');
    expect(await mappings()).toMatchObject({ 'body.payment.dueDays': '3' });
  });

  test('required fields come first, hints are plain text, and a cut hint can be read in full', async () => {
    await open();
    await chooseUpload();
    await field('purpose').waitFor();
    const body = form.panel.getByRole('region', { name: 'Body' });
    const order = await body.evaluate((element) => {
      const text = element.textContent ?? '';
      return ['purpose', 'File from', 'title', 'language'].map((word) => text.indexOf(word));
    });
    expect(order).toEqual([...order].sort((a, b) => a - b));
    const text = (await body.textContent()) ?? '';
    expect(text).toContain('Three-letter ISO code of the language.');
    expect(text).not.toMatch(/<br|\]\(|\*\*|zebra/);
    await body.getByRole('button', { name: 'Show more' }).press('Enter');
    await body.getByText(/The last word of this description is zebra\./).waitFor();
    await body.getByRole('button', { name: 'Show less' }).waitFor();
  });

  test('the body is sent with the matching media type, and another one can be chosen', async () => {
    await open();
    await chooseUpload();
    expect((await operation()).requestContentType).toBe('multipart/form-data');
    await form.choose('The body is sent as', 'JSON (application/json)');
    await field('url').fill('https://a.example/x.pdf');
    expect(await operation()).toMatchObject({ requestContentType: 'application/json' });
    expect(await field('purpose').count()).toBe(0);
  });

  test('a file is taken from an earlier step, or entered as name, media type and content', async () => {
    await open();
    await chooseUpload();
    const file = form.panel.getByRole('group', { name: 'file', exact: true });
    await form.page.getByText('order mapping:body.file: Please enter file').waitFor();
    await file.getByRole('textbox', { name: 'File', exact: true }).fill('$Steps["tell"].ResponseFile');
    expect(await mappings()).toEqual({ 'body.file': '$Steps["tell"].ResponseFile' });
    await form.choose('File from', 'Name and text', file);
    await file.getByRole('textbox', { name: 'File name' }).fill('a.csv');
    await file.getByRole('textbox', { name: 'Media type' }).fill('text/csv');
    await file.getByRole('textbox', { name: 'Content as text' }).fill('a,b');
    expect(await mappings()).toEqual({ 'body.file.fileName': 'a.csv', 'body.file.contentType': 'text/csv', 'body.file.text': 'a,b' });
    expect(await form.page.getByText('order mapping:body.file: Please enter file').count()).toBe(0);
    await form.choose('File from', 'Name and Base64', file);
    await file.getByRole('textbox', { name: 'Content as Base64' }).fill('YSxi');
    expect(await mappings()).toEqual({ 'body.file.fileName': 'a.csv', 'body.file.contentType': 'text/csv', 'body.file.base64': 'YSxi' });
    await form.choose('File from', 'A file from an earlier step', file);
    expect(await mappings()).toEqual({});
  });

  test('mappings to unknown parameters are named and can be removed; a value outside the choices is named', async () => {
    await open({ query: 'saved' });
    await form.panel.getByText('"query.nope" is not a field of this operation; it can\'t be sent, so the step fails with it.').waitFor();
    await form.panel.getByText('"enormous" is none of the values that Risk level allows: low, high.').waitFor();
    await form.panel.getByRole('button', { name: 'Remove the value of query.nope' }).click();
    await expect.poll(() => form.panel.getByText('query.nope').count()).toBe(0);
    expect(await mappings()).not.toHaveProperty('query.nope');
  });
});
