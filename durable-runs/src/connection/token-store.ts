import type { OwnerId } from '@portage/contracts';
import type { SecretBox } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';

/** Tokens of a system; sealed on disk. */
export interface StoredTokens {
  accessToken: string;
  /** OAuth 1.0a. */
  tokenSecret: string | null;
  refreshToken: string | null;
  expiresAtMs: number | null;
  obtainedAtMs: number;
  other: Record<string, unknown>;
  /** Increases with every pair. */
  revision: number;
}

/** An authorization whose person hasn't come back yet. */
export interface PendingAuthorization {
  ownerUserId: OwnerId;
  redirectUri: string;
  /** SHA-256, hex. */
  browserSecretHash: string;
  beganAtMs: number;
  /** OAuth 2. */
  codeVerifier: string | null;
  /** OAuth 1.0a. */
  temporary: { token: string; tokenSecret: string } | null;
}

const TOKENS = 'tokens';
const PROBLEM = 'problem';
/** Set until the database has received the problem. */
const UNTOLD = 'problem-untold';
const PENDING = 'pending:';
/** If a person opens more windows at once, the oldest is dropped. */
const MOST_PENDING = 10;
const PENDING_MS = 15 * MINUTE_MS;

/** Storage of one connection. Secrets are sealed here, too. */
export class TokenStore {
  readonly #kv: SyncKvStorage;
  readonly #box: () => SecretBox;
  readonly #place: string;
  #tokens: StoredTokens | null | undefined;

  constructor(kv: SyncKvStorage, box: () => SecretBox, objectName: string) {
    this.#kv = kv;
    this.#box = box;
    this.#place = `connection:${objectName}`;
  }

  async tokens(): Promise<StoredTokens | null> {
    if (this.#tokens !== undefined) return this.#tokens;
    const sealed = this.#kv.get<string>(TOKENS);
    const tokens = sealed === undefined ? null : (JSON.parse(await this.#box().open(`${this.#place}:${TOKENS}`, sealed)) as StoredTokens);
    // Reseals values sealed with an older key, so old keys can be removed.
    if (sealed !== undefined && tokens && !this.#box().isCurrent(sealed)) await this.#writeTokens(tokens);
    this.#tokens ??= tokens;
    return this.#tokens;
  }

  /** Seals tokens unused since the keys changed with the current key. */
  async reseal(): Promise<void> {
    await this.tokens();
  }

  /** Written when it returns; call `sync` to be certain it's on disk. */
  async keepTokens(tokens: Omit<StoredTokens, 'revision'>): Promise<StoredTokens> {
    const kept = { ...tokens, revision: ((await this.tokens())?.revision ?? 0) + 1 };
    await this.#writeTokens(kept);
    this.#kv.delete(PROBLEM);
    this.#kv.delete(UNTOLD);
    this.#tokens = kept;
    return kept;
  }

  /** Drops the tokens; the next lease asks for new ones. */
  async expireTokens(): Promise<void> {
    const tokens = await this.tokens();
    if (!tokens) return;
    this.#tokens = { ...tokens, expiresAtMs: 0 };
    await this.#writeTokens(this.#tokens);
  }

  /** Why only a person can bring the connection back; null: no known problem. */
  get problem(): string | null {
    return this.#kv.get<string>(PROBLEM) ?? null;
  }

  noteProblem(message: string): void {
    this.#kv.put(PROBLEM, message);
    this.#kv.put(UNTOLD, true);
  }

  get isProblemUntold(): boolean {
    return this.#kv.get<boolean>(UNTOLD) ?? false;
  }

  noteTold(): void {
    this.#kv.delete(UNTOLD);
  }

  async keepPending(state: string, pending: PendingAuthorization, nowMs: number): Promise<void> {
    const known = [...this.#kv.list<{ beganAtMs: number }>({ prefix: PENDING })].sort(([, a], [, b]) => b.beganAtMs - a.beganAtMs);
    for (const [at, [key, { beganAtMs }]] of known.entries()) {
      if (at >= MOST_PENDING - 1 || nowMs - beganAtMs > PENDING_MS) this.#kv.delete(key);
    }
    const key = PENDING + (await hashText(state));
    const sealed = await this.#box().seal(`${this.#place}:${key}`, JSON.stringify(pending));
    this.#kv.put(key, { beganAtMs: pending.beganAtMs, sealed });
  }

  /** Works once: a second call with the same state finds nothing (HOSTILE 27). */
  async takePending(state: string, nowMs: number): Promise<PendingAuthorization | null> {
    const key = PENDING + (await hashText(state));
    const kept = this.#kv.get<{ beganAtMs: number; sealed: string }>(key);
    if (!kept) return null;
    this.#kv.delete(key);
    if (nowMs - kept.beganAtMs > PENDING_MS) return null;
    return JSON.parse(await this.#box().open(`${this.#place}:${key}`, kept.sealed)) as PendingAuthorization;
  }

  forget(): void {
    this.#tokens = null;
  }

  async #writeTokens(tokens: StoredTokens): Promise<void> {
    this.#kv.put(TOKENS, await this.#box().seal(`${this.#place}:${TOKENS}`, JSON.stringify(tokens)));
  }
}

/** SHA-256 in hex. */
export async function hashText(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
