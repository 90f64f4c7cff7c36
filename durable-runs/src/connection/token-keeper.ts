import { isExpired, type OAuth2Tokens } from '@portage/connectors/authorization';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { MINUTE_MS } from '@portage/primitives/durations';
import { type ConnectionProfile, notConnected } from './connection-profile.ts';
import { ConnectionRefused } from './lease.ts';
import { askForTokens, type ConnectionPorts, type TokenOutcome } from './token-endpoint.ts';
import type { StoredTokens, TokenStore } from './token-store.ts';

/** If a token this new is refused, its age isn't the reason: a newer one wouldn't help. */
const YOUNG_MS = 10_000;
/** After a token endpoint was busy or down, other callers don't ask again at once. */
const REST_MS = 2_000;
/** Refused credentials aren't retried for this long: systems lock out callers that try too often. */
const REFUSED_MS = MINUTE_MS;

interface KeeperPorts extends ConnectionPorts {
  /** Resolves when everything written so far is on disk. */
  sync(): Promise<void>;
  /** Called when only a person can bring the connection back. */
  onProblem(profile: ConnectionProfile, message: string): Promise<void>;
}

/**
 * Keeps the tokens of one connection fresh (HOSTILE 24). However many runs find one expired, it is refreshed once, and the new
 * pair is on disk before a run uses it.
 */
export class TokenKeeper {
  readonly #store: TokenStore;
  readonly #ports: KeeperPorts;
  #renewing: Promise<StoredTokens> | null = null;
  #restUntilMs = 0;
  #refused: { message: string; untilMs: number } | null = null;

  constructor(store: TokenStore, ports: KeeperPorts) {
    this.#store = store;
    this.#ports = ports;
  }

  /**
   * Returns usable tokens.
   *
   * @param expiredRevision a response said that the token of this revision has expired
   * @throws ConnectionRefused saying what to do
   */
  async tokensFor(profile: ConnectionProfile, expiredRevision: number | null): Promise<StoredTokens> {
    // Callers that arrive during a renewal share it.
    if (this.#renewing) return this.#renewing;
    const { problem } = this.#store;
    if (problem !== null) {
      await this.#tellProblem(profile, problem);
      throw new ConnectionRefused(problem);
    }
    const tokens = await this.#store.tokens();
    if (this.#renewing) return this.#renewing;
    const nowMs = this.#ports.now();
    if (tokens && !this.#isUsedUp(tokens, expiredRevision, nowMs)) return tokens;
    if (!tokens && !asksByItself(profile)) throw new ConnectionRefused(notConnected(profile));
    this.#renewing = this.#renew(profile, tokens).finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  /** New credentials were entered: discards the results of the old ones. */
  async forgetCredentials(): Promise<void> {
    this.#refused = null;
    await this.#store.expireTokens();
  }

  #isUsedUp(tokens: StoredTokens, expiredRevision: number | null, nowMs: number): boolean {
    if (isExpired(tokens, nowMs, computeMarginMs(tokens))) return true;
    return expiredRevision === tokens.revision && nowMs - tokens.obtainedAtMs >= YOUNG_MS;
  }

  async #renew(profile: ConnectionProfile, old: StoredTokens | null): Promise<StoredTokens> {
    const nowMs = this.#ports.now();
    if (this.#refused && nowMs < this.#refused.untilMs) throw signInRefused(this.#refused.message);
    if (nowMs < this.#restUntilMs) throw busy(profile, 'The last attempt failed a moment ago');
    const outcome = await this.#ask(profile, old);
    if (outcome.ok) return this.keep(outcome.tokens, old);
    log('warn', 'A connection got no new tokens', { connectorId: profile.connectorId, code: outcome.code });
    if (!outcome.needsPerson) {
      this.#restUntilMs = this.#ports.now() + REST_MS;
      throw busy(profile, outcome.message);
    }
    const message = `${profile.typeName} no longer accepts the connection of "${profile.connectorName}" (${outcome.code}): open Connectors and press Re-Connect.`;
    // Machine credentials are corrected in the connector, which may then simply try again.
    if (asksByItself(profile)) {
      const fields = profile.tokenSource === 'login' ? 'the user name and password' : 'Client Id and Client Secret';
      const remedy = outcome.remedy ?? `Check ${fields} of the connector`;
      this.#refused = { message: `${sentence(outcome.message)} ${remedy}.`, untilMs: this.#ports.now() + REFUSED_MS };
      throw signInRefused(this.#refused.message);
    }
    this.#store.noteProblem(message);
    await this.#tellProblem(profile, message);
    throw new ConnectionRefused(message);
  }

  /**
   * Reports the problem to the database, which alerts the owner. The next run reports it again if the database was down or a crash
   * intervened.
   */
  async #tellProblem(profile: ConnectionProfile, message: string): Promise<void> {
    if (!this.#store.isProblemUntold) return;
    try {
      await this.#ports.onProblem(profile, message);
      this.#store.noteTold();
    } catch (error) {
      log('warn', 'The problem of a connection was not recorded in the database', {
        connectorId: profile.connectorId,
        cause: formatErrorCauses(error),
      });
    }
  }

  /**
   * After a lost response, asks once more at once with the same refresh token. Systems that rotate tokens accept the old one for a
   * moment for this very reason. If they don't, only the person can help.
   */
  async #ask(profile: ConnectionProfile, old: StoredTokens | null): Promise<TokenOutcome> {
    const grant = asksByItself(profile)
      ? ({ kind: 'clientCredentials' } as const)
      : old?.refreshToken
        ? ({ kind: 'refreshToken', refreshToken: old.refreshToken } as const)
        : null;
    if (!grant) return { ok: false, code: 'no refresh token', message: 'The system issued no refresh token', needsPerson: true };
    const first = await askForTokens(profile, grant, this.#ports);
    return first.ok || first.code !== 'lost' ? first : askForTokens(profile, grant, this.#ports);
  }

  /** On disk before anyone gets them. If a system returns no new refresh token, the old one stays valid. */
  async keep(tokens: OAuth2Tokens, old: Pick<StoredTokens, 'refreshToken' | 'other'> | null): Promise<StoredTokens> {
    const kept = await this.#store.keepTokens({
      accessToken: tokens.accessToken,
      tokenSecret: null,
      refreshToken: tokens.refreshToken ?? old?.refreshToken ?? null,
      expiresAtMs: tokens.expiresAtMs,
      obtainedAtMs: this.#ports.now(),
      other: { ...old?.other, ...tokens.other },
    });
    await this.#ports.sync();
    return kept;
  }
}

/** Whether a token can be obtained without a person. */
export function asksByItself({ tokenSource }: ConnectionProfile): boolean {
  return tokenSource === 'oauth2-machine' || tokenSource === 'login';
}

/** A minute early, but at most a tenth of its life, so a two-minute token isn't thrown away half used. */
function computeMarginMs({ expiresAtMs, obtainedAtMs }: StoredTokens): number {
  return expiresAtMs === null ? 0 : Math.min(60_000, (expiresAtMs - obtainedAtMs) / 10);
}

function signInRefused(message: string): ConnectionRefused {
  return new ConnectionRefused(message, { isSignInRefused: true });
}

function busy({ typeName }: ConnectionProfile, message: string): ConnectionRefused {
  return new ConnectionRefused(`${typeName} could not be asked for a new token. ${sentence(message)} Please try again later.`, {
    retryable: true,
  });
}

/** Ends a text from elsewhere with exactly one full stop. */
function sentence(words: string): string {
  return words.replace(/[.\s]*$/, '.');
}
