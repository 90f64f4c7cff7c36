export interface Question {
  text: string;
  /** The button that goes on; a verb. */
  confirm: string;
  cancel: string;
  /** Something is lost by going on. */
  isDestructive?: boolean;
}

const MOOT_CHECK_MS = 200;

interface AskedQuestion extends Question {
  answer(isConfirmed: boolean): void;
}

/** Questions of the shell to the person, one at a time; the dialog that shows them listens here. */
export class Questions {
  #current: AskedQuestion | null = null;
  readonly #listeners = new Set<() => void>();

  readonly getCurrent = (): AskedQuestion | null => this.#current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Resolves with true when the person went on. A newer question answers the older one with no.
   *
   * @param isMoot asked again and again: once it says true there is nothing left to ask, and the person goes on.
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
