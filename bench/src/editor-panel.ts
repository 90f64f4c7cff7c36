import { createServer, type Server } from 'node:http';
import type { WorkflowStep } from '@portage/workflow';
import type { CDPSession, Page } from 'playwright-core';
import { launchChromium, signInByHand } from './browser.ts';
import { editorSteps } from './editor-steps.ts';
import { round } from './load-client.ts';
import { countWork, readWork, spread, timeKeys } from './page-work.ts';
import type { Scenario, ScenarioContext } from './scenario.ts';
import { untilSucceeded } from './wait-for-run.ts';

const STEPS = 500;
const OPENINGS = 16;
const KEYS = 'tea, coffee and the rest of the order for Berlin';
const TESTS = 12;
const CALL_MS = 100;
/** What opening a step, or a key, leaves to do later is over by then. */
const SETTLED_MS = 700;

const ORDERS = Array.from({ length: 7_600 }, (_, at) => ({
  number: `A-${10_000 + at}`,
  customer: { name: `Customer ${at}`, city: 'Berlin' },
  lines: [{ sku: 'tea', quantity: 2 + (at % 7), price: 4.5 }],
  isPaid: at % 2 === 0,
}));
/** Just above 1 MB of JSON. */
const PAYLOAD = { lines: [{ sku: 'tea', quantity: 2 }], orders: ORDERS };

/**
 * The panel of a step among 500 whose last run began with 1 MB. bench/README.md: opens in less than 100 ms, a key takes less than 50 ms, and a
 * test takes less than 50 ms more than the call that it makes.
 */
export const editorPanel: Scenario = {
  name: 'editor-panel',
  async run({ portage, api, report }) {
    const { server, url } = await slowServer();
    const browser = await launchChromium();
    try {
      const { workflow } = await api('POST /api/workflows', { body: { name: 'Panel', steps: stepsWithCall(url) } });
      const params = { id: workflow.id };
      const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-run', { params, body: { payload: PAYLOAD } });
      await untilSucceeded(api, workflowInstanceId);
      const context = await browser.newContext({ baseURL: portage.baseUrl, viewport: { width: 1920, height: 1000 } });
      const page = await context.newPage();
      const inspector = await countWork(page);
      page.on('dialog', (dialog) => void dialog.accept());
      await signInByHand(page);
      await page.goto(`/workflows/${workflow.id}/edit`);
      await page.locator('[data-card-data]').first().waitFor();
      await page.waitForTimeout(SETTLED_MS);
      const about = { scenario: this.name, steps: STEPS, payloadKB: round(JSON.stringify(PAYLOAD).length / 1_000, 0) };
      report({ ...about, figure: 'open', ...(await openPanels(page, inspector)) });
      for (const field of ['Body', 'Description']) {
        report({ ...about, figure: 'typing', field, ...(await typeInto(page, inspector, field)) });
      }
      report({ ...about, figure: 'test', ...(await testStep(page, portage, 'ping')) });
      report({ ...about, figure: 'test after a change', ...(await testStep(page, portage, 'ping', (at) => changeDescription(page, at))) });
      report({ ...about, figure: 'test with all of the payload', ...(await testStep(page, portage, 'call')) });
    } finally {
      await browser.close();
      server.close();
    }
  },
};

/** The last two steps make a call: one sends the whole payload, the other nothing. */
function stepsWithCall(url: string): WorkflowStep[] {
  const steps = editorSteps(STEPS - 2);
  const last = steps.findLast(({ stepId, nextStepId }) => /^(script|order|loop|branch)\d/.test(stepId) && nextStepId === null);
  if (last) last.nextStepId = 'call';
  const body = '{ "note": "", "orders": $Steps["start"].Payload.orders }';
  return [
    ...steps,
    { stepId: 'call', type: 'HttpRequest', url, httpMethod: 'POST', body, nextStepId: 'ping' },
    { stepId: 'ping', type: 'HttpRequest', url },
  ];
}

/** Responds after a fixed time, once the body is there. */
async function slowServer(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => setTimeout(() => response.setHeader('content-type', 'application/json').end('{"ok":true}'), CALL_MS));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/orders` };
}

/** From a click on a card to the frame with its panel, and the page's work until then and afterwards. The first opening also loads code. */
async function openPanels(page: Page, inspector: CDPSession): Promise<Record<string, number>> {
  await page.locator('[data-flowchart]').focus();
  await page.keyboard.press('End');
  await page.waitForTimeout(SETTLED_MS);
  const openings: { shownMs: number; workMs: number; scriptMs: number; layoutMs: number; laterWorkMs: number }[] = [];
  for (let at = 0; at <= OPENINGS; at += 1) {
    const before = await readWork(inspector);
    const shownMs = await clickCard(page, at);
    const painted = await readWork(inspector);
    await page.waitForTimeout(SETTLED_MS);
    const { workMs } = await readWork(inspector);
    openings.push({
      shownMs,
      workMs: painted.workMs - before.workMs,
      scriptMs: painted.scriptMs - before.scriptMs,
      layoutMs: painted.layoutMs - before.layoutMs,
      laterWorkMs: workMs - painted.workMs,
    });
    await page.keyboard.press('Escape');
    await page.waitForTimeout(SETTLED_MS);
  }
  const [first, ...others] = openings;
  const taken = (name: 'shownMs' | 'workMs' | 'scriptMs' | 'layoutMs' | 'laterWorkMs') => others.map((opening) => opening[name]);
  return {
    openings: OPENINGS,
    firstShownMs: round(first?.shownMs ?? Number.NaN, 1),
    ...spread('shown', taken('shownMs')),
    ...spread('work', taken('workMs')),
    ...spread('script', taken('scriptMs')),
    ...spread('layout', taken('layoutMs')),
    ...spread('laterWork', taken('laterWorkMs')),
  };
}

/** Clicks on one of the visible cards. @returns the time until the frame with its panel */
function clickCard(page: Page, at: number): Promise<number> {
  return page.evaluate((number) => {
    const cards = document.querySelectorAll<HTMLElement>('[data-flowchart] [data-card] > button:first-of-type');
    return new Promise<number>((resolve) => {
      const startMs = performance.now();
      cards[number % cards.length]?.click();
      const look = () => {
        if (document.querySelector('[data-step-panel]')) setTimeout(() => resolve(performance.now() - startMs));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }, at);
}

/** From a key to the frame that shows it, and the page's work for a key with all that follows it. */
async function typeInto(page: Page, inspector: CDPSession, field: string): Promise<Record<string, number>> {
  await openStep(page, 'call');
  await page.locator('[data-step-panel]').getByRole('textbox', { name: field, exact: true }).click();
  await page.keyboard.press('Home');
  await page.waitForTimeout(SETTLED_MS);
  const takeKeys = await timeKeys(page);
  const { workMs: beforeMs } = await readWork(inspector);
  await page.keyboard.type(KEYS, { delay: 80 });
  await page.waitForTimeout(300);
  const workPerKeyMs = round(((await readWork(inspector)).workMs - beforeMs) / KEYS.length, 1);
  return { ...spread('key', await takeKeys()), workPerKeyMs };
}

/** A change is saved before the test. */
async function changeDescription(page: Page, at: number): Promise<void> {
  const description = page.locator('[data-step-panel]').getByRole('textbox', { name: 'Description', exact: true });
  await description.fill(`Change ${at}`);
}

/** From a press of Test to its result, without the time of the call itself; what the page asked for, and PostgreSQL's statements. */
async function testStep(
  page: Page,
  portage: ScenarioContext['portage'],
  stepId: string,
  prepare: (at: number) => Promise<void> = async () => {},
): Promise<Record<string, number>> {
  const database = await portage.connectDatabase();
  const statements = async () => {
    const { rows } = await database.query<{ calls: string }>(`select sum(calls) as calls from pg_stat_statements`);
    return Number(rows[0]?.calls ?? 0);
  };
  let requests = 0;
  const count = (request: { url(): string }) => {
    if (request.url().includes('/api/')) requests += 1;
  };
  await openStep(page, stepId);
  await database.query('create extension if not exists pg_stat_statements');
  const added: number[] = [];
  let counted = 0;
  let executed = 0;
  for (let at = 0; at <= TESTS; at += 1) {
    await prepare(at);
    const beforeStatements = await statements();
    requests = 0;
    page.on('request', count);
    const tookMs = await pressTest(page, at === 0 && stepId === 'call');
    await page.waitForTimeout(SETTLED_MS);
    page.off('request', count);
    if (at === 0) continue;
    added.push(tookMs - CALL_MS);
    counted += requests;
    executed += (await statements()) - beforeStatements;
  }
  await database.end();
  return {
    tests: TESTS,
    ...spread('added', added),
    requestsPerTest: round(counted / TESTS, 1),
    statementsPerTest: round(executed / TESTS, 1),
  };
}

/** Presses Test, and agrees if it asks before it really sends. @returns the time until the result is shown */
async function pressTest(page: Page, asks: boolean): Promise<number> {
  const press = page.locator('[data-step-panel]').getByRole('button', { name: 'Test step' });
  if (asks) await press.click();
  const button = asks ? page.getByRole('alertdialog').getByRole('button', { name: 'Test step' }) : press;
  return button.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const result = '[role=status][aria-label^="Result of the test"]';
        const before = document.querySelector(result);
        const startMs = performance.now();
        if (element instanceof HTMLElement) element.click();
        const look = () => {
          const shown = document.querySelector(result);
          if (shown && shown !== before) setTimeout(() => resolve(performance.now() - startMs));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
}

async function openStep(page: Page, stepId: string): Promise<void> {
  if (await page.locator(`[data-step-panel][aria-label$=": ${stepId}"]`).isVisible()) return;
  await page.locator('[data-flowchart]').focus();
  await page.keyboard.press('End');
  await page.locator(`[data-card="${stepId}"]`).waitFor();
  await page
    .locator(`[data-card="${stepId}"] > button:first-of-type`)
    .evaluate((card) => (card instanceof HTMLElement ? card.click() : undefined));
  await page.locator(`[data-step-panel][aria-label$=": ${stepId}"]`).waitFor();
}
