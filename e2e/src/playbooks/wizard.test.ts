import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser } from '../browser/browser.ts';
import type { ConnectorPerson } from '../connectors/connector-people.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { expectInOrder } from '../templates/template-people.ts';
import {
  continueFromStart,
  createPlaybook,
  currentStep,
  finish,
  firstSyncs,
  jumpTo,
  newPlaybookPerson,
  next,
  playbookIdAt,
  previous,
  readPreview,
  startPlaybook,
  stepHeading,
  useSimulated,
} from './wizard-driver.ts';

const baseUrl = sharedBaseUrl();
const TEMPLATE = { id: 'mindbody-to-shopify', name: 'Mindbody to Shopify' };

/** The setup step's questions with a choice; its field mapping has its own box. */
const questions = (page: Page) => page.locator('main').getByRole('combobox', { name: /^(?!Add$)/ });

/** Holds calls back until the returned function is called; later calls go through. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  const { promise: mayBeSent, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await mayBeSent;
    await route.continue();
  });
  return resolve;
}

/** The chosen options shown. */
const chosenIn = (page: Page) => questions(page).evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));

/** Chooses the first option for every such question in the setup step. */
async function answerAll(page: Page): Promise<void> {
  const boxes = questions(page);
  await page.getByRole('radiogroup', { name: 'Schedule' }).waitFor();
  for (let at = 0; at < (await boxes.count()); at += 1) {
    await boxes.nth(at).click();
    await page.getByRole('option').first().click();
  }
}

/** Presses a button by keyboard only. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

describe('a playbook, from its card to records in the other system', () => {
  let person: ConnectorPerson;
  let page: Page;
  let playbookId: string;

  beforeAll(async () => {
    person = await newPlaybookPerson(baseUrl);
    page = person.page;
  });
  afterAll(() => person?.close());

  test('PB-02..10, PB-23, PB-24: the card starts it, and its wizard opens at the start page, with a list of its steps', async () => {
    await page.goto('/playbooks-and-templates');
    await page.getByRole('button', { name: `Start ${TEMPLATE.name}` }).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Playbooks', 'Templates']);
    await expectInOrder(person, 'playbooks');
    playbookId = await startPlaybook(page, TEMPLATE.name);
    await page.getByRole('heading', { level: 1, name: TEMPLATE.name }).waitFor();
    expect(await page.getByRole('button', { name: 'Back to List' }).count()).toBe(0);
    const entries = await page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem').all();
    const boxes = await Promise.all(entries.map(async (entry) => (await entry.boundingBox()) ?? { x: -1, y: -1, width: 0 }));
    expect(boxes).toHaveLength(6);
    expect(new Set(boxes.map(({ x }) => x)).size).toBe(1);
    expect(boxes.map(({ y }) => y)).toEqual(boxes.map(({ y }) => y).sort((one, other) => one - other));
    const content = await page.locator('nav[aria-label="Steps"] + section').boundingBox();
    expect(content?.x).toBeGreaterThan((boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0));
    await expectInOrder(person, 'wizard start');
  });

  test('PB-31, PB-35, PB-44, TPL-26: a connector is chosen, by keyboard, or made on a detour that returns to the step', async () => {
    await press(page, 'Continue');
    await stepHeading(page, /Mindbody/).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
    await press(page, 'Next');
    await page.getByText('Please select Connector').waitFor();
    await expectInOrder(person, 'wizard connector missing');
    const stepUrl = new URL(page.url());
    await page.getByRole('link', { name: 'Add Mindbody connector' }).click();
    await page.waitForURL('**/connectors/add?**');
    await page.getByRole('button', { name: 'Use simulated Mindbody' }).click();
    await page.waitForURL((url) => url.pathname === stepUrl.pathname);
    await page.locator('main').getByRole('radio', { checked: true }).waitFor({ state: 'attached' });
    expect(new URL(page.url()).searchParams.get('step')).toBe(stepUrl.searchParams.get('step'));
    const chosen = () => page.locator('main').getByRole('radio', { checked: true }).inputValue();
    const first = await chosen();
    await page.getByRole('link', { name: 'Add Mindbody connector' }).click();
    await page.waitForURL('**/connectors/add?**');
    await page.getByRole('button', { name: 'Use simulated Mindbody' }).click();
    await page.waitForURL((url) => url.pathname === stepUrl.pathname);
    await expect.poll(() => page.locator('main').getByRole('radio').count()).toBe(2);
    await expect.poll(chosen).not.toBe(first);
    // The next step's heading has the focus.
    const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/save'));
    await press(page, 'Next');
    expect((await sent).postDataJSON()).toMatchObject({ step: { id: 'connector-mindbody', connectorId: expect.any(String) } });
    await stepHeading(page, /Shopify/).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await useSimulated(page, 'Shopify');
  });

  test('PB-31, PB-33, PB-34: typed text survives a reload, going back and another tab; nothing is skipped', async () => {
    await page.getByRole('radiogroup', { name: 'Schedule' }).waitFor();
    await expectInOrder(person, 'wizard settings');
    const values = () => chosenIn(page);
    const areAllAnswered = async () => (await values()).every((text) => text !== '');
    // Each system has one location. Choices that the wizard made don't count as the person's.
    await expect.poll(areAllAnswered).toBe(true);
    await page.reload();
    await expect.poll(async () => (await questions(page).count()) > 0 && (await areAllAnswered())).toBe(true);
    expect(await page.getByText('These answers aren’t saved yet.').count()).toBe(0);
    await answerAll(page);
    const schedule = (name: RegExp) => page.getByRole('radio', { name }).check({ force: true });
    await schedule(/Another schedule/);
    const typed = await values();
    expect(typed.every((text) => text !== '')).toBe(true);
    await page.reload();
    await page.getByText('These answers aren’t saved yet.').waitFor();
    await expect.poll(values, { timeout: 60_000 }).toEqual(typed);
    const second = await page.context().newPage();
    await second.goto(`/playbook-wizards/${playbookId}?step=setup`);
    await second.getByText('These answers aren’t saved yet.').waitFor();
    await second.close();
    await schedule(/Every 10 minutes/);
    // The end page can't be reached before the steps are done.
    await jumpTo(page, 'Finish');
    await page.getByRole('region', { name: 'Notifications' }).getByText('Finish the other steps first.').waitFor();
    const name = await currentStep(page);
    await previous(page);
    await jumpTo(page, name.replace(/^\d+/, '').replace(' (done)', ''));
    await page.getByRole('radiogroup', { name: 'Schedule' }).waitFor();
    await expect.poll(values, { timeout: 60_000 }).toEqual(typed);
    await next(page);
  });

  test('the preview shows the first records, and writes nothing', async () => {
    const said = await readPreview(page, (await page.locator('main').getByRole('region').first().getAttribute('aria-label')) ?? '');
    expect(said).toMatch(/records?: \d+ new/);
    await expectInOrder(person, 'wizard preview');
    // On a phone the buttons need two rows, and the continue button is still on the right.
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ ...size, width: 390 });
    const bar = page.locator('[data-bottom-bar]');
    const edges = () =>
      bar.evaluate((element) => {
        const [first, ...others] = [...element.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
        const { left, right } = element.getBoundingClientRect();
        return [(first?.left ?? 0) - left, right - (others.at(-1)?.right ?? 0)].map(Math.round);
      });
    await expect
      .poll(async () => {
        const [before, behind] = await edges();
        return before === behind;
      })
      .toBe(true);
    await page.setViewportSize(size);
  });

  test('PB-28, PB-29, PB-36..38, CPB-12, CPB-14: it is created once, even by a press that started before the preview grew', async () => {
    const sendPreviews = await holdBack(page, '**/api/playbooks/*/preview');
    await page.reload();
    const create = page.getByRole('button', { name: 'Create Playbook', exact: true });
    await page.getByText('Reading the first records').first().waitFor();
    const place = await create.boundingBox();
    await create.hover();
    await page.mouse.down();
    sendPreviews();
    await page.getByText('A preview writes nothing.').first().waitFor();
    expect(await create.boundingBox()).toEqual(place);
    await page.mouse.up();
    await page.mouse.down();
    await page.mouse.up();
    await page.locator('main').getByRole('button', { name: 'Finish', exact: true }).nth(1).waitFor();
    const main = page.locator('main');
    await main.getByText(/10 minutes/).waitFor();
    await main.getByRole('link', { name: 'Back to list' }).waitFor();
    await expectInOrder(person, 'wizard end');
    const { playbook } = await person.api('GET /api/playbooks/{id}', { params: { id: playbookId } });
    const { totalCount } = await person.api('GET /api/workflows');
    expect(totalCount).toBe(playbook.workflows.length);
    await finish(page);
    await page
      .getByText(playbook.workflows[0]?.name ?? '')
      .first()
      .waitFor();
  });

  test('mappings to missing fields are above the fields with their problem, and are removed by mouse and by keyboard', async () => {
    const params = { id: playbookId };
    const read = async () => {
      const { playbook } = await person.api('GET /api/playbooks/{id}', { params });
      return {
        step: playbook.wizard.steps.find(({ id }) => id === 'setup'),
        workflowId: playbook.template?.setup?.showsMappingOf[0] ?? '',
      };
    };
    const { step, workflowId } = await read();
    const { mappings: usual } = await person.api('GET /api/playbooks/{id}/default-mappings/{workflowTemplateId}', {
      params: { ...params, workflowTemplateId: workflowId },
    });
    const lost = ['body.product.gone', 'query.gone'].map((toParameterPath) => ({ fromParameterExpression: '$Item.Name', toParameterPath }));
    await person.api('PUT /api/playbooks/{id}/wizard/steps/{stepId}/save', {
      params: { ...params, stepId: 'setup' },
      body: { step: { ...step, id: 'setup', mappings: { [workflowId]: [...usual, ...lost] } } },
    });
    await page.goto(`/playbook-wizards/${playbookId}?step=setup`);
    const mapping = page.getByRole('region', { name: /^Field mapping: Products/ });
    const flaw = mapping.getByText('Nothing is synchronised: these fields don’t exist', { exact: true });
    await flaw.waitFor();
    await mapping.getByText('Products of Shopify have no field “gone”, which is mapped from $Item.Name.').waitFor();
    await mapping.getByText('2 without a field', { exact: true }).waitFor();
    await expectInOrder(person, 'wizard mapping, fields that are gone');
    await mapping.getByRole('button', { name: 'Remove body.product.gone' }).click();
    await mapping.getByText('1 without a field', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Remove query.gone');
    await page.keyboard.press('Enter');
    await flaw.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-field'))).toBe(true);
    await next(page);
    const kept = Object.values((await read()).step?.mappings ?? {}).flat();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.filter(({ toParameterPath }) => toParameterPath.endsWith('gone'))).toEqual([]);
  });

  test('CPB-02: the mapping is drawn with the first record’s values; a line drawn by keyboard survives a reload, and is undone', async () => {
    await page.goto(`/playbook-wizards/${playbookId}?step=setup`);
    const mapping = page.getByRole('region', { name: /^Field mapping: Products/ });
    const lines = mapping.locator('[data-mapping-lines] path');
    await mapping.getByText('The values are those of the first record.').waitFor();
    await mapping.getByRole('region', { name: 'Rules' }).getByLabel('Leave the record out, for this reason').waitFor();
    // Lines between invisible rows aren't drawn, so the panel's own count of fields is used.
    expect(await lines.count()).toBeGreaterThan(1);
    const mapped = async () => Number.parseInt((await mapping.getByText(/^\d+ of \d+ fields mapped$/).textContent()) ?? '', 10);
    const usual = await mapped();
    const targets = mapping.getByRole('list', { name: 'Fields of Shopify Products' });
    const free = await targets.locator('[aria-description="Not mapped"]').first().getAttribute('data-field');
    await mapping.getByRole('list', { name: 'Fields of Mindbody Products' }).locator('[data-field="Name"]').press('Enter');
    await targets.locator(`[data-field="${free}"]`).press('Enter');
    await expect.poll(mapped).toBe(usual + 1);
    await page.reload();
    await expect.poll(mapped).toBe(usual + 1);
    await expectInOrder(person, 'wizard mapping');
    await mapping.getByRole('button', { name: 'Use the usual mapping' }).click();
    await expect.poll(mapped).toBe(usual);
  });

  test('its page shows its status; it is paused, resumed, edited and deleted', async () => {
    await firstSyncs(person.api, playbookId);
    // A template's card may appear before the playbooks do.
    const sendPlaybooks = await holdBack(page, '**/api/playbooks?*');
    await page.goto('/playbooks-and-templates');
    await page.getByRole('link', { name: `Edit ${TEMPLATE.name}` }).click();
    sendPlaybooks();
    await page.waitForURL(`**/playbooks/${playbookId}`);
    await page.getByText('Up to date').first().waitFor();
    await expectInOrder(person, 'playbook');
    // A person can change their mind before everything was reread.
    const sendFlows = await holdBack(page, '**/api/integrations/flows?*');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    sendFlows();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.waitForURL('**/playbook-wizards/**');
    await stepHeading(page, /Mindbody/).waitFor();
    await page.goto(`/playbooks/${playbookId}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Please confirm' });
    await question.getByText('Records in both systems stay.', { exact: false }).waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/playbooks-and-templates');
    await page.getByRole('button', { name: `Start ${TEMPLATE.name}` }).waitFor();
    expect((await person.api('GET /api/workflows')).totalCount).toBe(0);
    expect(person.problems).toEqual([]);
  });
});

describe('a template chosen before sign-up', () => {
  test('AUTH-27, AUTH-31, AUTH-35, AUTH-36: leads through sign-up and the first questions to its wizard', async () => {
    const opened = await launchBrowser(baseUrl);
    onTestFinished(() => opened.close());
    const { page } = opened;
    await page.goto(`/onboarding?playbookTemplateId=${TEMPLATE.id}`);
    await page.waitForURL(`**/signup?playbookTemplateId=${TEMPLATE.id}`);
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('New');
    await page.getByLabel('Email').fill(`e2e-${crypto.randomUUID()}@example.com`);
    await page.getByRole('textbox', { name: 'Password' }).fill('a-long-password');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL(`**/userinfo?playbookTemplateId=${TEMPLATE.id}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/playbook-wizards/*');
    await page.getByRole('heading', { level: 1, name: TEMPLATE.name }).waitFor();
    const id = playbookIdAt(page);
    // Signed in this time: opens the existing playbook.
    await page.goto(`/onboarding?playbookTemplateId=${TEMPLATE.id}`);
    await page.waitForURL(`**/playbook-wizards/${id}`);
    await page.goto('/onboarding?playbookTemplateId=no-such-template');
    await page.waitForURL('**/playbookslist');
    await page.getByText('Playbook template not found').waitFor();
    await page.getByRole('heading', { name: 'Select a playbook to get started' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'SKIP' }).click();
    await page.waitForURL('**/workflows');
    await page.goto('/playbooklist');
    await page.waitForURL('**/playbookslist');
  });
});

describe('a wizard that doesn’t exist', () => {
  test('PB-53: says so with the server’s message and a way back, also for another person’s playbook', async () => {
    const [owner, other] = [await signUp(baseUrl), await newPlaybookPerson(baseUrl)];
    onTestFinished(() => other.close());
    const { playbookId } = await owner.api('POST /api/playbooks', { body: { playbookTemplateId: TEMPLATE.id } });
    for (const path of [`/playbook-wizards/${playbookId}`, `/playbooks/${playbookId}`]) {
      await other.page.goto(path);
      await other.page.getByText('This playbook doesn’t exist').waitFor();
    }
    await expectInOrder(other, 'playbook not there');
  });
});

describe('a step that can’t be saved', () => {
  test('PB-34, PB-44: the end waits for the other steps, and a deleted connector is no longer offered', async () => {
    const person = await newPlaybookPerson(baseUrl);
    onTestFinished(() => person.close());
    const { page, api } = person;
    const makeMindbody = () => api('POST /api/connectors/simulated', { body: { connectorTypeId: 'system-mindbody' } });
    const [{ connector: gone }] = [await makeMindbody(), await makeMindbody()];
    const id = await startPlaybook(page, TEMPLATE.name);
    const notifications = page.getByRole('region', { name: 'Notifications' });
    await page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('button', { name: /Finish/ })
      .click();
    await notifications.getByText('Finish the other steps first.').waitFor();
    await page.goto(`/playbook-wizards/${id}?step=end`);
    await continueFromStart(page);
    const offered = page.locator('main').getByRole('radio');
    await expect.poll(() => offered.count()).toBe(2);
    await page.locator(`main input[type="radio"][value="${gone.id}"]`).check({ force: true });
    await api('DELETE /api/connectors/{id}', { params: { id: gone.id } });
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await notifications.getByText('This connector was not found. Choose or create another one.').waitFor();
    await expect.poll(() => offered.count()).toBe(1);
  });

  test('PB-11, PB-53: a failure is a toast, loading stops, and nothing is lost; choices keep their names', async () => {
    const person = await newPlaybookPerson(baseUrl);
    onTestFinished(() => person.close());
    const { page } = person;
    await page.goto('/playbooks-and-templates');
    await page.route('**/api/playbooks', (route) => route.fulfill({ status: 500, json: { errors: [{ userMessage: 'Out of order' }] } }));
    await page.getByRole('button', { name: `Start ${TEMPLATE.name}` }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText('Out of order').waitFor();
    await page.unroute('**/api/playbooks');
    await startPlaybook(page, TEMPLATE.name);
    await continueFromStart(page);
    await page.getByRole('button', { name: 'Use simulated Mindbody' }).click();
    await page.locator('main').getByRole('radio', { checked: true }).waitFor({ state: 'attached' });
    await page.route('**/save', (route) => route.fulfill({ status: 503, json: { errors: [{ userMessage: 'Not at the moment' }] } }));
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText('Not at the moment').waitFor();
    await page.unroute('**/save');
    await next(page);
    await stepHeading(page, /Shopify/).waitFor();
    await useSimulated(page, 'Shopify');
    await page.getByRole('radiogroup', { name: 'Schedule' }).waitFor();
    // An unresponsive system is named, and can be asked again.
    await page.route('**/lookup-options/**', (route) =>
      route.fulfill({ status: 502, json: { errors: [{ userMessage: 'Mindbody does not answer' }] } }),
    );
    await page.reload();
    await page.getByText('Mindbody does not answer').first().waitFor();
    await expectInOrder(person, 'wizard settings, no answer');
    await page.unroute('**/lookup-options/**');
    const again = page.getByRole('button', { name: /^Retry/ });
    // A question that is read in the meantime removes its button.
    await expect
      .poll(async () => {
        await again
          .first()
          .click({ timeout: 1_000 })
          .catch(() => undefined);
        return again.count();
      })
      .toBe(0);
    await answerAll(page);
    const chosen = await chosenIn(page);
    expect(chosen.length).toBeGreaterThan(0);
    await next(page);
    // Choices keep their names while their system is silent.
    await page.route('**/lookup-options/**', (route) =>
      route.fulfill({ status: 502, json: { errors: [{ userMessage: 'Mindbody does not answer' }] } }),
    );
    await previous(page);
    await page.reload();
    await page.getByText('Mindbody does not answer').first().waitFor();
    await expect.poll(() => chosenIn(page)).toEqual(chosen);
    await page.unroute('**/lookup-options/**');
    await page.reload();
    await page.getByText('Mindbody does not answer').first().waitFor({ state: 'detached' });
    await expect.poll(() => chosenIn(page)).toEqual(chosen);
    await next(page);
    await createPlaybook(page);
  });
});
