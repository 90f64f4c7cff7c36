import type { OwnerId } from '@portage/contracts';
import { buildLease, type ConnectionProfile } from './connection-profile.ts';
import type { CredentialsMark } from './credentials-mark.ts';
import type { CachedConnection, CachedProfile } from './known-connection.ts';
import { type ConnectionLease, ConnectionRefused, type LeaseRequest } from './lease.ts';
import { asksByItself, type TokenKeeper } from './token-keeper.ts';
import type { TokenStore } from './token-store.ts';

const CHANGED = 'changed';

export interface Alerting {
  /** A refusal alerts the owner, because nobody reads the result of this call. */
  isAlerted: boolean;
}

type LeaseOptions = Pick<LeaseRequest, 'omitsUnfilledKeys' | 'isRemoval'> & Partial<Alerting>;

interface LeaseParts {
  kv: SyncKvStorage;
  known: CachedConnection;
  store: TokenStore;
  keeper: TokenKeeper;
  mark: CredentialsMark;
}

export class LeaseMaker {
  readonly #parts: LeaseParts;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
  }

  noteChange(): void {
    this.#parts.kv.put(CHANGED, true);
  }

  /**
   * @param expiredRevision revision of the credential that a response reported as expired; null: none
   *
   * @throws ConnectionRefused saying what to do
   */
  async make(
    ownerUserId: OwnerId,
    connectorId: string,
    expiredRevision: number | null,
    options: LeaseOptions = {},
  ): Promise<ConnectionLease> {
    const { known, store, kv, keeper } = this.#parts;
    const profile = await known.profileOf(ownerUserId, connectorId, options.isRemoval);
    switch (profile.tokenSource) {
      case 'login':
      case 'oauth2-machine':
        // The credentials changed: drop tokens that were obtained with the old ones.
        if (kv.get<boolean>(CHANGED)) {
          await keeper.forgetCredentials();
          kv.delete(CHANGED);
        }
        return this.#leaseOfSignIn(profile, expiredRevision, options);
      case 'oauth2':
        return this.#leaseWithTokens(profile, expiredRevision, options);
      case 'oauth1': {
        const tokens = await store.tokens();
        return buildLease(profile, tokens, tokens?.revision ?? 0, options);
      }
      case 'none': {
        // Nothing can be renewed, but a person may have entered new credentials a moment ago.
        const newest = expiredRevision === null ? known.last : await known.read(connectorId);
        return buildLease(newest?.profile ?? profile, null, newest?.revision ?? 0, options);
      }
      default:
        return profile.tokenSource satisfies never;
    }
  }

  /** The revision of new leases; null: there are no credentials to make one yet. */
  async revisionOf({ profile, revision }: CachedProfile): Promise<number | null> {
    if (profile.tokenSource === 'none') return revision;
    if (asksByItself(profile) && this.#parts.kv.get<boolean>(CHANGED)) return null;
    return (await this.#parts.store.tokens())?.revision ?? null;
  }

  /** A connector that signs in without a person: a refusal means its credentials are no longer valid. */
  async #leaseOfSignIn(profile: ConnectionProfile, expiredRevision: number | null, options: LeaseOptions): Promise<ConnectionLease> {
    try {
      return await this.#leaseWithTokens(profile, expiredRevision, options);
    } catch (error) {
      if (error instanceof ConnectionRefused && error.isSignInRefused && profile.problem === null) {
        const { mark } = this.#parts;
        const breakage = { message: error.message, isSignInGone: true, isAlerted: options.isAlerted === true };
        await mark.inTurn(profile.connectorId, () => mark.set(profile, breakage));
      }
      throw error;
    }
  }

  async #leaseWithTokens(profile: ConnectionProfile, expiredRevision: number | null, options: LeaseOptions): Promise<ConnectionLease> {
    const tokens = await this.#parts.keeper.tokensFor(profile, expiredRevision);
    return buildLease(profile, tokens, tokens.revision, options);
  }
}
