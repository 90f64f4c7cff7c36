/** The title in the top bar and of the tab, set by whichever page is shown. */
export class PageTitle {
  #title = '';
  readonly #listeners = new Set<() => void>();

  readonly get = (): string => this.#title;

  readonly set = (title: string): void => {
    if (title === this.#title) return;
    this.#title = title;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
