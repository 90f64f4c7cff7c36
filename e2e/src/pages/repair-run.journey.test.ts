import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CountingServer, startCountingServer } from '../api/counting-server.ts';
import { alertMailsTo } from '../api/outbox.ts';
import { activeWebhook, postWebhook, waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { accessibilityProblems } from '../browser/accessibility.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { restingBox } from '../editor/canvas.ts';
import { stepCard } from '../editor/new-person-editor.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

describe('from a failed run to a finished one', () => {
  const baseUrl = sharedBaseUrl();
  let outside: CountingServer;
  let open: OpenBrowser;
  let person: Awaited<ReturnType<typeof signUp>>;
  let workflowId: string;
  let webhookUrl: string;
  let runId: string;

  beforeAll(async () => {
    outside = await startCountingServer();
    person = await signUp(baseUrl);
    const call = (stepId: string, path: string) => ({
      stepId,
      type: 'HttpRequest',
      httpMethod: 'POST',
      url: outside.url + path,
      body: '{}',
    });
    ({ workflowId, webhookUrl } = await activeWebhook(person.api, 'Orders to the warehouse', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'reserve' },
      { ...call('reserve', '/reserve'), nextStepId: 'ship' },
      call('ship', '/status/422'),
    ]));
    runId = await postWebhook(webhookUrl, { order: 'A-1001' });
    await waitForRun(person.api, runId);
    open = await launchBrowser(baseUrl);
    await signInAs(open.page, person);
  });
  afterAll(async () => {
    await open?.close();
    await outside.close();
  });

  test('an e-mail leads to the repaired and finished run in at most four clicks; finished steps aren’t repeated', async () => {
    const { page } = open;
    await expect.poll(() => alertMailsTo(baseUrl, person.email)).toHaveLength(1);
    const [mail] = await alertMailsTo(baseUrl, person.email);
    const link = /https?:\/\/\S+\/run-history\/\S+\/view/.exec(mail?.text ?? '')?.[0] ?? '';
    const clicks = clickCounter();
    clicks.count += 1;
    await page.goto(new URL(link).pathname);
    await clicks.click(page.getByRole('link', { name: 'Fix this step' }));
    const panel = page.locator('[data-step-panel]');
    await panel.getByText('This step failed').waitFor();
    await panel.getByText('When it failed').waitFor();
    await expect.poll(() => panel.getByText('/status/422').count()).toBeGreaterThan(0);
    await clicks.click(panel.getByRole('textbox', { name: 'URL', exact: true }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(`${outside.url}/ship`);
    await clicks.click(page.getByRole('button', { name: 'Publish and re-run' }));
    await page.waitForURL(`**/run-history/${runId}/view`);
    await waitForRun(person.api, runId, ({ status }) => status === 'Succeeded');
    await page.getByText('Succeeded').first().waitFor();
    expect(clicks.count).toBeLessThanOrEqual(4);
    const paths = outside.calls.map(({ path }) => path);
    expect(paths).toEqual(['/reserve', '/status/422', '/ship']);
    expect((await person.api('GET /api/workflows/{id}', { params: { id: workflowId } })).workflow.isActive).toBe(true);
    expect(open.problems).toEqual([]);
  });

  test('a failed step far down the flow is visible next to its form', async () => {
    const { page } = open;
    const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    const { webhookUrl: long } = await activeWebhook(person.api, 'A long way', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'one' },
      ...names.map((stepId, at) => ({ stepId, type: 'CustomScript' as const, script: 'return 1', nextStepId: names[at + 1] ?? 'last' })),
      { stepId: 'last', type: 'CustomScript', script: 'throw new Error("No")' },
    ]);
    const failedId = await postWebhook(long, {});
    await waitForRun(person.api, failedId);
    await page.goto(`/run-history/${failedId}/view`);
    await page.getByRole('link', { name: 'Fix this step' }).click();
    await page.locator('[data-step-panel]').getByText('This step failed').waitFor();
    const [canvas, card] = [await page.locator('[data-flowchart]').boundingBox(), await restingBox(stepCard(page, 'last'))];
    expect(card.y + card.height).toBeLessThanOrEqual((canvas?.y ?? 0) + (canvas?.height ?? 0));
  });

  test('the run lists its attempts: when and why the first failed, and who continued it', async () => {
    const { page } = open;
    await page.goto(`/run-history/${runId}/view`);
    const attempts = page.getByRole('list', { name: 'Attempts', exact: true });
    await attempts.getByText('The server responded with 422').waitFor();
    await attempts.getByText(`by ${person.email}`).waitFor();
    await attempts.getByRole('link', { name: 'ship' }).click();
    await page.getByRole('button', { name: 'Show data of attempt 1' }).click();
    await page.getByRole('list', { name: 'Earlier attempts' }).getByText('/status/422').first().waitFor();
  });

  test('Run History shows why a run failed, how long it took and what started it; many are re-run and cancelled together', async () => {
    const { page } = open;
    const { workflowId: brokenId, webhookUrl: broken } = await activeWebhook(person.api, 'Broken orders', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'check' },
      { stepId: 'check', type: 'CustomScript', script: 'throw new Error("No stock")' },
    ]);
    const runIds = await Promise.all([1, 2, 3].map((order) => postWebhook(broken, { order })));
    for (const id of runIds) await waitForRun(person.api, id);
    await expect.poll(async () => (await failedRuns(brokenId)).totalCount).toBe(3);
    await page.goto(`/run-history?workflowId=${brokenId}&status=Failed`);
    await page
      .getByText(/check: .*No stock/)
      .first()
      .waitFor();
    await page
      .getByText(/took .* · webhook/)
      .first()
      .waitFor();

    // By keyboard only.
    await page.getByRole('button', { name: 'All that match' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Re-run all failed runs that match…' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Re-run 3 runs?').waitFor();
    await dialog.getByRole('button', { name: 'Re-run 3 runs' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Re-running 3 runs is finished').waitFor();
    await page.getByText('3 continued').waitFor();
    for (const id of runIds) {
      const run = await waitForRun(person.api, id);
      expect(run).toMatchObject({ status: 'Failed', continuedAt: expect.any(String) });
      const { attempts } = await person.api('GET /api/workflows/instances/{id}/attempts', { params: { id } });
      expect(attempts).toHaveLength(1);
    }
    await page.reload();
    await page.getByRole('button', { name: /^Close: Re-running 3 runs/ }).click();
    await page.getByText('Re-running 3 runs is finished').waitFor({ state: 'detached' });

    const slow = await activeWebhook(person.api, 'Slow orders', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'wait' },
      { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' },
    ]);
    // The list is open before the runs start, and shows them without a reload.
    await page.goto(`/run-history?workflowId=${slow.workflowId}`);
    await page.getByText('Nothing matches the search').waitFor();
    const waiting = await Promise.all([1, 2].map((order) => postWebhook(slow.webhookUrl, { order })));
    for (const id of waiting) await waitForRun(person.api, id, ({ status }) => status === 'Delayed');
    const all = page.getByText('Select all on this page');
    await all.waitFor();
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .getByRole('checkbox', { name: /^Select/ })
          .count(),
      )
      .toBe(3);
    await all.click();
    await page.getByRole('button', { name: 'Cancel 2 runs' }).click();
    await dialog.getByRole('button', { name: 'Cancel 2 runs' }).click();
    await page.getByText('2 cancelled').waitFor();
    for (const id of waiting) expect((await waitForRun(person.api, id)).status).toBe('Cancelled');
    expect(open.problems).toEqual([]);
  });

  test('Last Run re-runs a failed run in place, and links to the failed step', async () => {
    const { page } = open;
    const { workflowId: id, webhookUrl: failingUrl } = await activeWebhook(person.api, 'Failing orders', failing());
    const failedId = await postWebhook(failingUrl, {});
    await waitForRun(person.api, failedId);
    await page.goto(`/workflows/${id}/edit?tab=Last+Run&workflowInstanceId=${failedId}`);
    const run = page.getByRole('group', { name: 'The run' });
    await run.getByRole('button', { name: 'Re-run', disabled: false }).press('Enter');
    // The page's reread arrives late: a person who has moved on in the meantime stays where they went.
    const { promise: mayBeRead, resolve: letRead } = Promise.withResolvers<void>();
    await page.route('**/overview', async (route) => {
      await mayBeRead;
      await route.continue();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Re-run', disabled: false }).press('Enter');
    const attempts = async () => (await person.api('GET /api/workflows/instances/{id}/attempts', { params: { id: failedId } })).attempts;
    await expect.poll(attempts).toHaveLength(1);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitForRun(person.api, failedId);
    // The link disappears while the run continues.
    await run.getByText('Continued at').waitFor();
    await run.getByText('Failed', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/workflows/${id}/edit`);
    await page.getByRole('link', { name: 'Fix this step' }).press('Enter');
    await page.waitForURL('**/edit?repairRun=*');
    letRead();
    await page.getByText('This step failed').waitFor();
    await page.unroute('**/overview');

    // The repaired run is also shown before everything was reread.
    const { promise: mayBeReadAgain, resolve: letReadAgain } = Promise.withResolvers<void>();
    await page.route('**/overview', async (route) => {
      await mayBeReadAgain;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Re-run from here', disabled: false }).press('Enter');
    await page.waitForURL(`**/run-history/${failedId}/view`);
    letReadAgain();
    await page.getByRole('list', { name: 'Attempts', exact: true }).waitFor();
    await page.unroute('**/overview');
    expect(open.problems).toEqual([]);
  });

  test('a run is found by a tag that its workflow defines; its failure starts another workflow', async () => {
    const { page } = open;
    const { api } = person;
    const handler = await activeWebhook(api, 'Tell the team', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'tell' },
      { stepId: 'tell', type: 'HttpRequest', httpMethod: 'POST', url: `${outside.url}/tell`, body: '${$Steps["start"].Payload}' },
    ]);
    const { workflow } = await api('POST /api/workflows', { body: { name: 'Tagged orders', steps: failing() as never } });
    await page.goto(`/workflows/${workflow.id}/edit`);
    await page.getByRole('button', { name: /^Trigger start, step 1/ }).click();
    await page.getByRole('button', { name: 'Add run tag' }).click();
    await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('Order');
    await page.getByRole('textbox', { name: 'Value', exact: true }).fill('$Steps["start"].Payload.order');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Workflow Saved').waitFor();
    await page.getByRole('button', { name: 'Edit name, description and logging' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'On failure, start' }).fill('Tell');
    await page.getByRole('option', { name: 'Tell the team' }).click();
    await dialog.getByRole('button', { name: 'Update' }).click();
    await page.getByText('Updated').first().waitFor();

    await api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
    const { webhookUrl: tagged } = await api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflow.id } });
    const failedId = await postWebhook(tagged, { order: 'T-2001' });
    await waitForRun(api, failedId);
    const told = () => outside.calls.filter(({ path }) => path === '/tell').map(({ body }) => JSON.parse(body));
    await expect.poll(told).toMatchObject([
      {
        workflow: { name: 'Tagged orders' },
        run: { id: failedId, tags: { Order: 'T-2001' } },
        step: 'ship',
        payload: { order: 'T-2001' },
      },
    ]);
    await page.goto('/run-history');
    await page.getByRole('textbox', { name: 'Contains', exact: true }).fill('t-20');
    // The handler's run carried the order, too, without a tag.
    await page.getByText('Order: T-2001', { exact: true }).waitFor();
    await page.goto(`/run-history?workflowId=${handler.workflowId}`);
    await page.getByText(/another run failed/).waitFor();
    expect(open.problems).toEqual([]);
  });

  test('an error path is drawn by keyboard, runs if its step fails, and the run continues', async () => {
    const { page } = open;
    const { api } = person;
    const { workflow } = await api('POST /api/workflows', { body: { name: 'Guarded orders', steps: failing() as never } });
    await page.goto(`/workflows/${workflow.id}/edit`);
    await page.getByRole('button', { name: /ship, step 2/ }).click();
    await page.getByRole('checkbox', { name: 'Error path' }).focus();
    await page.keyboard.press('Space');
    const pill = page.getByRole('button', { name: 'On error: error path of ship' });
    await pill.waitFor();
    expect(await page.getByRole('checkbox', { name: 'Continue on error' }).isDisabled()).toBe(true);
    await pill.focus();
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name: 'Delay Step', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Delay', exact: true }).fill('1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Workflow Saved').waitFor();
    await settled(page, 'error-path-editor');
    const { steps } = (await api('GET /api/workflows/{id}', { params: { id: workflow.id } })).workflow;
    expect(steps.find(({ stepId }) => stepId === 'ship')).toMatchObject({ useErrorPath: true, errorFirstStepId: expect.any(String) });
    await api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
    const { webhookUrl: guarded } = await api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflow.id } });
    const guardedId = await postWebhook(guarded, {});
    expect(await waitForRun(api, guardedId)).toMatchObject({ status: 'Succeeded', failedSteps: 1, stepCount: 3 });
    await page.goto(`/run-history/${guardedId}/view`);
    await page.getByText('1 failure, continued').waitFor();
    await page.goto(`/workflows/${workflow.id}/edit?tab=Last+Run&workflowInstanceId=${guardedId}`);
    await pill.waitFor();
    await settled(page, 'error-path-last-run');
    expect(open.problems).toEqual([]);
  });

  test('a step that failed in a loop is tested with the failed item', async () => {
    const { page } = open;
    const { webhookUrl: listed, workflowId: listedId } = await activeWebhook(person.api, 'Order lines', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'each line' },
      { stepId: 'each line', type: 'Loop', listContextDataEntityName: '$Steps["start"].Payload.lines', loopFirstStepId: 'ship' },
      { stepId: 'ship', type: 'HttpRequest', httpMethod: 'POST', url: `${outside.url}/status/\${Steps["each line"].CurrentItem.status}` },
    ]);
    const failedId = await postWebhook(listed, { lines: [{ status: 200 }, { status: 422 }, { status: 200 }] });
    await waitForRun(person.api, failedId);
    await page.goto(`/workflows/${listedId}/edit?repairRun=${failedId}`);
    await page.getByText('This step failed').waitFor();
    await page.getByRole('tab', { name: 'In', exact: true }).click();
    await page.getByRole('button', { name: 'Edit values' }).click();
    const given = page.getByRole('textbox', { name: 'Values from other steps' });
    await expect
      .poll(async () => JSON.parse((await given.inputValue()) || '{}'))
      .toEqual({ 'each line': { CurrentItem: { status: 422 }, CurrentIndex: 1 } });
    expect(open.problems).toEqual([]);
  });

  test('the cards and the form show the repaired run, not a newer one; another run can be chosen', async () => {
    const { page } = open;
    const { webhookUrl: answered, workflowId: id } = await activeWebhook(person.api, 'Answered orders', [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'ship' },
      { stepId: 'ship', type: 'HttpRequest', httpMethod: 'POST', url: `${outside.url}/status/\${Steps["start"].Payload.status}` },
    ]);
    const failedId = await postWebhook(answered, { status: 422 });
    await waitForRun(person.api, failedId);
    const newest = await postWebhook(answered, { status: 201 });
    await waitForRun(person.api, newest);
    const newestListed = () => person.api('GET /api/workflows/{id}/last-instance', { params: { id } });
    await expect.poll(async () => (await newestListed()).workflowInstance?.id).toBe(newest);
    const dataOfShip = stepCard(page, 'ship').locator('[data-card-data]');

    await page.goto(`/workflows/${id}/edit?repairRun=${failedId}`);
    await page.getByText('This step failed').waitFor();
    await dataOfShip.getByText('422').waitFor();
    await page.getByRole('tab', { name: 'Out', exact: true }).click();
    await page.getByRole('button', { name: /Data from/ }).click();
    await page.getByRole('option', { name: 'Last run' }).click();
    await dataOfShip.getByText('201').waitFor();
    expect(open.problems).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('everything is accessible, %s, wide and narrow', async (theme) => {
    const { page } = open;
    const failedId = await postWebhook((await activeWebhook(person.api, `Repair ${theme}`, failing())).webhookUrl, {});
    await waitForRun(person.api, failedId);
    await page.emulateMedia({ colorScheme: theme });
    const { workflowId: ofRun } = (await person.api('GET /api/workflows/instances/{id}', { params: { id: failedId } })).workflowInstance;
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/workflows/${ofRun}/edit?repairRun=${failedId}`);
      await page.getByText('This step failed').waitFor();
      await settled(page, `repair-editor-${theme}-${width}`);
      await page.goto(`/run-history/${runId}/view`);
      await page.getByRole('list', { name: 'Attempts', exact: true }).waitFor();
      await settled(page, `repair-run-${theme}-${width}`);
      await page.goto('/run-history');
      await page.getByText('Select all on this page').waitFor();
      await settled(page, `repair-history-${theme}-${width}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  function failing() {
    return [
      { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'ship' },
      { stepId: 'ship', type: 'HttpRequest', httpMethod: 'POST', url: `${outside.url}/status/422`, body: '{"order": 1}' },
    ];
  }

  function failedRuns(id: string) {
    return person.api('GET /api/workflows/find-instances', { query: { workflowId: id, workflowInstanceStatus: 'Failed' } });
  }
});

function clickCounter() {
  const counter = {
    count: 0,
    async click(target: Locator) {
      await target.click();
      counter.count += 1;
    },
  };
  return counter;
}

/** Checks the page, and saves a picture of it if a folder is named. */
async function settled(page: Page, name: string): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  const folder = process.env.PORTAGE_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
