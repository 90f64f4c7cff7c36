import type { OwnerId } from '@portage/contracts';
import type { ConnectionLease, CredentialsReport, LeaseResult, LeasingConnection } from './lease.ts';
import type { StepConnection } from './send-with-connection.ts';

/** The most calls that ask for their leases together. */
const MOST_CALLS = 32;

interface GroupPorts {
  /** A new stub each time: a stub goes dead when its object is moved. */
  connection(): LeasingConnection;
  ownerUserId: OwnerId;
  connectorId: string;
  wait(ms: number): Promise<void>;
}

/** A connection for a step that may make many calls. */
export interface RunConnection extends StepConnection {
  /** A lease only for reading the connector's data. It neither takes a slot nor waits for one. */
  describe(): Promise<LeaseResult>;
}

/**
 * A connection as one step uses it. Calls that start at the same time ask for their leases in one request, so a step with many
 * calls doesn't ask the connector's object for each. Every call still takes its own slot in the connector's pace.
 */
export class LeaseGroup implements RunConnection {
  readonly #ports: GroupPorts;
  #waiting: ((result: LeaseResult | Promise<LeaseResult>) => void)[] = [];
  #isAsking = false;
  #last: { text: string; lease: ConnectionLease } | null = null;

  constructor(ports: GroupPorts) {
    this.#ports = ports;
  }

  lease(request: { expiredRevision?: number }): Promise<LeaseResult> {
    if (request.expiredRevision !== undefined) return this.#ask(request);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (!this.#isAsking) void this.#askForAll();
    });
  }

  describe(): Promise<LeaseResult> {
    return this.#ask({ calls: 0 });
  }

  reportRateLimit(retryAfterMs: number | null): Promise<void> {
    const { connection, ownerUserId } = this.#ports;
    return connection().reportRateLimit({ ownerUserId, retryAfterMs });
  }

  reportCredentials(report: Pick<CredentialsReport, 'revision' | 'refusedStatus'>): Promise<void> {
    const { connection, ownerUserId, connectorId } = this.#ports;
    return connection().reportCredentials({ ...report, ownerUserId, connectorId });
  }

  async #askForAll(): Promise<void> {
    this.#isAsking = true;
    // Calls that become ready in the same turn join the request.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, MOST_CALLS);
      const asked = this.#ask({ calls: group.length });
      for (const [at, resolve] of group.entries()) resolve(this.#placeOf(asked, at));
      await asked.catch(() => undefined);
    }
    this.#isAsking = false;
  }

  /** The first call waits for its slot in the object, the others wait here. A call without a slot asks for itself. */
  async #placeOf(asked: Promise<LeaseResult>, at: number): Promise<LeaseResult> {
    const result = await asked;
    if (result.outcome === 'refused' || at === 0) return result;
    const waitMs = result.moreWaitsMs?.[at - 1];
    if (waitMs === undefined) return this.#ask({});
    if (waitMs > 0) await this.#ports.wait(waitMs);
    return result;
  }

  async #ask(request: { expiredRevision?: number; calls?: number }): Promise<LeaseResult> {
    const { connection, ownerUserId, connectorId } = this.#ports;
    const result = await connection().lease({ ...request, ownerUserId, connectorId });
    return result.outcome === 'leased' ? { ...result, lease: this.#known(result.lease) } : result;
  }

  /** Equal leases are the same object, so derived data, such as all written forms of its secrets, is computed once. */
  #known(lease: ConnectionLease): ConnectionLease {
    const text = JSON.stringify(lease);
    if (this.#last?.text !== text) this.#last = { text, lease };
    return this.#last.lease;
  }
}
