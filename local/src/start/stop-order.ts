const PATIENCE_MS = 25_000;

/** Stops the started parts in reverse order, at any time, also while a part is just starting. */
export class StopOrder {
  readonly #stops: (() => Promise<void> | void)[] = [];
  #starting: Promise<unknown> = Promise.resolve();
  #stopping: Promise<void> | null = null;

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  /** Something that is there already. */
  add(stop: () => Promise<void> | void): void {
    this.#stops.push(stop);
  }

  /** Waits for something that is starting; asked to stop meanwhile, it is waited for and stopped too. */
  async started<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
    const noted = starting.then((one) => {
      this.add(() => one.stop());
      return one;
    });
    this.#starting = noted.catch(() => {});
    return await noted;
  }

  /** Stops everything, once, and within a limit: a part that does not stop in time is left to the next start. */
  stopAll(): Promise<void> {
    this.#stopping ??= Promise.race([this.#stopInOrder(), new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
    return this.#stopping;
  }

  async #stopInOrder(): Promise<void> {
    await this.#starting;
    for (const stop of this.#stops.reverse()) {
      // A part that cannot be stopped must not keep the others running.
      await Promise.resolve()
        .then(stop)
        .catch((error: unknown) => console.error(error));
    }
  }
}
