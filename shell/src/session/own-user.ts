import { keep } from '@portage/area-kit/kept';
import type { Session } from './session.ts';
import type { StoredUser } from './stored-user.ts';

const KEY = 'portage:user-read';
/** An admin's change reaches an active person within this time plus one check (spec AUTH-22: a minute). */
const OLD_AFTER_MS = 45_000;

export interface OwnUserSettings {
  session: Session;
  /** Shared by all tabs, so that only one of them asks. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null;
  now(): number;
  /** GET /api/users/me. */
  read(): Promise<{ user: Omit<StoredUser, 'accessToken' | 'refreshToken' | 'hasWorkflow'>; hasWorkflow: boolean }>;
}

/** Keeps the browser's copy of its user in sync with the server: flags, roles and scopes that an admin may change. */
export class OwnUser {
  readonly #settings: OwnUserSettings;

  constructor(settings: OwnUserSettings) {
    this.#settings = settings;
  }

  /** Call it when a sign-in has just returned the user, so that the next check doesn't ask again. */
  noteRead(userId: string): void {
    const { storage, now } = this.#settings;
    if (storage) keep(storage, KEY, { userId, atMs: now() });
  }

  /** Never rejects: after a failure the known user stays, and the next check asks again. */
  async refreshIfOld(): Promise<void> {
    const { session, read } = this.#settings;
    const userId = session.stored?.id;
    if (!userId || !this.#isOld(userId)) return;
    this.noteRead(userId);
    try {
      const { user, hasWorkflow } = await read();
      // Signed out, or signed in as another person, in the meantime.
      if (session.reread()?.id === user.id) session.update({ ...user, hasWorkflow });
    } catch {
      // A 401 has ended the session by now; any other error says nothing about the person.
    }
  }

  #isOld(userId: string): boolean {
    const { storage, now } = this.#settings;
    try {
      const last = JSON.parse(storage?.getItem(KEY) ?? 'null') as { userId?: unknown; atMs?: unknown } | null;
      if (last?.userId !== userId || typeof last.atMs !== 'number') return true;
      const ageMs = now() - last.atMs;
      return ageMs < 0 || ageMs >= OLD_AFTER_MS;
    } catch {
      return true;
    }
  }
}
