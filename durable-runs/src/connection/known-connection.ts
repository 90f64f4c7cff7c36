import type { OwnerId } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { type ConnectionRecord, openFields, type SecretBox } from '@portage/database';
import { type ConnectionProfile, connectionProfile } from './connection-profile.ts';
import { ConnectionRefused } from './lease.ts';

/** How late a change to the connector's type is noticed. A change to the connector itself is noticed at once. */
const PROFILE_MS = 30_000;

export interface CachedProfile {
  profile: ConnectionProfile;
  /** The connector's revision, for leases without tokens. */
  revision: number;
  readAtMs: number;
}

export interface CachedConnectionPorts {
  now(): number;
  /** Reads the connector and its type; null if it does not exist. */
  find(connectorId: string): Promise<ConnectionRecord | null>;
  /** The connector as it was when it was deleted; null: it wasn't deleted, or nothing needs it any more. */
  retired(): ConnectionRecord | null;
  secretBox(): SecretBox;
}

export class CachedConnection {
  readonly #ports: CachedConnectionPorts;
  #last: CachedProfile | null = null;
  #reading: Promise<CachedProfile | null> | null = null;

  constructor(ports: CachedConnectionPorts) {
    this.#ports = ports;
  }

  get last(): CachedProfile | null {
    return this.#last;
  }

  forget(): void {
    this.#last = null;
    this.#reading = null;
  }

  /** @throws ConnectionRefused for anyone but its owner, with the message for a missing connector */
  async profileOf(ownerUserId: OwnerId, connectorId: string, isRemoval = false): Promise<ConnectionProfile> {
    const isFresh = this.#last !== null && this.#ports.now() - this.#last.readAtMs < PROFILE_MS;
    const known = (isFresh ? this.#last : await this.#readOrKeep(connectorId)) ?? (isRemoval ? await this.#retired() : null);
    if (known?.profile.ownerUserId !== ownerUserId) throw connectorNotFound();
    return known.profile;
  }

  /** Callers share a read in progress. @returns null if there is no such connector */
  read(connectorId: string): Promise<CachedProfile | null> {
    const reading = this.#reading ?? this.#readNow(connectorId);
    this.#reading = reading;
    const isCurrent = () => this.#reading === reading;
    return reading
      .then((known) => {
        if (isCurrent()) this.#last = known;
        return known;
      })
      .finally(() => {
        if (isCurrent()) this.#reading = null;
      });
  }

  /** Keeps using the cached value while the database is down. */
  async #readOrKeep(connectorId: string): Promise<CachedProfile | null> {
    try {
      return await this.read(connectorId);
    } catch (error) {
      if (this.#last) return this.#last;
      log('warn', 'A connection could not be read', { connectorId, cause: formatErrorCauses(error) });
      throw new ConnectionRefused('The connector can’t be read right now. Please try again later.', { retryable: true });
    }
  }

  async #readNow(connectorId: string): Promise<CachedProfile | null> {
    const record = await this.#ports.find(connectorId);
    return record && this.#open(record);
  }

  async #retired(): Promise<CachedProfile | null> {
    const record = this.#ports.retired();
    return record && this.#open(record);
  }

  async #open(record: ConnectionRecord): Promise<CachedProfile> {
    const box = this.#ports.secretBox();
    const profile = connectionProfile(record, {
      connector: await openFields(box, 'connector', record.connector.id, record.sealed),
      type: await openFields(box, 'connector-type', record.type.id, record.type.secrets),
    });
    return { profile, revision: record.connector.lastUpdatedAt.getTime(), readAtMs: this.#ports.now() };
  }
}

export function connectorNotFound(): ConnectionRefused {
  return new ConnectionRefused('The connector was not found: choose one of yours in the step.');
}
