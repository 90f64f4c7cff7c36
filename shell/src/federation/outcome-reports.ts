import { isAreaProblem } from './area-problem.ts';
import type { AreaOutcome, MountTimes, OutcomeDetails } from './area-slot.ts';
import type { AreaVersion } from './read-registry.ts';
import type { SharedCopy } from './shared-copies.ts';

export interface OutcomeReport {
  area: string;
  version: string;
  outcome: 'Loading' | AreaOutcome;
  message?: string;
  observed?: Partial<MountTimes> & { shared: SharedCopy[] };
}

export interface OutcomeReportsSettings {
  send(report: OutcomeReport): Promise<unknown>;
  isOnline(): boolean;
  /** In a page that nobody sees, the browser slows everything down. */
  isVisible(): boolean;
}

const LONGEST_MESSAGE = 500;
const LONGEST_MS = 120_000;

/**
 * Reports to the registry how the areas' versions do in this browser, so that a version that fails for many people is rolled back. Each
 * outcome of a version is reported once in the life of the page: a version that fails in a loop must not cause a storm of reports. The first
 * time that it is shown, the report says how long that took and which shared packages it got. A preview counts for its own version, and the
 * server takes no version back for it. Nothing waits for a report.
 */
export class OutcomeReports {
  readonly #told = new Set<string>();
  readonly #begun = new Map<string, Promise<void>>();
  readonly #settings: OutcomeReportsSettings;

  constructor(settings: OutcomeReportsSettings) {
    this.#settings = settings;
  }

  /** A version starts to load. This is reported first, because the server accepts no reports about versions that were never loaded. */
  readonly begin = ({ area, version, integrity }: AreaVersion): void => {
    const key = buildKey(area, version);
    if (integrity === null || this.#begun.has(key)) return;
    this.#begun.set(key, this.#send({ area, version, outcome: 'Loading' }));
  };

  readonly report = (
    { area, version, integrity }: AreaVersion,
    outcome: AreaOutcome,
    { error, times, shared = [] }: OutcomeDetails & { shared?: readonly SharedCopy[] } = {},
  ): void => {
    // An area from a development server was never deployed.
    if (integrity === null) return;
    // A failure without a network says nothing about the version.
    if (outcome !== 'Shown' && !this.#settings.isOnline()) return;
    const key = `${buildKey(area, version)} ${outcome}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    const message = error === undefined ? undefined : describeError(error).slice(0, LONGEST_MESSAGE);
    const measured = times && this.#settings.isVisible() ? { loadMs: cap(times.loadMs), mountMs: cap(times.mountMs) } : {};
    const observed = outcome === 'Shown' ? { observed: { ...measured, shared: [...shared] } } : {};
    const report = { area, version, outcome, ...(message ? { message } : {}), ...observed };
    void Promise.resolve(this.#begun.get(buildKey(area, version))).then(() => this.#send(report));
  };

  async #send(report: OutcomeReport): Promise<void> {
    try {
      await this.#settings.send(report);
    } catch {
      // The page continues, whether or not the report arrived.
    }
  }
}

function cap(ms: number): number {
  return Math.min(LONGEST_MS, Math.round(ms));
}

function buildKey(area: string, version: string): string {
  return `${area} ${version}`;
}

function describeError(error: unknown): string {
  if (isAreaProblem(error)) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
