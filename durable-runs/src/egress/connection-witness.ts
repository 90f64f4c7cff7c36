import type { ProbeResult } from './connection-probe.ts';

export type Probe = (url: URL) => Promise<ProbeResult>;

/** A host reached within this time is assumed to be up, so no second connection is opened. */
const REACHED_MS = 10_000;
const MOST_HOSTS = 1_000;
/** Methods a server may receive twice: for these it's enough to probe after the failure. */
const REPEATABLE = /^(?:GET|HEAD|OPTIONS|PUT|DELETE|TRACE)$/i;

const reachedAtMs = new Map<string, number>();
/** Hosts that respond to calls but refuse the witness, as Cloudflare does for its own addresses. There it proves nothing. */
const refusesWitness = new Set<string>();

/**
 * Finds out whether a call without a response can have arrived. The runtime reports a closed port and a connection lost after the
 * request alike, so a second connection is the witness. For a call that must not be repeated, the witness connects while the call
 * starts: a server that dies because of the call refuses connections only afterwards.
 */
export class ConnectionWitness {
  readonly #probe: Probe;
  readonly #url: URL;
  /** Stored because workerd computes it on every read. */
  readonly #origin: string;
  readonly #early: Promise<ProbeResult> | null;
  readonly #isRepeatable: boolean;

  constructor(method: string, url: URL, probe: Probe) {
    this.#probe = probe;
    this.#url = url;
    this.#origin = url.origin;
    this.#isRepeatable = REPEATABLE.test(method);
    const isKnown = Date.now() - (reachedAtMs.get(this.#origin) ?? 0) < REACHED_MS;
    this.#early = this.#isRepeatable || isKnown ? null : probe(url);
  }

  reached(): void {
    if (reachedAtMs.size >= MOST_HOSTS) reachedAtMs.clear();
    if (refusesWitness.size >= MOST_HOSTS) refusesWitness.clear();
    reachedAtMs.set(this.#origin, Date.now());
    void this.#early?.then((result) => {
      if (result === 'refused') refusesWitness.add(this.#origin);
    });
  }

  /** True only if the call certainly didn't arrive. */
  async sawNoConnection(): Promise<boolean> {
    if (refusesWitness.has(this.#origin)) return false;
    if (this.#early) return (await this.#early) === 'refused';
    return this.#isRepeatable && (await this.#probe(this.#url)) === 'refused';
  }
}
