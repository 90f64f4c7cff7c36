export interface Question {
  text: string;
  /** The button that goes on; a verb. */
  confirm: string;
  cancel: string;
  /** Something is lost by going on. */
  isDestructive?: boolean;
}

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

  /** Resolves with true when the person went on. A newer question answers the older one with no. */
  ask(question: Question): Promise<boolean> {
    this.#current?.answer(false);
    return new Promise((resolve) => {
      this.#set({
        ...question,
        answer: (isConfirmed) => {
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
