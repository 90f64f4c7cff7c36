import type { Control, CountedPage, Spot } from './counted-page.ts';

/** A person who has only a mouse to get around, or only a keyboard. Both type texts. */
export interface Hand {
  by: 'mouse' | 'keyboard';
  /** For what the two do differently; its actions count, too. */
  page: CountedPage;
  press(spot: Spot): Promise<void>;
  /** Presses a form's button; Enter in a field does the same. */
  submit(button: Spot): Promise<void>;
  write(field: Spot, text: string): Promise<void>;
  /** @param words find the field in the command menu, for a keyboard that has a long way to it */
  writeFar(field: Control, text: string, words: string): Promise<void>;
  tick(box: Spot): Promise<void>;
  /** @param select the button of a field with a list of choices */
  choose(select: Spot, option: string): Promise<void>;
  /** Chooses one of several radio buttons. */
  pick(radio: Spot, group: Spot): Promise<void>;
  /** Presses a button of the page, which a keyboard finds faster in the command menu. @param words enough to find it there */
  command(button: Control, words: string): Promise<void>;
  openStep(stepId: string): Promise<void>;
  /** Opens the conditions of a group of the branch that was added or opened last. */
  openGroup(name: string): Promise<void>;
  /** Adds a step after the open one and opens its form. @param label as in the palette */
  addStep(label: string): Promise<void>;
  /** The same at the start of the open group. */
  addStepToGroup(label: string): Promise<void>;
  testStep(): Promise<void>;
  run(): Promise<void>;
}

export const PANEL: Spot = { css: '[data-step-panel]' };

/** A step's card on the canvas. */
export function cardOf(stepId: string): Spot {
  return { css: `[data-flowchart] [data-card=${JSON.stringify(stepId)}]` };
}

export const button = <Name extends string | RegExp>(name: Name) => ({ role: 'button', name }) as const;
export const field = (name: string) => ({ role: 'textbox', name }) as const;
/** A select's button has the label after the chosen value. */
export const select = (label: string) => button(new RegExp(`(^| )${label}$`));
export const SCRIPT: Spot = { css: '.monaco-editor', within: PANEL };
