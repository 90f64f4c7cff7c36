import type { Locator, Page } from 'playwright-core';

/** What a person points at: an element by its role and name, or by its text; by a selector if it has neither. */
export type Spot =
  | { role: Role; name: string | RegExp; isSelected?: true; within?: Spot }
  | { text: string | RegExp; within?: Spot }
  | { css: string; within?: Spot };

/** A button or a field by its whole name. */
export interface Control {
  role: Role;
  name: string;
}

type Role = Parameters<Page['getByRole']>[0];

export interface Counts {
  clicks: number;
  fields: number;
  keys: number;
}

/** All that a job gets of its page: each action counts, and only looking is free. */
export interface CountedPage {
  counts(): Counts;
  click(spot: Spot, button?: 'left' | 'right'): Promise<void>;
  /** Clicks into a field and replaces its text: one field. */
  fill(spot: Spot, text: string): Promise<void>;
  /** Replaces the text of the field with the focus: one field. */
  type(text: string): Promise<void>;
  /** Each name is one key, with the keys held meanwhile: `Control+k`. */
  press(...keys: string[]): Promise<void>;
  /** Waits until it is visible. */
  see(spot: Spot): Promise<void>;
  /** @returns whether it disappears in time */
  vanishes(spot: Spot, withinMs: number): Promise<boolean>;
  /** Compared with a spot, in reading order. */
  whereFocusIs(spot: Spot): Promise<'here' | 'before' | 'after'>;
  waitForAddress(pattern: RegExp): Promise<URL>;
}

export function countActions(page: Page): CountedPage {
  const counts: Counts = { clicks: 0, fields: 0, keys: 0 };
  return {
    counts: () => ({ ...counts }),
    async click(spot, button = 'left') {
      await clickOn(page, spot, button);
      counts.clicks += 1;
    },
    async fill(spot, text) {
      await clickOn(page, spot, 'left');
      await replaceText(page, text);
      counts.fields += 1;
    },
    async type(text) {
      await replaceText(page, text);
      counts.fields += 1;
    },
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
      counts.keys += keys.length;
    },
    see: (spot) => find(page, spot).first().waitFor(),
    vanishes: (spot, withinMs) =>
      find(page, spot)
        .first()
        .waitFor({ state: 'detached', timeout: withinMs })
        .then(
          () => true,
          () => false,
        ),
    whereFocusIs: (spot) => find(page, spot).evaluate(compareFocus),
    async waitForAddress(pattern) {
      await page.waitForURL(pattern);
      return new URL(page.url());
    },
  };
}

function find(page: Page, spot: Spot): Locator {
  const scope = spot.within ? find(page, spot.within) : page;
  if ('css' in spot) return scope.locator(spot.css).first();
  if ('text' in spot) return scope.getByText(spot.text, { exact: true });
  return scope.getByRole(spot.role, { name: spot.name, exact: true, ...(spot.isSelected && { selected: true }) });
}

/** The input of a switch, a checkbox or a radio button is hidden below what a person sees of it. */
async function clickOn(page: Page, spot: Spot, button: 'left' | 'right'): Promise<void> {
  const isBelow = 'role' in spot && ['switch', 'checkbox', 'radio'].includes(spot.role);
  await find(page, spot).click({ button, force: isBelow });
}

/** Pasted rather than typed: an editor adds closing brackets to typed text. A time has no text to replace. */
async function replaceText(page: Page, text: string): Promise<void> {
  const focused = page.locator(':focus');
  if (await focused.evaluate((element) => element.matches('input[type="time"]'))) return focused.fill(text);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

function compareFocus(target: Element): 'here' | 'before' | 'after' {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'before';
  if (target.contains(focused)) return 'here';
  return target.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING ? 'after' : 'before';
}
