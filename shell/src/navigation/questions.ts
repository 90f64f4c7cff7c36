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
  #current: AskedQuestion | null = null;
  readonly #listeners = new Set<() => void>();

  readonly getCurrent = (): AskedQuestion | null => this.#current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Resolves with true if the person continued. A newer question resolves the older one with false.
   *
   * @param isMoot polled: once it returns true there is nothing left to ask, and the person continues.
   */
  ask(question: Question, isMoot?: () => boolean): Promise<boolean> {
    this.#current?.answer(false);
    return new Promise((resolve) => {
      const timer = isMoot && setInterval(() => isMoot() && this.#current?.answer(true), MOOT_CHECK_MS);
      this.#set({
        ...question,
        answer: (isConfirmed) => {
          clearInterval(timer);
          this.#set(null);
          resolve(isConfirmed);
        },
      });
    });
  }

  #set(question: AskedQuestion | null): void {
    this.#current = question;
    for (const listener of this.#listeners) listener();
  }
}
