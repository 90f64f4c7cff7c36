import { isExpired, type OAuth2Tokens } from '@portage/connectors/authorization';
import { causeOf, log } from '@portage/contracts/log';
import { MINUTE_MS } from '@portage/primitives/durations';
import { type ConnectionProfile, notConnected } from './connection-profile.ts';
import { ConnectionRefused } from './lease.ts';
import { askForTokens, type ConnectionPorts, type TokenOutcome } from './token-endpoint.ts';
import type { KeptTokens, TokenStore } from './token-store.ts';

/** A token this new that is refused is refused for another reason than its age: a newer one would not help. */
const YOUNG_MS = 10_000;
/** After a token endpoint that was busy or away, others do not ask again at once. */
const REST_MS = 2_000;
/** Refused credentials are not tried again for this long: systems lock out callers that try too often. */
const REFUSED_MS = MINUTE_MS;

interface KeeperPorts extends ConnectionPorts {
  /** Resolves when everything written so far is on disk. */
  sync(): Promise<void>;
  /** Only a person can bring the connection back. */
  onProblem(profile: ConnectionProfile, message: string): Promise<void>;
}

/**
 * Keeps the tokens of one connection fresh (HOSTILE 24): however many runs find one expired, it is refreshed once, and
 * the new pair is on disk before a run uses it.
 */
export class TokenKeeper {
  readonly #store: TokenStore;
  readonly #ports: KeeperPorts;
  #renewing: Promise<KeptTokens> | null = null;
  #restUntilMs = 0;
  #refused: { message: string; untilMs: number } | null = null;

  constructor(store: TokenStore, ports: KeeperPorts) {
    this.#store = store;
    this.#ports = ports;
  }

  /**
   * Tokens that can be used now.
   *
   * @param expiredRevision an answer said that the token of this revision has expired
   * @throws ConnectionRefused with what to do
   */
  async tokensFor(profile: ConnectionProfile, expiredRevision: number | null): Promise<KeptTokens> {
    // Callers that come while new tokens are on their way wait for them.
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

  /** Other credentials were entered: what came of the old ones counts no longer. */
  async forgetCredentials(): Promise<void> {
    this.#refused = null;
    await this.#store.expireTokens();
  }

  #isUsedUp(tokens: KeptTokens, expiredRevision: number | null, nowMs: number): boolean {
    if (isExpired(tokens, nowMs, earlyMsOf(tokens))) return true;
    return expiredRevision === tokens.revision && nowMs - tokens.obtainedAtMs >= YOUNG_MS;
  }

  async #renew(profile: ConnectionProfile, old: KeptTokens | null): Promise<KeptTokens> {
    const nowMs = this.#ports.now();
    if (this.#refused && nowMs < this.#refused.untilMs) throw signInRefused(this.#refused.message);
    if (nowMs < this.#restUntilMs) throw busy(profile, 'It was just asked in vain');
    const outcome = await this.#ask(profile, old);
    if (outcome.ok) return this.keep(outcome.tokens, old);
    log('warn', 'A connection got no new tokens', { connectorId: profile.connectorId, code: outcome.code });
    if (!outcome.needsPerson) {
      this.#restUntilMs = this.#ports.now() + REST_MS;
      throw busy(profile, outcome.message);
    }
    const message = `${profile.typeName} no longer accepts the connection of "${profile.connectorName}" (${outcome.code}): open Connectors and press Re-Connect.`;
    // A machine's credentials are corrected in the connector, after which it may simply try again.
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

  /** Tells the database, which alerts the owner. The next run tells it again if the database was away, or a crash came between. */
  async #tellProblem(profile: ConnectionProfile, message: string): Promise<void> {
    if (!this.#store.isProblemUntold) return;
    try {
      await this.#ports.onProblem(profile, message);
      this.#store.noteTold();
    } catch (error) {
      log('warn', 'The problem of a connection was not told to the database', { connectorId: profile.connectorId, cause: causeOf(error) });
    }
  }

  /**
   * A lost answer is asked for once more at once, with the same refresh token: systems that rotate them take the old one
   * for a moment for this very reason, and where they do not, nothing else can be done but ask the person.
   */
  async #ask(profile: ConnectionProfile, old: KeptTokens | null): Promise<TokenOutcome> {
    const grant = asksByItself(profile)
      ? ({ kind: 'clientCredentials' } as const)
      : old?.refreshToken
        ? ({ kind: 'refreshToken', refreshToken: old.refreshToken } as const)
        : null;
    if (!grant) return { ok: false, code: 'no refresh token', message: 'The system gave no refresh token', needsPerson: true };
    const first = await askForTokens(profile, grant, this.#ports);
    return first.ok || first.code !== 'lost' ? first : askForTokens(profile, grant, this.#ports);
  }

  /** On disk before anybody gets them. If a system gives no new refresh token, the old one stays valid. */
  async keep(tokens: OAuth2Tokens, old: Pick<KeptTokens, 'refreshToken' | 'other'> | null): Promise<KeptTokens> {
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

/** Whether no person is needed for a token. */
export function asksByItself({ tokenSource }: ConnectionProfile): boolean {
  return tokenSource === 'oauth2-machine' || tokenSource === 'login';
}

/** A minute early, but no more than a tenth of its life: a token of two minutes is not thrown away half used. */
function earlyMsOf({ expiresAtMs, obtainedAtMs }: KeptTokens): number {
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

/** Words of other places, some with a full stop. */
function sentence(words: string): string {
  return words.replace(/[.\s]*$/, '.');
}
