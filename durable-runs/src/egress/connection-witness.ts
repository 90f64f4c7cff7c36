import type { ProbeResult } from './connection-probe.ts';

export type Probe = (url: URL) => Promise<ProbeResult>;

/** A host that was reached within this time is taken to be there: another connection to it would be one too many. */
const REACHED_MS = 10_000;
const MOST_HOSTS = 1_000;
/** Methods that a server may get twice: for these it is enough to look after the failure. */
const REPEATABLE = /^(?:GET|HEAD|OPTIONS|PUT|DELETE|TRACE)$/i;

const reachedAtMs = new Map<string, number>();
/** Hosts that respond to calls and refuse the witness, as Cloudflare does for addresses of its own: there it proves nothing. */
const refusesWitness = new Set<string>();

/**
 * Finds out whether a call that got no response can have arrived. The runtime says the same of a port that is closed and of a
 * connection that broke off after the request, so a second connection is the witness. For a call that must not be repeated it is
 * tried while the call begins: a server that ends because of the call refuses connections only afterwards.
 */
export class ConnectionWitness {
  readonly #probe: Probe;
  readonly #url: URL;
  /** Read once: in workerd each reading builds it anew. */
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

  /** True only if it is certain that the call did not arrive. */
  async sawNoConnection(): Promise<boolean> {
    if (refusesWitness.has(this.#origin)) return false;
    if (this.#early) return (await this.#early) === 'refused';
    return this.#isRepeatable && (await this.#probe(this.#url)) === 'refused';
  }
}
