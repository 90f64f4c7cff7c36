import type { ElementHandle, Locator, Page } from 'playwright-core';

const MOST_STOPS = 150;
const keyboardPages = new WeakSet<Page>();

/** From now on the wizard's driver uses no mouse on this page: only Tab, arrows, Enter and typing. */
export function useKeyboard(page: Page): void {
  keyboardPages.add(page);
}

export function hasKeyboardOnly(page: Page): boolean {
  return keyboardPages.has(page);
}

/** A click; by keyboard: Tab until the element has the focus, then Enter. */
export async function press(page: Page, wanted: Locator): Promise<void> {
  if (!hasKeyboardOnly(page)) return wanted.click();
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

/** Chooses an option of an open, focused list with its arrows. */
export async function takeOption(page: Page, wanted: Locator): Promise<void> {
  if (!hasKeyboardOnly(page)) return wanted.click();
  await wanted.waitFor();
  for (let step = 0; step < MOST_STOPS; step += 1) {
    const key = await wanted.evaluate(keyTowards);
    await page.keyboard.press(key);
    if (key === 'Enter') return;
  }
  throw new Error('The arrows do not lead to the option');
}

/** The key that moves a list's active option towards this one. */
function keyTowards(option: Element): 'Enter' | 'ArrowDown' | 'ArrowUp' {
  const { activeElement } = document;
  const activeId = activeElement?.getAttribute('aria-activedescendant');
  const active = activeId ? document.getElementById(activeId) : activeElement?.closest('[role="option"]');
  if (active === option) return 'Enter';
  return active && active.compareDocumentPosition(option) & Node.DOCUMENT_POSITION_PRECEDING ? 'ArrowUp' : 'ArrowDown';
}

/** Presses Tab until the element has the focus. @throws with the stops on the way if it never does, or if something covers it then */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  // An open list hides the rest of the page from screen readers, and from locators by role.
  let element = await waitForElement(wanted);
  const stops: string[] = [];
  for (let step = 0; step < MOST_STOPS; step += 1) {
    const state = await element.evaluate((one) => (one === document.activeElement ? 'focused' : one.isConnected ? 'waiting' : 'gone'));
    if (state === 'focused') return expectInSight(element, wanted);
    if (state === 'gone') element = await waitForElement(wanted);
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(nameOfFocus));
  }
  throw new Error(`Tab does not lead to ${wanted}, but to ${stops.join(', ')}`);
}

async function waitForElement(wanted: Locator): Promise<ElementHandle<Element>> {
  await wanted.waitFor({ state: 'attached' });
  return (await wanted.elementHandle()) as ElementHandle<Element>;
}

async function expectInSight(focused: ElementHandle<Element>, wanted: Locator): Promise<void> {
  const covering = await focused.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    // A native radio button is hidden below the drawn one.
    if (width < 4 || height < 4 || element.matches('input[type="radio"], input[type="checkbox"]')) return null;
    const shown = document.elementFromPoint(left + width / 2, top + height / 2);
    return shown === null || !(element.contains(shown) || shown.contains(element))
      ? (shown?.outerHTML.slice(0, 200) ?? 'the edge of the window')
      : null;
  });
  if (covering !== null) throw new Error(`${wanted} has the focus and lies under ${covering}`);
}

function nameOfFocus(): string {
  const element = document.activeElement;
  return `${element?.tagName.toLowerCase()} “${(element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim().slice(0, 40)}”`;
}
