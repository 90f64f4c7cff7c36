import { isAreaProblem } from './area-problem.ts';
import type { AreaOutcome } from './area-slot.ts';
import type { AreaVersion } from './read-registry.ts';

export interface OutcomeReport {
  area: string;
  version: string;
  outcome: 'Loading' | AreaOutcome;
  message?: string;
}

export interface OutcomeReportsSettings {
  send(report: OutcomeReport): Promise<unknown>;
  isOnline(): boolean;
}

const LONGEST_MESSAGE = 500;

/**
 * Reports to the registry how the areas' versions do in this browser, so that a version that fails for many people is rolled back. Each
 * outcome of a version is reported once in the life of the page: a version that fails in a loop must not cause a storm of reports. Nothing
 * waits for a report.
 */
export class OutcomeReports {
  readonly #told = new Set<string>();
  readonly #begun = new Map<string, Promise<void>>();
  readonly #settings: OutcomeReportsSettings;

  constructor(settings: OutcomeReportsSettings) {
    this.#settings = settings;
  }

  /** A version starts to load. This is reported first, because the server accepts no reports about versions that were never loaded. */
  readonly begin = ({ area, version, integrity, isPreview }: AreaVersion): void => {
    const key = buildKey(area, version);
    if (integrity === null || isPreview || this.#begun.has(key)) return;
    this.#begun.set(key, this.#send({ area, version, outcome: 'Loading' }));
  };

  readonly report = ({ area, version, integrity, isPreview }: AreaVersion, outcome: AreaOutcome, error?: unknown): void => {
    // An area from a development server was never deployed, and a preview is nobody else's.
    if (integrity === null || isPreview) return;
    // A failure without a network says nothing about the version.
    if (outcome !== 'Shown' && !this.#settings.isOnline()) return;
    const key = `${buildKey(area, version)} ${outcome}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    const message = error === undefined ? undefined : describeError(error).slice(0, LONGEST_MESSAGE);
    const report = { area, version, outcome, ...(message ? { message } : {}) };
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

function buildKey(area: string, version: string): string {
  return `${area} ${version}`;
}

function describeError(error: unknown): string {
  if (isAreaProblem(error)) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
