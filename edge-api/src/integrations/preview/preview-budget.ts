/** The budget of a preview: it ends in time, whatever the systems do. */
export class PreviewBudget {
  readonly #endsAtMs: number;
  #callsLeft: number;

  constructor(longestMs: number, mostCalls: number) {
    this.#endsAtMs = Date.now() + longestMs;
    this.#callsLeft = mostCalls;
  }

  /** Makes a call, and waits for it as long as there is time. @throws PreviewOver */
  async spend<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const leftMs = this.#endsAtMs - Date.now();
    if (this.#callsLeft <= 0 || leftMs <= 0) throw new PreviewOver();
    this.#callsLeft -= 1;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new PreviewOver()), leftMs);
    });
    const answer = call();
    // An answer that comes too late, or a refusal, is of no use to anyone.
    answer.catch(() => {});
    try {
      return await Promise.race([answer, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Nothing is wrong; there was no time left. */
export class PreviewOver extends Error {
  override readonly name = 'PreviewOver';

  constructor() {
    super('The systems took too long, so the preview ended before this was looked up.');
  }
}
