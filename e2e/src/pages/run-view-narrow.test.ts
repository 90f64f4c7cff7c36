import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const LEAST_TRACK_PX = 120;

/** A run viewed on a phone (spec RUN-10). */
describe('the run view at 400 px', () => {
  let opened: OpenBrowser;

  beforeAll(async () => {
    const person = await signUp(sharedBaseUrl());
    const steps = [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'a step with a rather long name' },
      { stepId: 'a step with a rather long name', type: 'CustomScript', script: 'return 1', nextStepId: 'wait' },
      { stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Seconds' },
    ];
    const { workflow } = await person.api('POST /api/workflows', { body: { name: 'Orders', steps: steps as never } });
    const { workflowInstanceId } = await person.api('POST /api/workflows/{id}/test-run', { params: { id: workflow.id }, body: {} });
    await waitForRun(person.api, workflowInstanceId);
    opened = await launchBrowser(sharedBaseUrl(), { width: 400, height: 800 });
    await signInAs(opened.page, person);
    await opened.page.goto(`/run-history/${workflowInstanceId}/view`);
  });
  afterAll(() => opened.close());

  test('bars have room, one below the other, and the scale’s labels don’t overlap', async () => {
    const bars = opened.page.locator('[data-track]');
    await bars.first().waitFor();
    expect(await bars.count()).toBe(3);
    const boxes = await Promise.all((await bars.all()).map((bar) => bar.boundingBox()));
    for (const box of boxes) expect(box?.width).toBeGreaterThan(LEAST_TRACK_PX);
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(3);
    const words = await opened.page
      .locator('[data-tick]')
      .evaluateAll((ticks) => ticks.map((tick) => tick.getBoundingClientRect()).filter(({ width }) => width > 0));
    expect(words.length).toBeGreaterThan(1);
    for (const [index, { left }] of words.entries()) if (index > 0) expect(left).toBeGreaterThan(words[index - 1]?.right ?? 0);
    expect(await opened.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
});
