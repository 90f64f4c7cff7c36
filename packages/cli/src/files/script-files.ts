import { slugify } from './slugify.ts';

export interface StepScript {
  stepId: string;
  /** `orders.price.js` */
  file: string;
}

/** Chooses files for the scripts of one workflow. Each step keeps its file, unless another step or workflow needs a different text in it. */
export class ScriptFiles {
  /** By the name of the file. */
  readonly texts = new Map<string, string>();
  readonly #stem: string;
  readonly #current: readonly StepScript[];
  readonly #isNeeded: (file: string, text: string) => boolean;

  /**
   * @param stem the workflow file's name without its ending
   * @param current what its steps name now
   * @param isNeeded whether another workflow needs a text other than this one in a file
   */
  constructor(stem: string, current: readonly StepScript[] = [], isNeeded: (file: string, text: string) => boolean = () => false) {
    this.#stem = stem;
    this.#current = current;
    this.#isNeeded = isNeeded;
  }

  /** @returns the file to name in the step */
  add(stepId: string, text: string): string {
    const current = this.#current.find((script) => script.stepId === stepId && this.#isFree(script.file, text));
    const file = current?.file ?? this.#findFreeFile(stepId, text);
    this.texts.set(file, text);
    return file;
  }

  #isFree(file: string, text: string): boolean {
    return (this.texts.get(file) ?? text) === text && !this.#isNeeded(file, text);
  }

  #findFreeFile(stepId: string, text: string): string {
    const base = `${this.#stem}.${slugify(stepId, 'step')}`;
    for (let count = 1; ; count += 1) {
      const file = `${base}${count === 1 ? '' : `-${count}`}.js`;
      const isOthers = this.texts.has(file) || this.#current.some((script) => script.file === file && script.stepId !== stepId);
      if (!isOthers && this.#isFree(file, text)) return file;
    }
  }
}
