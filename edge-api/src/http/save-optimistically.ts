import type { ApiProblem } from './api-problem.ts';

/** Gives up after losing to other writes this many times in a row. */
const MAX_ATTEMPTS = 10;

/**
 * Reads, decides and writes; if another write came in between, decides again from that result.
 *
 * @param attempt undefined: it lost to another write
 * @throws ApiProblem `lost`, after losing too often
 */
export async function saveOptimistically<Saved>(attempt: () => Promise<Saved | undefined>, lost: () => ApiProblem): Promise<Saved> {
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    const saved = await attempt();
    if (saved !== undefined) return saved;
  }
  throw lost();
}
