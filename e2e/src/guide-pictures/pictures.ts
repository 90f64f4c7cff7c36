import type { Locator, Page } from 'playwright-core';
import type { Clip } from './capture.ts';
import type { SampleData } from './sample-data.ts';

export interface GuidePicture {
  /** Its file is docs/guide/pictures/<name>.webp. */
  name: string;
  /** Whose pages it shows. */
  who: 'person' | 'admin';
  /** Opens what the picture shows. @returns the part of the page to show; undefined: the whole window */
  open(page: Page, data: SampleData): Promise<Clip | undefined>;
}

const WINDOW = { width: 1280, height: 800 };
/** The part of the window that a short list fills. */
const LIST: Clip = { x: 0, y: 0, width: 1280, height: 440 };

const panel = (page: Page) => page.locator('[data-step-panel]');

/** Every picture of the guide, in the order of the pages. */
export const guidePictures: readonly GuidePicture[] = [
  {
    name: 'add-workflow',
    who: 'person',
    async open(page) {
      await page.goto('/workflows');
      await page.getByRole('link', { name: 'Add', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Add Workflow' });
      await dialog.getByLabel('Workflow Name').fill('Large orders');
      await dialog.getByRole('radio', { name: /^Webhook/ }).check({ force: true });
      return around(dialog);
    },
  },
  {
    name: 'editor',
    who: 'person',
    async open(page, { largeOrdersId }) {
      await openEditor(page, largeOrdersId);
      await openStep(page, 'tell the shop');
    },
  },
  {
    name: 'new-step',
    who: 'person',
    async open(page, { largeOrdersId }) {
      await openEditor(page, largeOrdersId);
      await page.getByRole('button', { name: 'Add a step after start', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'New Step' });
      await dialog.getByText('Airtable', { exact: true }).waitFor();
      return around(dialog);
    },
  },
  {
    name: 'value-selector',
    who: 'person',
    async open(page, { largeOrdersId }) {
      await openEditor(page, largeOrdersId);
      await openStep(page, 'tell the shop');
      await panel(page).getByRole('button', { name: 'Insert a value into Body' }).click();
      await page
        .getByRole('dialog', { name: /^Insert into/ })
        .getByRole('treeitem')
        .first()
        .waitFor();
    },
  },
  {
    name: 'webhook-dialog',
    who: 'person',
    async open(page, { largeOrdersId }) {
      await openEditor(page, largeOrdersId);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Wating for Webhook call' });
      await dialog.getByText('Waiting for Webhook call...').waitFor();
      await dialog.getByRole('textbox', { name: 'Body' }).waitFor();
      return around(dialog);
    },
  },
  {
    name: 'script',
    who: 'person',
    async open(page, { largeOrdersId }) {
      await openEditor(page, largeOrdersId);
      await openStep(page, 'message');
      await untilScriptIsShown(page);
    },
  },
  {
    name: 'schedule',
    who: 'person',
    async open(page, { nightlyReportId }) {
      await openEditor(page, nightlyReportId);
      await openStep(page, 'start');
      await panel(page).getByText('Next five runs').waitFor();
      await panel(page)
        .getByText('Next five runs')
        .evaluate((title) => title.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'problems',
    who: 'person',
    async open(page, { nightlyReportId }) {
      await openEditor(page, nightlyReportId);
      await openStep(page, 'report');
      await untilScriptIsShown(page);
      await panel(page).getByRole('textbox', { name: 'Name', exact: true }).fill('');
      await page
        .getByText(/Please input/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'run-history',
    who: 'person',
    async open(page) {
      await page.goto('/run-history');
      await page.getByRole('row').nth(1).waitFor();
      return { ...LIST, height: 560 };
    },
  },
  {
    name: 'failed-run',
    who: 'person',
    async open(page, { failedRunId }) {
      await page.goto(`/run-history/${failedRunId}/view`);
      await page.getByRole('list', { name: 'Steps of the run', exact: true }).waitFor();
      await page.getByText('Request headers').waitFor();
    },
  },
  {
    name: 'connectors',
    who: 'person',
    async open(page) {
      await page.goto('/connectors');
      await page.getByRole('row', { name: /Shopify/ }).waitFor();
      return LIST;
    },
  },
  {
    name: 'connect',
    who: 'person',
    async open(page) {
      await page.goto('/connectors/add');
      await page.getByRole('searchbox', { name: 'Filter' }).fill('Shopify');
      await page.getByRole('list', { name: 'Applications' }).getByRole('button', { name: 'Shopify' }).first().click();
      await page.getByRole('button', { name: 'Use simulated Shopify' }).waitFor();
    },
  },
  {
    name: 'templates',
    who: 'person',
    async open(page) {
      await page.goto('/playbooks-and-templates?tab=templates');
      await page.locator('main').getByRole('listitem').first().waitFor();
      return { ...LIST, height: 640 };
    },
  },
  {
    name: 'playbook-wizard',
    who: 'person',
    async open(page, { playbook }) {
      await page.goto(`/playbook-wizards/${await playbook()}?step=setup`);
      await page.getByText('The values are those of the first record.').waitFor();
      await page.getByRole('region', { name: /^Field mapping/ }).evaluate((mapping) => mapping.scrollIntoView({ block: 'start' }));
    },
  },
  {
    name: 'playbook-preview',
    who: 'person',
    async open(page, { playbook }) {
      await page.goto(`/playbook-wizards/${await playbook()}?step=preview`);
      await page.getByText('A preview writes nothing.').waitFor();
    },
  },
  {
    name: 'playbook',
    who: 'person',
    async open(page, { playbook }) {
      await page.goto(`/playbooks/${await playbook()}`);
      await page.getByText('Up to date').nth(1).waitFor();
    },
  },
  {
    name: 'alerts',
    who: 'person',
    async open(page, { alerts }) {
      await alerts();
      await page.goto('/run-history/alerts');
      await page.getByRole('row').nth(2).waitFor();
      return LIST;
    },
  },
  {
    name: 'account-alerts',
    who: 'person',
    async open(page) {
      await page.goto('/account/alerts');
      await page.getByLabel('Webhook address').waitFor();
    },
  },
  {
    name: 'billing',
    who: 'person',
    async open(page) {
      await page.goto('/billing');
      const buy = page.getByRole('button', { name: 'Buy Starter' });
      await page.getByRole('list', { name: 'Products' }).waitFor();
      if (await buy.count()) {
        await buy.click();
        await page.getByRole('button', { name: 'Subscribe' }).click();
        await page.waitForURL('**/billing?checkout=done');
        await page.goto('/billing');
      }
      await page.getByText(/Your subscription renews on /).waitFor();
      return { ...LIST, height: 560 };
    },
  },
  {
    name: 'quotas',
    who: 'admin',
    async open(page) {
      await page.goto('/admin/users?userEmail=mara%40example.com');
      const row = page.getByRole('row', { name: /mara@example\.com/ });
      await row.getByRole('button', { name: 'Impersonate: more' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit User' });
      await dialog.getByRole('textbox', { name: 'Workflow Runs/Day' }).fill('500');
      return around(dialog);
    },
  },
];

async function openEditor(page: Page, workflowId: string): Promise<void> {
  await page.goto(`/workflows/${workflowId}/edit`);
  await page.locator('[data-flowchart] [data-card]').first().waitFor();
}

async function openStep(page: Page, stepId: string): Promise<void> {
  await page.locator(`[data-flowchart] [data-card=${JSON.stringify(stepId)}]`).click();
  await panel(page).waitFor();
}

/** Waits for the script's colours: a line then has several parts. */
async function untilScriptIsShown(page: Page): Promise<void> {
  await panel(page).locator('.monaco-editor .view-line span span:nth-child(2)').first().waitFor();
}

/** A part of the page with a little of its surroundings, within the window. */
async function around(part: Locator): Promise<Clip> {
  const MARGIN = 24;
  const box = await part.boundingBox();
  if (!box) throw new Error('The part of the page is not shown.');
  const x = Math.max(0, Math.floor(box.x - MARGIN));
  const y = Math.max(0, Math.floor(box.y - MARGIN));
  return {
    x,
    y,
    width: Math.min(WINDOW.width - x, Math.ceil(box.width + 2 * MARGIN)),
    height: Math.min(WINDOW.height - y, Math.ceil(box.height + 2 * MARGIN)),
  };
}

export { WINDOW as PICTURE_WINDOW };
