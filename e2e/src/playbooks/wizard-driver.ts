import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Locator, Page } from 'playwright-core';
import { until } from '../api/until.ts';
import { type ConnectorPerson, newConnectorPerson } from '../connectors/connector-people.ts';
import { hasKeyboardOnly, press, tabTo, takeOption } from './keyboard.ts';

/** A new person who goes through wizards: `page`, `api`, `problems`, `close()`. */
export const newPlaybookPerson: (baseUrl: string, size?: { width: number; height: number }) => Promise<ConnectorPerson> =
  newConnectorPerson;

/** Starts a playbook template by its card, and waits for its wizard. @returns the playbook's id */
export async function startPlaybook(page: Page, templateName: string, { tab = 'Playbooks' } = {}): Promise<string> {
  await page.goto('/playbooks-and-templates');
  await openTab(page, tab);
  const card = page.getByRole('article', { name: templateName, exact: true });
  await press(page, card.getByRole('button', { name: `Start ${templateName}`, exact: true }));
  await page.waitForURL(/\/playbook-wizards\/[\w-]+/);
  await steps(page).waitFor();
  return playbookIdAt(page);
}

async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name, exact: true });
  if (!hasKeyboardOnly(page)) return tab.click();
  await tab.waitFor();
  await tabTo(page, page.getByRole('tab', { selected: true }));
  const selected = page.getByRole('tab', { selected: true });
  // The selection follows the key a moment later: an earlier second key would skip the tab.
  for (let now = await selected.textContent(); now !== name; now = await selected.textContent()) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { selected: true, name: now ?? '', exact: true }).waitFor({ state: 'detached' });
  }
}

/** The id of the playbook whose wizard or page is open. */
export function playbookIdAt(page: Page): string {
  const [, id] = /\/(?:playbook-wizards|playbooks)\/([\w-]+)/.exec(new URL(page.url()).pathname) ?? [];
  if (!id) throw new Error(`${page.url()} is no playbook's page`);
  return id;
}

function steps(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Steps' });
}

/** The shown step, without the list of steps: a step may have a button's name. */
function shownStep(page: Page): Locator {
  return page.locator('nav[aria-label="Steps"] + section');
}

export function stepHeading(page: Page, name: string | RegExp): Locator {
  return shownStep(page).getByRole('heading', { level: 2, name });
}

export async function continueFromStart(page: Page): Promise<void> {
  await leaveBy(page, 'Continue');
}

/** Continues from the shown step, and waits until another step is shown. */
export async function next(page: Page): Promise<void> {
  await leaveBy(page, 'Next');
}

/** Adds an integration after the existing ones (spec PB-40). */
export async function addCustomStep(page: Page): Promise<void> {
  await leaveBy(page, 'Add Custom Step', steps(page));
}

export async function previous(page: Page): Promise<void> {
  await leaveBy(page, 'Previous');
}

/** Presses a button of the wizard and waits until another step is shown. */
async function leaveBy(page: Page, button: string, within = shownStep(page)): Promise<void> {
  const before = await currentStep(page);
  await press(page, within.getByRole('button', { name: button, exact: true }));
  await page.waitForFunction((earlier) => {
    const now = document.querySelector('nav[aria-label="Steps"] [aria-current="step"]')?.textContent;
    return now !== undefined && now !== earlier;
  }, before);
}

/** The number and name of the shown step, as in the list. */
export async function currentStep(page: Page): Promise<string> {
  return (await steps(page).locator('[aria-current="step"]').textContent()) ?? '';
}

/** Clicks a step in the list (spec PB-34). */
export async function jumpTo(page: Page, name: string | RegExp): Promise<void> {
  await press(page, steps(page).getByRole('button', { name }));
}

/** Makes a connector to the simulated system with one click, and continues. @param system the name of the connector type: "Shopify" */
export async function useSimulated(page: Page, system: string): Promise<void> {
  await press(page, page.getByRole('button', { name: `Use simulated ${system}`, exact: true }));
  await page.locator('main').getByRole('radio', { checked: true }).waitFor({ state: 'attached' });
  await next(page);
}

/** Chooses one of the system's options for a question. @param option its text, or a part of it */
export async function choose(page: Page, question: string, option: string | RegExp): Promise<void> {
  const box = page.getByRole('combobox', { name: question });
  if (hasKeyboardOnly(page)) {
    await tabTo(page, box);
    await page.keyboard.press(typeof option === 'string' ? 'ControlOrMeta+a' : 'ArrowDown');
    if (typeof option === 'string') await page.keyboard.insertText(option);
  } else {
    await box.click();
    if (typeof option === 'string') await box.fill(option);
  }
  await takeOption(page, page.getByRole('option', { name: option }).first());
}

/** Waits until the record of a `found` question was found. */
export async function expectFound(page: Page, question: string): Promise<void> {
  await page.getByRole('group', { name: question, exact: true }).getByText('Found:').waitFor();
}

/** Maps a price level to a price book (spec CPB-18). */
export async function mapPrice(page: Page, level: string, book: string): Promise<void> {
  await select(page, `Price book of ${level}`, book);
}

/** Chooses from a list without a search. */
export async function select(page: Page, label: string, option: string): Promise<void> {
  // A flow's mapping below also has a selector of entities.
  await press(page, page.getByRole('button', { name: label }).first());
  await takeOption(page, page.getByRole('option', { name: option, exact: true }));
}

/** Types into a field. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  if (hasKeyboardOnly(page)) await tabTo(page, field);
  else await field.click();
  await page.keyboard.type(text);
}

/** Waits for a workflow's preview in the Preview step. @returns what it says about the first records: "The first 20 records: 20 new. …" */
export async function readPreview(page: Page, workflowName: string): Promise<string> {
  const box = page.getByRole('region', { name: workflowName, exact: true });
  const toggle = box.getByRole('button', { name: workflowName }).first();
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await press(page, toggle);
  const said = box.getByText(/^((All|The first) )?\d+ records?:/).or(box.getByText('The source has no records yet'));
  await said.first().waitFor();
  return (await said.first().textContent()) ?? '';
}

/** "Create Playbook" on the last step; waits for the end page. */
export async function createPlaybook(page: Page): Promise<void> {
  await press(page, shownStep(page).getByRole('button', { name: 'Create Playbook', exact: true }));
  await shownStep(page).getByRole('button', { name: 'Finish', exact: true }).waitFor();
}

/** Leaves the end page for the list of workflows (spec PB-29). */
export async function finish(page: Page): Promise<void> {
  await press(page, shownStep(page).getByRole('button', { name: 'Finish', exact: true }));
  await page.waitForURL('**/workflows');
}

/** Waits until every flow of a playbook has synced once. @returns the flows */
export async function firstSyncs(api: Client<Calls>, playbookId: string, { timeoutMs = 180_000 } = {}) {
  const { playbook } = await api('GET /api/playbooks/{id}', { params: { id: playbookId } });
  let states = '';
  const look = async () => {
    const answers = await Promise.all(
      playbook.workflows.map(({ workflowId }) => api('GET /api/integrations/flows', { query: { workflowId, pageSize: 100 } })),
    );
    const flows = answers.flatMap((answer) => answer.flows);
    const failed = flows.find(({ state }) => state === 'Failed');
    if (failed) throw new Error(`${failed.workflowName} failed: ${failed.error}`);
    states = flows.map(({ workflowName, state }) => `${workflowName} ${state}`).join(', ');
    return answers.every((answer) => answer.flows.length > 0) && flows.every(({ syncedAt }) => syncedAt !== null) ? flows : null;
  };
  return until(look, () => `Not synced in time: ${states}`, { timeoutMs, pauseMs: 500 });
}
