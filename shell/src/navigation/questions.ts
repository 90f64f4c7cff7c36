import { createStore } from '@portage/primitives/store';

export interface Question {
  text: string;
  /** The label of the button that continues; a verb. */
  confirm: string;
  cancel: string;
  /** Continuing loses something. */
  isDestructive?: boolean;
}

const MOOT_CHECK_MS = 200;

interface AskedQuestion extends Question {
  answer(isConfirmed: boolean): void;
}

/** The shell's questions to the person, one at a time; the dialog that shows them subscribes here. */
export class Questions {
  readonly #current = createStore<AskedQuestion | null>(null);

  readonly getCurrent = this.#current.get;

  readonly subscribe = this.#current.subscribe;

  /**
   * Resolves with true if the person continued. A newer question resolves the older one with false.
   *
   * @param isMoot polled: once it returns true there is nothing left to ask, and the person continues.
   */
  ask(question: Question, isMoot?: () => boolean): Promise<boolean> {
    this.getCurrent()?.answer(false);
    return new Promise((resolve) => {
      const timer = isMoot && setInterval(() => isMoot() && this.getCurrent()?.answer(true), MOOT_CHECK_MS);
      this.#current.set({
        ...question,
        answer: (isConfirmed) => {
          clearInterval(timer);
          this.#current.set(null);
          resolve(isConfirmed);
        },
      });
    });
  }
}
