const PATIENCE_MS = 25_000;

/** Stops the started parts in reverse order, at any time, even while a part is starting. */
export class StopOrder {
  readonly #stops: (() => Promise<void> | void)[] = [];
  #starting: Promise<unknown> = Promise.resolve();
  #stopping: Promise<void> | null = null;

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  /** Adds a part that is already running. */
  add(stop: () => Promise<void> | void): void {
    this.#stops.push(stop);
  }

  /** Waits for a starting part. If a stop is requested in the meantime, the part is still waited for and stopped too. */
  async started<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
    const noted = starting.then((one) => {
      this.add(() => one.stop());
      return one;
    });
    this.#starting = noted.catch(() => {});
    return await noted;
  }

  /** Stops everything once, within a time limit: a part that doesn't stop in time is left to the next start. */
  stopAll(): Promise<void> {
    this.#stopping ??= Promise.race([this.#stopInOrder(), new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
    return this.#stopping;
  }

  async #stopInOrder(): Promise<void> {
    await this.#starting;
    for (const stop of this.#stops.reverse()) {
      // A part that can't be stopped must not keep the others running.
      await Promise.resolve()
        .then(stop)
        .catch((error: unknown) => console.error(error));
    }
  }
}
