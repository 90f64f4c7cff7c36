import type { Control, CountedPage, Spot } from './counted-page.ts';
import { type Hand, PANEL } from './hand.ts';
import { until } from './job.ts';

const MOST_TABS = 80;
/** A code editor's suggestions close with the first Escape, its field with the next one, the form with the last one. */
const MOST_ESCAPES = 4;
const FORM_CLOSES_MS = 500;
const FOCUS_ON_CANVAS: Spot = { css: '[data-flowchart]:focus, [data-flowchart] :focus' };

/** Tab where no key leads to the place, as people do who see the focus and their target. */
export function keyboardOn(page: CountedPage): Hand {
  async function tabTo(spot: Spot): Promise<void> {
    await page.see(spot);
    let focus = await page.whereFocusIs(spot);
    const key = focus === 'after' ? 'Shift+Tab' : 'Tab';
    for (let tabs = 0; focus !== 'here'; tabs += 1) {
      if (tabs === MOST_TABS) throw new Error(`${key} does not come to ${describe(spot)}.`);
      await page.press(key);
      focus = await page.whereFocusIs(spot);
    }
  }
  async function arrowTo(spot: Spot): Promise<void> {
    for (let arrows = 0; (await page.whereFocusIs(spot)) !== 'here'; arrows += 1) {
      if (arrows === MOST_TABS) throw new Error(`No arrow comes to ${describe(spot)}.`);
      await page.press('ArrowDown');
    }
  }
  async function findInMenu(target: Control, words: string): Promise<void> {
    await page.see(target);
    await page.press('Control+k');
    await page.see({ role: 'combobox', name: /^Search workflows/ });
    await page.type(words);
    await page.see({ role: 'option', name: new RegExp(`^${target.name}`), isSelected: true });
    await page.press('Enter');
  }
  async function pressWith(spot: Spot, key: string): Promise<void> {
    await tabTo(spot);
    await page.press(key);
  }
  async function closeForm(): Promise<void> {
    for (let escapes = 0; !(await page.vanishes(PANEL, escapes === 0 ? 1 : FORM_CLOSES_MS)); escapes += 1) {
      if (escapes === MOST_ESCAPES) throw new Error('Escape does not close the form.');
      await page.press('Escape');
    }
    await page.see(FOCUS_ON_CANVAS);
  }
  async function addHere(label: string): Promise<void> {
    await page.press('a');
    await page.see({ role: 'dialog', name: 'New Step' });
    await page.type(label);
    await page.press('Enter');
    await page.see({ css: 'input[name="stepId"]:focus', within: PANEL });
  }
  return {
    by: 'keyboard',
    page,
    press: (spot) => pressWith(spot, 'Enter'),
    submit: () => page.press('Enter'),
    async write(field, text) {
      await tabTo(field);
      await page.type(text);
    },
    async writeFar(field, text, words) {
      await findInMenu(field, words);
      await until('The field has the focus', async () => ((await page.whereFocusIs(field)) === 'here' ? true : null));
      await page.type(text);
    },
    tick: (box) => pressWith(box, 'Space'),
    async choose(select, option) {
      const wanted: Spot = { role: 'option', name: option };
      await pressWith(select, 'Enter');
      await page.see(wanted);
      await page.press(option.slice(0, 1));
      await arrowTo(wanted);
      await page.press('Enter');
      await page.vanishes(wanted, FORM_CLOSES_MS);
    },
    async pick(radio, group) {
      await tabTo(group);
      await arrowTo(radio);
    },
    command: findInMenu,
    async openStep(stepId) {
      await page.press('Control+f');
      await page.see({ css: '[role="search"]' });
      await page.type(stepId);
      await page.see({ role: 'option', name: new RegExp(stepId) });
      await page.press('Enter');
      await page.see({ css: `[data-card=${JSON.stringify(stepId)}]:focus, [data-card=${JSON.stringify(stepId)}] :focus` });
      await page.press('Enter');
      await page.see(PANEL);
    },
    async openGroup() {
      await closeForm();
      await page.press('ArrowDown', 'Enter');
      await page.see(PANEL);
    },
    async addStep(label) {
      await closeForm();
      await addHere(label);
    },
    async addStepToGroup(label) {
      await closeForm();
      await page.press('ArrowDown');
      await addHere(label);
    },
    testStep: () => page.press('Control+Enter'),
    async run() {
      await closeForm();
      await page.press('Control+Enter');
    },
  };
}

function describe(spot: Spot): string {
  if ('css' in spot) return spot.css;
  return 'text' in spot ? `“${spot.text}”` : `the ${spot.role} ${spot.name}`;
}
