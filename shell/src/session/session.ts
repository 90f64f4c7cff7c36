import type { SessionUser } from '@portage/area-kit/base';
import { keep } from '@portage/area-kit/kept';
import { createStore } from '@portage/primitives/store';
import {
  adoptImpersonatedUser,
  clearStoredUser,
  getSessionUser,
  isImpersonating,
  readStoredUser,
  type StoredUser,
  USER_KEY,
  type UserStorages,
  writeStoredUser,
} from './stored-user.ts';

/** Who is signed in, in this tab. Storage is the source of truth, so that all tabs agree; the copy here keeps the object the same. */
export class Session {
  #stored: StoredUser | null;
  readonly #user = createStore<SessionUser | null>(null);
  readonly #storages: UserStorages;

  /** @param isNewTab the page was just opened, not reloaded. */
  constructor(storages: UserStorages, isNewTab = true) {
    this.#storages = storages;
    adoptImpersonatedUser(storages, isNewTab);
    this.#stored = readStoredUser(storages);
    this.#user.set(this.#sessionUser());
  }

  followOtherTabs(page: Pick<Window, 'addEventListener'>): void {
    page.addEventListener('storage', (event) => {
      // A null key means that everything was cleared.
      if (event.key === USER_KEY || event.key === null) this.reread();
    });
  }

  readonly getUser = this.#user.get;

  get stored(): StoredUser | null {
    return this.#stored;
  }

  readonly subscribe = this.#user.subscribe;

  /** Stores the user for this and other tabs (spec AUTH-16). */
  signIn(user: StoredUser): void {
    // A browser that is out of space knows the person until the page is reloaded.
    if (this.#storages.local) keep(this.#storages.local, USER_KEY, user);
    this.#set(user);
  }

  readonly update = (changes: Partial<StoredUser>): void => {
    const current = readStoredUser(this.#storages) ?? this.#stored;
    if (!current) return;
    const next = { ...current, ...changes };
    writeStoredUser(this.#storages, next);
    this.#set(next);
  };

  /** Spec AUTH-19: deletes the user. */
  clear(): void {
    // Two calls may be refused at the same moment. Local storage then already contains another person: the admin whose impersonated
    // session has just ended here.
    if (!this.#stored) return;
    clearStoredUser(this.#storages);
    this.#set(null);
  }

  /** Reads storage, where another tab may have refreshed the tokens or signed out. */
  reread(): StoredUser | null {
    const stored = readStoredUser(this.#storages);
    if (JSON.stringify(stored) !== JSON.stringify(this.#stored)) this.#set(stored);
    return this.#stored;
  }

  #set(stored: StoredUser | null): void {
    this.#stored = stored;
    const next = this.#sessionUser();
    // New tokens alone change nothing that a page shows.
    if (JSON.stringify(next) !== JSON.stringify(this.getUser())) this.#user.set(next);
  }

  #sessionUser(): SessionUser | null {
    return this.#stored && getSessionUser(this.#stored, isImpersonating(this.#storages));
  }
}
