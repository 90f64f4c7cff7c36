/** Times for `npm start -- --timings`, in milliseconds (tools/start.mjs). */
interface Before {
  startedMs: number;
  packages: number;
  build: number;
}

/** How long the parts of a start took. Parallel parts overlap, so they add up to more than the total. */
export class StartTimings {
  readonly #parts: [name: string, ms: number][] = [];
  readonly #before: Before | null;
  readonly #now: () => number;

  constructor(env: NodeJS.ProcessEnv, now: () => number = Date.now) {
    this.#now = now;
    this.#before = env.PORTAGE_START_TIMINGS ? (JSON.parse(env.PORTAGE_START_TIMINGS) as Before) : null;
    if (!this.#before) return;
    this.#parts.push(['packages', this.#before.packages], ['build', this.#before.build]);
    this.#parts.push(['program', now() - this.#before.startedMs - this.#before.packages - this.#before.build]);
  }

  async measure<Result>(part: string, work: Promise<Result>): Promise<Result> {
    const startedMs = this.#now();
    const result = await work;
    this.#parts.push([part, this.#now() - startedMs]);
    return result;
  }

  /** One line per part, and the total; empty without the option. */
  lines(): string[] {
    if (!this.#before) return [];
    const all: [string, number][] = [...this.#parts, ['all', this.#now() - this.#before.startedMs]];
    return all.map(([part, ms]) => `${String(ms).padStart(6)} ms  ${part}`);
  }
}
