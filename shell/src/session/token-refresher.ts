import { ApiError } from '@portage/contracts';
import type { Session } from './session.ts';
import { type AccessToken, REFRESH_BELOW_MS } from './stored-user.ts';

export interface FreshTokens {
  accessToken: AccessToken;
  refreshToken: { value: string };
}

export interface TokenRefresherSettings {
  session: Session;
  now(): number;
  /** Whether the person was active within the last minute. Calls of an idle page don't renew the session (spec AUTH-22). */
  isActive(): boolean;
  /** POST /api/users/refresh-token (spec API-11). */
  refresh(refreshToken: string): Promise<FreshTokens>;
  /** Called when the server refuses to refresh: the user is signed out (spec AUTH-23). */
  onRefused(): void;
  /** Runs the work in only one of the browser's tabs at a time: a refresh token may be used only once. */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Which tokens other tabs have used, however late storage is updated. */
  used?: { mark(refreshToken: string): Promise<void>; has(refreshToken: string): Promise<boolean> };
  pause?(ms: number): Promise<void>;
  /** Tabs that have the same token and share no storage with this one. */
  copies?: { catchUp(): Promise<void>; moved(usedRefreshToken: string): void };
}

/** Waits at most this long for storage to show a token that another tab received. */
const LATE_STORAGE_MS = 5_000;
const LOOK_AGAIN_MS = 50;

export class TokenRefresher {
  #refreshing: Promise<void> | null = null;
  /** The one that the server refused last. */
  #refused: string | null = null;
  readonly #settings: TokenRefresherSettings;

  constructor(settings: TokenRefresherSettings) {
    this.#settings = settings;
  }

  /** Returns a token for the next call, refreshed first if it is about to expire. Null if nobody is signed in. */
  readonly getAccessToken = async (): Promise<string | null> => {
    await this.refreshIfNeeded();
    return this.#settings.session.stored?.accessToken.value ?? null;
  };

  /** Spec AUTH-21; callers at the same time share one refresh. */
  async refreshIfNeeded(): Promise<void> {
    if (this.#isDue()) await this.#refreshOnce();
  }

  /**
   * Returns a different token, even if the refused one looks valid by this machine's clock. Null if there is none, because the session has
   * ended.
   *
   * @throws ApiError if the server couldn't be asked: the session may still exist
   */
  readonly renewAccessToken = async (refused: string | null): Promise<string | null> => {
    const { session } = this.#settings;
    this.#refused = refused;
    if (session.reread()?.accessToken.value === refused) await this.#refreshOnce();
    const token = session.stored?.accessToken.value ?? null;
    if (token !== null && token === refused)
      throw new ApiError(0, null, 'Portage could not be reached. Check your connection and try again.');
    return token;
  };

  async #refreshOnce(): Promise<void> {
    this.#refreshing ??= this.#settings
      .alone(() => this.#refresh())
      .finally(() => {
        this.#refreshing = null;
      });
    await this.#refreshing;
  }

  #isDue(): boolean {
    const { session, now, isActive } = this.#settings;
    if (session.stored === null) return false;
    const { value, expiresAt } = session.stored.accessToken;
    // An idle page still shows what it polls until the idle logout, so an expired token is always renewed.
    const leastLifeMs = isActive() ? REFRESH_BELOW_MS : 0;
    return value === this.#refused || Date.parse(expiresAt) - now() < leastLifeMs;
  }

  /** Waits until storage has a token other than one that a tab has used already. */
  async #waitForStorage(): Promise<void> {
    const { session, used, pause = sleep } = this.#settings;
    for (let waitedMs = 0; waitedMs < LATE_STORAGE_MS; waitedMs += LOOK_AGAIN_MS) {
      const token = session.reread()?.refreshToken.value;
      if (token === undefined || !(await used?.has(token))) return;
      await pause(LOOK_AGAIN_MS);
    }
  }

  async #refresh(): Promise<void> {
    const { session, refresh, onRefused, copies, used } = this.#settings;
    // Another tab may have refreshed it while this one waited for its turn.
    session.reread();
    if (this.#isDue()) await copies?.catchUp();
    await this.#waitForStorage();
    const before = session.stored;
    if (!before || !this.#isDue()) return;
    // The token is used up, and storage doesn't have its successor yet: the next check looks again.
    if (await used?.has(before.refreshToken.value)) return;
    try {
      const { accessToken, refreshToken } = await refresh(before.refreshToken.value);
      // The person signed out, or another one signed in, in the meantime: drop these tokens.
      if (session.reread()?.refreshToken.value !== before.refreshToken.value) return;
      session.update({ accessToken, refreshToken });
      await used?.mark(before.refreshToken.value);
      copies?.moved(before.refreshToken.value);
    } catch (error) {
      // An unreachable server has refused nothing; the next check or call tries again.
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
      if (isRefused && session.reread()?.refreshToken.value === before.refreshToken.value) onRefused();
    }
  }
}

/** `alone` through the Web Locks API; a browser without it (no secure context) handles only one tab at a time. */
export async function aloneAmongTabs<Value>(work: () => Promise<Value>): Promise<Value> {
  if (!('locks' in navigator)) return work();
  return (await navigator.locks.request('portage:refresh', work)) as Value;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
