import type { CDPSession, Page } from 'playwright-core';
import { launchChromium, signInByHand } from './browser.ts';
import { editorSteps } from './editor-steps.ts';
import { percentile, round } from './load-client.ts';
import { countWork, readWork, spread, timeKeys } from './page-work.ts';
import type { Scenario } from './scenario.ts';
import { untilSucceeded } from './wait-for-run.ts';

const REPEATS = 3;
const MOVES = 60;
const PAYLOAD = { lines: [{ sku: 'tea', quantity: 2 }] };
const KEYS = 'a description of some length, typed as people type';

/** The editor with 500 steps. bench/README.md: opens in less than 1 s, pans and zooms at 60 frames/s, a key takes less than 50 ms. */
export const editor500: Scenario = editorScenario('editor-500', 500);

/** The editor with 1,000 steps. bench/README.md: at least 45 frames/s. */
export const editor1000: Scenario = editorScenario('editor-1000', 1_000);

/** The editor with the most steps that a workflow may have. bench/README.md: pans and zooms at 60 frames/s. */
export const editor2000: Scenario = editorScenario('editor-2000', 2_000);

function editorScenario(name: string, count: number): Scenario {
  return {
    name,
    async run({ portage, api, report }) {
      const workflowName = `${count} steps`;
      const { workflow } = await api('POST /api/workflows', { body: { name: workflowName, steps: editorSteps(count) } });
      // Cards show their steps' results from the last run.
      const params = { id: workflow.id };
      const { workflowInstanceId } = await api('POST /api/workflows/{id}/test-run', { params, body: { payload: PAYLOAD } });
      await untilSucceeded(api, workflowInstanceId);
      const browser = await launchChromium();
      try {
        const context = await browser.newContext({ baseURL: portage.baseUrl, viewport: { width: 1440, height: 900 } });
        const page = await context.newPage();
        const inspector = await countWork(page);
        // Discards typed text without asking on the way to the next measurement.
        page.on('dialog', (dialog) => void dialog.accept());
        await signInByHand(page);
        for (let repeat = 0; repeat < REPEATS; repeat++) {
          report({ scenario: name, steps: count, repeat, ...(await measure(page, inspector, workflow.id)) });
        }
      } finally {
        await browser.close();
      }
    },
  };
}

async function measure(page: Page, inspector: CDPSession, workflowId: string) {
  const openMs = await measurePaintMs(page, async () => {
    await page.goto(`/workflows/${workflowId}/edit`);
  });
  const { workMs: openWorkMs } = await readWork(inspector);
  // The state of a person who comes from the list: the page is loaded, the editor isn't.
  await page.goto('/workflows');
  await page.getByRole('table').waitFor();
  const fromListMs = await measurePaintMs(page, async () => {
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, `/workflows/${workflowId}/edit`);
  });
  await page.locator('[data-card-data]').first().waitFor();
  await page.waitForTimeout(1_500);
  await startFrames(page);
  const still = await takeFrames(page, inspector, () => page.waitForTimeout(1_000));
  await page.mouse.move(900, 520);
  const pan = await takeFrames(page, inspector, () => wheel(page, 10, 40));
  await page.keyboard.down('Control');
  const zoom = await takeFrames(page, inspector, () => wheel(page, 0, 60));
  await page.keyboard.up('Control');
  await page.getByRole('button', { name: 'Fit to view' }).click();
  await page.waitForTimeout(800);
  await page.mouse.move(900, 520);
  const panFar = await takeFrames(page, inspector, () => wheel(page, 10, 40));
  return {
    openMs: round(openMs, 0),
    openWorkMs: round(openWorkMs, 0),
    fromListMs: round(fromListMs, 0),
    stillFps: still.fps,
    panFps: pan.fps,
    panP95FrameMs: pan.p95,
    panFrameWorkMs: pan.workMs,
    zoomFps: zoom.fps,
    zoomP95FrameMs: zoom.p95,
    zoomFrameWorkMs: zoom.workMs,
    panFarFps: panFar.fps,
    panFarFrameWorkMs: panFar.workMs,
    ...(await typing(page)),
  };
}

/** Time until the flow's first card has been painted. */
async function measurePaintMs(page: Page, go: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await go();
  await page.locator('[data-card="start"]').waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return performance.now() - startMs;
}

interface Frames {
  fps: number;
  p95: number;
  /** The page's own work per frame: on a busy machine this is the meaningful figure, and 16.6 ms is the budget. */
  workMs: number;
}

async function startFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { portageFrames: frames });
    let last = performance.now();
    const next = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

async function takeFrames(page: Page, inspector: CDPSession, act: () => Promise<void>): Promise<Frames> {
  const take = () => page.evaluate(() => (window as unknown as { portageFrames: number[] }).portageFrames.splice(0));
  await take();
  const { workMs: beforeMs } = await readWork(inspector);
  await act();
  const spentMs = (await readWork(inspector)).workMs - beforeMs;
  const frames = (await take()).slice(1).sort((a, b) => a - b);
  const sum = frames.reduce((all, one) => all + one, 0);
  return {
    fps: round((1000 * frames.length) / sum, 1),
    p95: round(percentile(frames, 0.95), 1),
    workMs: round(spentMs / frames.length, 1),
  };
}

/** Scrolls there and back. */
async function wheel(page: Page, x: number, y: number): Promise<void> {
  for (let at = 0; at < MOVES; at++) {
    const sign = at < MOVES / 2 ? 1 : -1;
    await page.mouse.wheel(sign * x, sign * y);
    await page.waitForTimeout(16);
  }
}

/** From a key press to the frame that shows it, in a step's form. */
async function typing(page: Page) {
  await page.locator('[data-flowchart]').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const field = page.locator('[data-step-panel]').getByRole('textbox', { name: 'Description' });
  await field.click();
  const takeKeys = await timeKeys(page);
  await page.keyboard.type(KEYS, { delay: 60 });
  await page.waitForTimeout(300);
  const keys = await takeKeys();
  await page.keyboard.press('Control+s');
  await page.getByText(/^(Saved|Autosaved) /).waitFor();
  return spread('key', keys);
}
