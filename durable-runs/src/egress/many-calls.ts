import type { EgressAnswer, EgressRequest } from './egress-message.ts';

/** Calls of one step that nothing can cut. Once the step's result is no longer wanted, they are cancelled for the step and go on by themselves. */
export class ManyCalls {
  readonly #sendOne: (request: EgressRequest) => Promise<EgressAnswer>;
  readonly #signal: AbortSignal;
  /** One listener for all of them, and nothing that holds on to an answer that was given. */
  readonly #underWay = new Set<(answer: EgressAnswer) => void>();

  /** @param sendOne never throws */
  constructor(sendOne: (request: EgressRequest) => Promise<EgressAnswer>, signal: AbortSignal) {
    this.#sendOne = sendOne;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#cancelAll(), { once: true });
  }

  send(request: EgressRequest): Promise<EgressAnswer> {
    if (this.#signal.aborted) return Promise.resolve(cancelled());
    return new Promise((resolve) => {
      this.#underWay.add(resolve);
      void this.#sendOne(request).then((answer) => {
        this.#underWay.delete(resolve);
        resolve(answer);
      });
    });
  }

  #cancelAll(): void {
    for (const resolve of this.#underWay) resolve(cancelled());
    this.#underWay.clear();
  }
}

function cancelled(): EgressAnswer {
  return { ok: false, message: 'The call was cancelled.', retryable: false };
}
