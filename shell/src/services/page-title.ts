/** The title of the browser tab and of the top bar, set by the page that is shown. */
export class PageTitle {
  #title = '';
  #topBarTitle = '';
  readonly #listeners = new Set<() => void>();

  readonly get = (): string => this.#title;

  readonly getTopBarTitle = (): string => this.#topBarTitle;

  readonly set = (title: string, topBarTitle = title): void => {
    if (title === this.#title && topBarTitle === this.#topBarTitle) return;
    this.#title = title;
    this.#topBarTitle = topBarTitle;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
