import type { CountedPage } from './counted-page.ts';
import { button, cardOf, type Hand, PANEL } from './hand.ts';

export function mouseOn(page: CountedPage): Hand {
  const press: Hand['press'] = (spot) => page.click(spot);
  async function addStep(label: string): Promise<void> {
    await page.click({ role: 'button', name: label, within: { role: 'navigation', name: 'Steps to add' } });
    await page.see(PANEL);
  }
  return {
    by: 'mouse',
    page,
    press,
    submit: press,
    write: (field, text) => page.fill(field, text),
    writeFar: (field, text) => page.fill(field, text),
    tick: press,
    async choose(select, option) {
      await page.click(select);
      await page.click({ role: 'option', name: option });
    },
    pick: press,
    command: press,
    openStep: (stepId) => page.click(cardOf(stepId)),
    openGroup: (name) => page.click({ css: `[data-pill=${JSON.stringify(name)}]` }),
    addStep,
    // The palette adds where the last click on the canvas was.
    addStepToGroup: addStep,
    testStep: () => page.click(button('Test step')),
    run: () => page.click(button('Run')),
  };
}
