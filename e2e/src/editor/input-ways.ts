import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { plusAt, restingBox } from './canvas.ts';

/** A person who only has a mouse to navigate with, or only a keyboard. Both type texts. */
export interface InputWay {
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  /** @param select the select field's button */
  choose(select: Locator, option: string): Promise<void>;
  /** @param field a field that offers matches for the typed text */
  pick(field: Locator, option: string): Promise<void>;
  check(target: { box: Locator; label: Locator }): Promise<void>;
  openTab(name: string): Promise<void>;
  openStep(stepId: string): Promise<void>;
  /** Opens the New Step dialog at the start of a loop or a group, or after a step. */
  openNewStep(place: { after: string } | { startOf: string; group?: string }): Promise<void>;
  closeForm(): Promise<void>;
}

const card = (page: Page, stepId: string) => page.locator(`[data-flowchart] [data-card=${JSON.stringify(stepId)}]`);
const panel = (page: Page) => page.locator('[data-step-panel]');

export function mouseOn(page: Page): InputWay {
  return {
    press: (target) => target.click(),
    write: async (target, text) => {
      await target.click();
      await replaceText(page, text);
    },
    choose: async (select, option) => {
      await select.click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
    pick: async (field, option) => {
      await field.click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
    check: ({ label }) => label.click(),
    openTab: (name) => page.getByRole('tab', { name }).click(),
    openStep: (stepId) => clickInFlow(page, card(page, stepId)),
    openNewStep: (place) => {
      const name = 'after' in place ? `after ${place.after}` : `at the start of ${place.group ? `${place.group} of ` : ''}${place.startOf}`;
      return clickInFlow(page, plusAt(page, name));
    },
    closeForm: async () => {
      await panel(page).getByRole('button', { name: 'Close', exact: true }).click();
      await panel(page).waitFor({ state: 'detached' });
    },
  };
}

/** Shows the whole flow, to which the canvas glides, and clicks there. */
async function clickInFlow(page: Page, target: Locator): Promise<void> {
  await page.getByRole('button', { name: 'Fit to view' }).click();
  await restingBox(target);
  await target.click();
}

/** @throws if Tab never reaches the requested element */
export function keyboardOn(page: Page): InputWay {
  const key = (name: string) => page.keyboard.press(name);
  const tabTo = async (target: Locator) => {
    await target.waitFor();
    const start = await target.evaluate(whereFocusIs);
    if (start === 'here') return;
    // A person sees the focus and its target, and tabs in the right direction.
    const step = start === 'after' ? 'Shift+Tab' : 'Tab';
    for (let times = 0; times < 60; times += 1) {
      await key(step);
      if ((await target.evaluate(whereFocusIs)) === 'here') return;
    }
    throw new Error(`${step} does not come to ${target}.`);
  };
  const goToCard = async (stepId: string) => {
    await key('Control+f');
    await page.getByRole('search').waitFor();
    await page.keyboard.type(stepId);
    await page.getByRole('option').first().waitFor();
    await key('Enter');
    await page.waitForFunction((name) => document.activeElement?.closest('[data-card]')?.getAttribute('data-card') === name, stepId);
  };
  return {
    press: async (target) => {
      await tabTo(target);
      await key('Enter');
    },
    write: async (target, text) => {
      await tabTo(target);
      await replaceText(page, text);
    },
    choose: async (select, option) => {
      await tabTo(select);
      await key('Enter');
      await page.getByRole('option', { name: option, exact: true }).waitFor();
      await page.keyboard.type(option);
      await key('Enter');
      await page.getByRole('option').first().waitFor({ state: 'detached' });
    },
    pick: async (field, option) => {
      await tabTo(field);
      const found = page.getByRole('option', { name: option, exact: true });
      // A slow typist sees it before the last letter.
      await page.keyboard.type(option.slice(0, -1));
      await found.waitFor();
      await page.keyboard.type(option.slice(-1));
      await found.waitFor();
      await key('ArrowDown');
      await key('Enter');
      await page.getByRole('option').first().waitFor({ state: 'detached' });
    },
    check: async ({ box }) => {
      await tabTo(box);
      await key('Space');
    },
    openTab: async (name) => {
      await tabTo(page.getByRole('tab', { selected: true }));
      const tab = page.getByRole('tab', { name });
      // The focus moves with the key, the selection after it.
      for (let times = 0; times < 8 && (await tab.evaluate(whereFocusIs)) !== 'here'; times += 1) await key('ArrowRight');
      await page.getByRole('tab', { name, selected: true }).waitFor();
    },
    openStep: async (stepId) => {
      await goToCard(stepId);
      await key('Enter');
    },
    openNewStep: async (place) => {
      await goToCard('after' in place ? place.after : place.startOf);
      if (!('after' in place)) await key(place.group ? 'ArrowDown' : 'ArrowRight');
      await key('a');
    },
    closeForm: async () => {
      // In a script, the first Escape closes the suggestions, the next one leaves the editor.
      const leave = async () => {
        const open = await panel(page).count();
        if (open > 0) await key('Escape');
        return open;
      };
      await expect.poll(leave, { interval: 200 }).toBe(0);
    },
  };
}

function whereFocusIs(target: Element): 'here' | 'before' | 'after' {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'before';
  if (target === focused || target.contains(focused)) return 'here';
  return target.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING ? 'after' : 'before';
}

/** Pasted rather than typed: an editor adds closing brackets to typed text. */
async function replaceText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}
