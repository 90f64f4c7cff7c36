import type { LeaveGuard } from './leave-guard.ts';

type Listener = () => void;

export interface NavigationSettings {
  leaveGuard: LeaveGuard;
  confirmLeaving(): Promise<boolean>;
}

/** Runs around a change of address; `go` changes it. */
export type Around = (path: string, go: () => void) => Promise<void>;

export interface NavigateOptions {
  replace?: boolean;
  /** The page itself asked to leave (after saving, at sign-out), so there is nothing to ask. */
  force?: boolean;
  /** A message for the next page, shown once: on the sign-in page as text, otherwise as a toast about a failure. */
  note?: string;
}

/**
 * The shell's own router: it knows the address, changes it and notifies listeners. `resolveRoute` maps an address to its page. Inside an
 * area the area's router works, and single-spa notifies this one by `popstate`.
 */
export class Navigation {
  #url: string;
  /** Counts navigations; one that was overtaken while waiting is dropped. */
  #turn = 0;
  #around: Around = async (_, go) => go();
  #note: string | null = null;
  #isAsking = false;
  /** The person has confirmed leaving by the back button. */
  #isLeaving = false;
  readonly #page: Window;
  readonly #settings: NavigationSettings;
  readonly #listeners = new Set<Listener>();

  constructor(page: Window, settings: NavigationSettings) {
    this.#page = page;
    this.#settings = settings;
    this.#url = toUrl(page.location);
    // Created before single-spa and the areas' routers, so its listener runs first.
    page.addEventListener('popstate', this.#onPopState, { capture: true });
    page.addEventListener('beforeunload', (event) => {
      if (settings.leaveGuard.hasUnsavedWork) event.preventDefault();
    });
  }

  get note(): string | null {
    return this.#note;
  }

  /** Path, query and fragment. */
  readonly getUrl = (): string => this.#url;

  get path(): string {
    return new URL(this.#url, 'http://portage').pathname;
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets the work around each change of address (the areas' version check). */
  setAround(around: Around): void {
    this.#around = around;
  }

  /** Navigates to a path of this origin; anything else is refused, so that no parameter can lead to another site. */
  async navigate(path: string, { replace = false, force = false, note }: NavigateOptions = {}): Promise<void> {
    const target = new URL(path, this.#page.location.href);
    if (target.origin !== this.#page.location.origin) throw new Error(`${path} is not an address of Portage`);
    const url = toUrl(target);
    this.#turn += 1;
    const turn = this.#turn;
    if (!force && getPath(url) !== getPath(this.#url) && !(await this.#mayLeave())) return;
    if (turn !== this.#turn) return;
    await this.#around(target.pathname, () => {
      if (turn === this.#turn) this.#go(url, replace, note);
    });
  }

  #go(url: string, replace: boolean, note: string | undefined): void {
    if (url === this.#url) return;
    this.#url = url;
    this.#note = note ?? null;
    if (replace) this.#page.history.replaceState(null, '', url);
    else this.#page.history.pushState(null, '', url);
    this.#tell();
  }

  async #mayLeave(): Promise<boolean> {
    if (!this.#settings.leaveGuard.hasUnsavedWork) return true;
    if (this.#isAsking) return false;
    this.#isAsking = true;
    try {
      return await this.#settings.confirmLeaving();
    } finally {
      this.#isAsking = false;
    }
  }

  readonly #onPopState = (event: PopStateEvent): void => {
    const url = toUrl(this.#page.location);
    if (url === this.#url) return;
    // single-spa dispatches it after an area's own push, which the area has already confirmed.
    const isArtificial = 'singleSpa' in event;
    if (!isArtificial && !this.#isLeaving && getPath(url) !== getPath(this.#url) && this.#settings.leaveGuard.hasUnsavedWork) {
      event.stopImmediatePropagation();
      this.#page.history.pushState(null, '', this.#url);
      void this.#askAboutBack();
      return;
    }
    this.#isLeaving = false;
    this.#turn += 1;
    this.#url = url;
    this.#note = null;
    this.#tell();
  };

  /** The back button can't be vetoed: the address was restored, and leaving for good goes back once more. */
  async #askAboutBack(): Promise<void> {
    if (!(await this.#mayLeave())) return;
    this.#isLeaving = true;
    this.#page.history.back();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function toUrl({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string {
  return `${pathname}${search}${hash}`;
}

function getPath(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '/';
}
