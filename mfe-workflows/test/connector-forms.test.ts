import type { StepOf } from '@portage/workflow';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EditorStore } from '../src/editor/state/editor-state.ts';
import { type FormPage, type FormsGallery, type OpenOptions, startFormsGallery } from './forms-gallery.ts';

let gallery: FormsGallery;
let form: FormPage;

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

async function reopen(options: OpenOptions): Promise<void> {
  await form.close();
  form = await gallery.open(options);
}

const message = (text: string | RegExp) => form.panel.getByText(text, { exact: true });
const field = (name: string) => form.panel.getByRole('textbox', { name, exact: true });
const operation = async () => (await form.step('order')) as StepOf<'ConnectorOperation'>;
const mappings = async () =>
  Object.fromEntries(((await operation()).requestParameterMappings ?? []).map((one) => [one.toParameterPath, one.fromParameterExpression]));

async function chooseOperation(name: string): Promise<void> {
  await form.openStep('order');
  await form.search('Resource', 'Ord', 'Orders');
  await form.search('Operation', name.slice(0, 4), name);
}

describe('the form of a connector operation', () => {
  test('selects the latest connector of its type, then asks for resource and operation (STEP-29, STEP-40)', async () => {
    await form.validate('order');
    await form.panel.getByRole('button', { name: 'My Shop Connector' }).waitFor();
    expect(await operation()).toMatchObject({ connectorId: 'connector-shop' });
    await message('Please input Resource').waitFor();
    await message('Please input Operation').waitFor();
    await form.search('Resource', 'Ord', 'Orders');
    expect(await message('Please input Resource').count()).toBe(0);
    await form.search('Operation', 'Del', 'Delete order');
    await message('Please enter id').waitFor();
    await form.page.getByText('order mapping:path.id: Please enter id').waitFor();
    await field('id').fill('$Steps["start"].Payload.id');
    await expect.poll(() => message('Please enter id').count()).toBe(0);
    expect(await mappings()).toEqual({ 'path.id': '$Steps["start"].Payload.id' });
  });

  test('starts over with another operation, resource or connector (STEP-42, STEP-43)', async () => {
    await chooseOperation('Delete order');
    await field('id').fill('5');
    await form.search('Operation', 'Create', 'Create order');
    expect(await mappings()).toEqual({});
    await field('Email').fill('a@example.com');
    await form.search('Resource', 'Sto', 'Stores');
    expect(await operation()).toMatchObject({ operationId: null, requestParameterMappings: [] });
    await form.choose('Connector', 'My Shopify');
    expect(await operation()).toMatchObject({ connectorId: 'connector-shopify', connectorTypeId: 'type-shopify', operationId: null });
    expect(await form.panel.getByRole('combobox', { name: 'Resource' }).inputValue()).toBe('');
  });

  test('adds auto paging with the operation, as a loop with its limit, and removes it with the operation (STEP-47..50)', async () => {
    await chooseOperation('List orders');
    expect(await form.panel.getByRole('checkbox', { name: 'Use Auto Paging' }).isChecked()).toBe(true);
    expect(await field('Max Items to Return').inputValue()).toBe('10');
    const loop = () => form.step('Loop for order');
    expect(await loop()).toMatchObject({
      type: 'Loop',
      pagedItemsLimit: 10,
      description: 'This step will contain iterated DataItem from Step : order',
    });
    await field('Max Items to Return').fill('0');
    await form.page.keyboard.press('Tab');
    await message('Max Items to Return must be at least 1').waitFor();
    await field('Max Items to Return').fill('250');
    expect(await loop()).toMatchObject({ pagedItemsLimit: 250 });
    await form.panel.getByText('Use Auto Paging').click();
    expect((await form.steps()).some(({ stepId }) => stepId === 'Loop for order')).toBe(false);
    await form.panel.getByText('Use Auto Paging').click();
    await form.search('Operation', 'Create', 'Create order');
    expect((await form.steps()).some(({ stepId }) => stepId === 'Loop for order')).toBe(false);
    expect(await form.panel.getByText('Use Auto Paging').count()).toBe(0);
  });

  test('fills in fields of every kind, each under its path', async () => {
    await chooseOperation('Create order');
    await field('Email').fill('$Steps["start"].Payload.email');
    await form.search('Country', 'Ger', 'Germany');
    await form.search('City', 'Ham', 'Hamburg');
    await form.choose('Express', 'True');
    await field('Note').fill('Leave it\nat the door');
    await form.panel.getByRole('button', { name: 'Address Object' }).click();
    await field('street').fill('Main 1');
    await form.choose('kind', 'invoice');
    await field('Due days').fill('14');
    await form.panel.getByRole('button', { name: 'Add item' }).click();
    await field('sku').fill('tea');
    expect(await mappings()).toEqual({
      'body.email': '$Steps["start"].Payload.email',
      'body.country': 'germany',
      'body.city': 'hamburg',
      'body.express': 'true',
      'body.note': 'Leave it\nat the door',
      'body.address.street': 'Main 1',
      'body.payment.kind': 'invoice',
      'body.payment.dueDays': '14',
      'body.lines[0].sku': 'tea',
    });
    expect(await form.page.getByRole('list', { name: 'Form problems' }).getByRole('listitem').allTextContents()).toEqual([]);
    await form.choose('kind', 'card');
    expect(await mappings()).toMatchObject({ 'body.payment.kind': 'card' });
    expect(await mappings()).not.toHaveProperty('body.payment.dueDays');
    await form.panel.getByRole('button', { name: 'Delete item 1' }).click();
    expect(await mappings()).not.toHaveProperty('body.lines[0].sku');
    await form.panel.getByRole('button', { name: 'Use one value for Lines' }).click();
    await field('Lines').fill('$Steps["start"].Payload.lines');
    expect(await mappings()).toMatchObject({ 'body.lines': '$Steps["start"].Payload.lines' });
  });

  test('makes a look-up wait for what it depends on, and clears it when that changes (STEP-44)', async () => {
    await chooseOperation('Create order');
    await message('Fill in Country first.').waitFor();
    expect(await form.panel.getByRole('combobox', { name: 'City' }).isDisabled()).toBe(true);
    await form.search('Country', 'Ger', 'Germany');
    await form.search('City', 'Ber', 'Berlin');
    await form.search('Country', 'Swe', 'Sweden');
    expect(await mappings()).toEqual({ 'body.country': 'sweden' });
  });

  test('autocompletes from three characters on and says when nothing was found (STEP-46)', async () => {
    await chooseOperation('Create order');
    const customer = await form.typeInto('Customer', 'Ma');
    await form.page.getByText('Type at least 3 characters').waitFor();
    await customer.fill('Marx');
    await form.page.getByText('No results').waitFor();
    await customer.fill('Mar');
    await form.page.getByRole('option', { name: 'Marta Alvarez' }).click();
    expect(await mappings()).toEqual({ 'body.customer': 'marta-alvarez' });
    expect(await customer.inputValue()).toBe('Marta Alvarez');
  });

  test('lets a choice become an expression, and back', async () => {
    await chooseOperation('Create order');
    await form.panel.getByRole('button', { name: 'Use an expression (fx) for Express' }).click();
    await field('Express').fill('$Data.express');
    expect(await mappings()).toEqual({ 'body.express': '$Data.express' });
    await form.panel.getByRole('button', { name: 'Choose Express from a list' }).click();
    await form.panel.getByRole('button', { name: 'Not set Express' }).waitFor();
    expect(await mappings()).toEqual({});
  });

  test('shows advanced fields on demand, hidden ones never, and filters fields by name (STEP-36, STEP-39)', async () => {
    await chooseOperation('Create order');
    expect(await form.panel.getByText('Risk level').count()).toBe(0);
    await form.panel.getByText('Show advanced parameters').click();
    await form.panel.getByText('Risk level').waitFor();
    await form.panel.getByText('Prefer').waitFor();
    expect(await form.panel.getByText('internalId').count()).toBe(0);
    await form.panel.getByRole('searchbox', { name: 'Field name' }).fill('street');
    await field('street').waitFor();
    expect(await form.panel.getByText('Risk level').count()).toBe(0);
    expect(await field('Email').count()).toBe(0);
    await form.search('Operation', 'Dele', 'Delete order');
    expect(await form.panel.getByRole('searchbox', { name: 'Field name' }).count()).toBe(0);
  });

  test('opens a recursive schema level by level', async () => {
    await chooseOperation('Create order');
    await form.panel.getByRole('button', { name: 'parent Object' }).click();
    const parent = form.panel.getByRole('group', { name: 'parent', exact: true });
    await parent.getByRole('textbox', { name: 'Email', exact: true }).fill('b@example.com');
    await parent.getByRole('button', { name: 'parent Object' }).last().click();
    const inner = parent.getByRole('group', { name: 'parent', exact: true });
    await inner.getByRole('textbox', { name: 'Email', exact: true }).fill('c@example.com');
    expect(await mappings()).toEqual({ 'body.parent.email': 'b@example.com', 'body.parent.parent.email': 'c@example.com' });
  });

  test('shows scripts, advanced and playbook marks only while impersonating (STEP-34, STEP-51, STEP-52)', async () => {
    await chooseOperation('Create order');
    expect(await form.panel.getByText('Use script').count()).toBe(0);
    expect(await form.panel.getByRole('button', { name: /Advanced for customers/ }).count()).toBe(0);
    await reopen({ query: 'impersonating' });
    await chooseOperation('Create order');
    await form.panel
      .getByRole('button', { name: /^Advanced for customers, .*: off$/ })
      .first()
      .click();
    await form.panel
      .getByRole('button', { name: /^In playbook, .*: off$/ })
      .nth(1)
      .click();
    expect(await operation()).toMatchObject({ dynamicAdvancedParameters: ['body.email'], playbookParameters: ['body.country'] });
    await form.panel.getByText('Use script').click();
    await form.panel.getByRole('button', { name: /^Open Script/ }).waitFor();
    expect(await operation()).toMatchObject({ requestParametersSourceType: 'Script', script: 'return { query: { status: "open" } };' });
    expect(await form.page.getByRole('list', { name: 'Form problems' }).getByRole('listitem').count()).toBe(0);
  });

  test('tells others that a script fills in the parameters, and doesn’t show the script (STEP-34)', async () => {
    await chooseOperation('Create order');
    await form.page.evaluate(() => {
      const store = (window as unknown as { editorStore: EditorStore }).editorStore;
      const { steps } = store.getState();
      store.change(
        steps.map((step) =>
          step.type === 'ConnectorOperation' ? { ...step, requestParametersSourceType: 'Script' as const, script: 'return {}' } : step,
        ),
      );
    });
    await message('A script fills in the parameters of this step.').waitFor();
    expect(await form.panel.getByText('Use script').count()).toBe(0);
    expect(await form.panel.getByRole('button', { name: /^Open Script/ }).count()).toBe(0);
    expect(await operation()).toMatchObject({ script: 'return {}' });
  });

  test('reloads custom parameters (STEP-37)', async () => {
    await form.openStep('order');
    await form.panel.getByRole('button', { name: 'Re-Sync Parameters' }).click();
    await form.page.getByText('Custom fields reloaded').waitFor();
  });
});

describe('events, data and integrations', () => {
  test('shows a connector event: connector, resource and event, its parameters, and the URL by trigger code (STEP-19, STEP-24, STEP-25)', async () => {
    await reopen({ query: 'trigger=ConnectorEvent' });
    await form.validate('start');
    for (const name of ['Connector', 'Resource', 'Event']) await message(`Please input ${name}`).waitFor();
    await form.choose('Connector', 'My Shop');
    await form.search('Resource', 'Ord', 'Orders');
    await form.search('Event', 'Order', 'Order paid');
    await message('Please enter Store').waitFor();
    await field('Store').fill('s-1');
    expect(await form.step('start')).toMatchObject({
      connectorId: 'connector-shop',
      eventId: 'orderPaid',
      requestParameterMappings: [{ toParameterPath: 'body.storeId', fromParameterExpression: 's-1' }],
    });
    await message('http://localhost:8080/api/webhooks/by-code').waitFor();
    // How the event arrives, and what blocks it.
    await message(/Enter this address in the system yourself/).waitFor();
    await message('Events may not arrive').waitFor();
    await message(/The system says 503/).waitFor();
    await message(/couldn’t be removed from the system yet/).waitFor();
    await form.choose('Connector', 'My Shopify');
    expect(await form.step('start')).toMatchObject({ eventId: null, requestParameterMappings: [] });
  });

  test('STEP-85, STEP-87, STEP-89: a sync step requires its four fields and offers systems that fit each other', async () => {
    await form.validate('sync');
    for (const name of ['Source Connector Type', 'Source Connector', 'Target Connector Type', 'Target Connector']) {
      await message(`Please input ${name}`).waitFor();
    }
    await form.panel.getByText('Select the source first').waitFor();
    await form.panel.getByText(/^Products are carried with mappings that come with Portage/).waitFor();
    await form.choose('Source Connector Type', 'Mindbody');
    // The newest connector of each system is selected (STEP-29).
    await form.panel.getByRole('button', { name: /^My Mindbody\b.*Source Connector$/ }).waitFor();
    await form.panel.getByText('Skip Products Create').click();
    await form.choose('Target Connector Type', 'Shopify');
    await form.panel.getByRole('button', { name: /^My Shopify\b.*Target Connector$/ }).waitFor();
    await message('Please enter Since').waitFor();
    await message('Please enter Location').waitFor();
    await field('Location').fill('Berlin');
    await expect.poll(() => message('Please enter Location').count()).toBe(0);
    expect(await form.step('sync')).toMatchObject({
      sourceConnectorTypeId: 'type-mindbody',
      sourceConnectorId: 'connector-mindbody',
      targetConnectorId: 'connector-shopify',
      customOptions: { SkipProductsCreate: true },
      targetConnectorTypeRequestParameterMappings: [{ toParameterPath: 'location', fromParameterExpression: 'Berlin' }],
    });
    await form.choose('Sync Type', 'Integration Application');
    await form.panel.getByText(/on the Settings tab of this workflow/).waitFor();
    await form.panel.getByRole('button', { name: /^Integration\b.*Integration Type$/ }).waitFor();
    await field('Dashboard Entity').waitFor();
    expect(await form.panel.getByText('Skip Products Create').count()).toBe(0);
    // Shopify is a target here, too.
    const kept = { targetConnectorId: 'connector-shopify', targetConnectorTypeRequestParameterMappings: [] };
    expect(await form.step('sync')).toMatchObject({ sourceConnectorTypeId: null, sourceConnectorId: null, customOptions: null, ...kept });
    await form.panel.getByRole('button', { name: /Source Connector Type$/ }).click();
    await expect.poll(() => form.page.getByRole('option').allTextContents()).toEqual(['NetSuite', 'Salesforce']);
    await form.page.keyboard.press('Escape');
    await form.panel.getByRole('button', { name: /Target Connector Type$/ }).click();
    await expect
      .poll(() => form.page.getByRole('option').allTextContents())
      .toEqual(['Shopify', 'NetSuite', 'Salesforce', 'QuickBooks Online']);
  });

  test('a choice is reported as missing once its field is left, not while its list is open', async () => {
    await form.openStep('fetch');
    const opener = form.panel.getByRole('button', { name: /Connector Type$/ });
    await opener.click();
    await form.page.getByRole('option', { name: 'Shop', exact: true }).waitFor();
    await form.page.keyboard.press('Escape');
    await opener.and(form.page.locator(':focus')).waitFor();
    expect(await message('Please input Connector Type').count()).toBe(0);
    await form.page.keyboard.press('Tab');
    await message('Please input Connector Type').waitFor();
  });

  test('STEP-91, STEP-92: get data and dashboard steps require their system; a dashboard’s data is its sync type', async () => {
    await form.validate('fetch');
    await message('Please input Connector Type').waitFor();
    await form.choose('Connector Type', 'Shop');
    await form.panel.getByRole('button', { name: 'My Shop Connector' }).waitFor();
    await message('Please enter Since').waitFor();
    await field('Since').fill('2026-01-01');
    await expect.poll(() => message('Please enter Since').count()).toBe(0);
    expect(await form.step('fetch')).toMatchObject({
      getDataDataType: 'Orders',
      connectorTypeId: 'type-shop',
      connectorId: 'connector-shop',
      requestParameterMappings: [{ toParameterPath: 'since', fromParameterExpression: '2026-01-01' }],
    });
    await form.validate('board');
    for (const name of ['Dashboard ID', 'Connector Type', 'Connector']) await message(`Please input ${name}`).waitFor();
    await form.panel.getByRole('button', { name: 'Orders Sync Type' }).waitFor();
    await field('Dashboard ID').fill('d-1');
    expect(await form.step('board')).toMatchObject({ dashboardId: 'd-1' });
  });

  test.each([
    ['Company', ['Name']],
    ['Contact', ['First Name', 'Last Name']],
    ['Order', ['Name']],
    ['Product', ['Name']],
    ['Event', ['Salesforce ID', 'Title', 'Start At']],
    ['Registration', ['Salesforce ID', 'Event Name', 'Lead Name', 'Registered At']],
    ['Activity', ['Salesforce ID', 'Event Name', 'Lead Name', 'Activity Name', 'Activity At']],
  ])('a dashboard item of type %s requires %j (STEP-97..101)', async (type, names) => {
    await form.validate('item');
    await form.choose('Item Type', type);
    for (const name of ['Dashboard ID', 'External ID', 'Object', ...names]) await message(`Please input ${name}`).first().waitFor();
    expect(await form.panel.getByText(/^Please input/).count()).toBe(3 + names.length);
  });

  test('STEP-104, STEP-105: an integration step marks and requires only the required fields; invalid JSON is stored as text', async () => {
    await form.validate('custom');
    for (const name of ['Shop', 'Prefix', 'Limit']) await message(`Please input ${name}`).waitFor();
    expect(await form.panel.getByText(/^Please input/).count()).toBe(3);
    for (const label of ['Shop *', 'Archive', 'Prefix *', 'Rules']) await message(label).first().waitFor();
    expect(await form.panel.getByText('Archive *').count()).toBe(0);
    await form.choose('Shop', 'My Shop');
    await field('Prefix').fill('A-');
    await field('Limit').fill('25');
    await field('Rules').fill('{"a": [1,');
    await message('This is not valid JSON: it’s stored as text.').waitFor();
    const fields = async () => ((await form.step('custom')) as StepOf<'IntegrationStep'>).fieldsData;
    expect(await fields()).toMatchObject({ rules: '{"a": [1,' });
    await field('Rules').fill('{"a": [1, 2]}');
    await form.panel.getByText('Dry run').click();
    expect(await fields()).toEqual({ shop: 'connector-shop', prefix: 'A-', limit: 25, rules: { a: [1, 2] }, dryRun: true });
    expect(await form.panel.getByText(/^Please input/).count()).toBe(0);
  });
});

describe('in a workflow of 500 steps', () => {
  /** From a key to the next frame after it, the minimum of 32: whatever else the machine does only adds time. */
  const keyMs = async (steps: number): Promise<number> => {
    await reopen({ query: `steps=${steps}` });
    await form.openStep('each');
    const collection = field('Collection');
    await collection.press('End');
    await form.page.keyboard.type('[0]');
    return form.page.evaluate(async () => {
      const area = document.querySelector<HTMLTextAreaElement>('textarea[name="listContextDataEntityName"]');
      if (!area) throw new Error('no field');
      const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      const taken: number[] = [];
      for (const letter of '.items.of.each.order.that.is.open') {
        const start = performance.now();
        setValue?.call(area, area.value + letter);
        area.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        taken.push(performance.now() - start);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      return Math.min(...taken);
    });
  };

  test('a key in a field takes about as long as with 5', async () => {
    const fewMs = await keyMs(5);
    expect(await keyMs(500)).toBeLessThan(fewMs * 3);
  });
});
