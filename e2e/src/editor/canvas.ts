import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { flowText } from './flow-text.ts';

/** The plus at a position: `after tell`, `at the start of each`, `at the start of Yes of route`. */
export function plusAt(page: Page, place: string): Locator {
  return page.getByRole('button', { name: `Add a step ${place}`, exact: true });
}

/** A highlighted drop position. */
export function dropAt(page: Page, place: string): Locator {
  return page.getByRole('button', { name: `Put it ${place}`, exact: true });
}

/** Presses an element and drags it to another position, in small moves like a hand; `letGo: false` keeps holding it. */
export async function drag(page: Page, from: Locator, to: () => Locator, { letGo = true, keys = [] as string[] } = {}): Promise<void> {
  const start = await getCenter(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y + 8, { steps: 3 });
  for (const key of keys) await page.keyboard.down(key);
  await carryOver(page, to());
  if (letGo) await page.mouse.up();
  for (const key of keys) await page.keyboard.up(key);
}

/** Waits until the position shows that it accepts the drop: the canvas may still glide, and the pointer follows it. */
async function carryOver(page: Page, place: Locator): Promise<void> {
  const hover = async () => {
    const { x, y } = await getCenter(place);
    await page.mouse.move(x, y, { steps: 6 });
    return place.getAttribute('data-drop');
  };
  // Also drags a card to positions that refuse it.
  await expect.poll(hover, { interval: 100, message: `the drop at ${place}` }).toBeOneOf([null, 'target']);
}

/** The box of an element once it stops moving: the canvas glides to its first position. */
export async function restingBox(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let last: Awaited<ReturnType<Locator['boundingBox']>> = null;
  return vi.waitFor(
    async () => {
      const before = last;
      last = await locator.boundingBox();
      if (!last || JSON.stringify(last) !== JSON.stringify(before)) throw new Error(`Still moving: ${locator}`);
      return last;
    },
    { timeout: 60_000, interval: 100 },
  );
}

async function getCenter(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`Not to be seen: ${locator}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function closeForm(page: Page): Promise<void> {
  const panel = page.locator('[data-step-panel]');
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await panel.waitFor({ state: 'detached' });
}

/** Saves with the keyboard and returns the flow that the server then has. */
export async function savedFlow(page: Page, api: Client<Calls>, workflowId: string): Promise<string> {
  const saved = page.getByText(/^(Saved|Autosaved) \d\d:\d\d:\d\d$/);
  await page.keyboard.press('Control+s');
  await saved.waitFor();
  const { workflow } = await api('GET /api/workflows/{id}', { params: { id: workflowId } });
  return flowText(workflow.steps);
}

export function focusedName(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null);
}
