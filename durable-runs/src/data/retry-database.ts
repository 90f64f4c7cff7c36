import { findSqlState } from '@portage/database';

const PAUSES_MS = [100, 400, 1_500, 5_000, 15_000, 30_000, 60_000, 60_000, 60_000, 60_000, 60_000];

/** Repeats a call that failed because PostgreSQL was unreachable, starting or stopping. A rejected statement fails at once. */
export async function retryDatabase<T>(call: () => Promise<T>, wait: (ms: number) => Promise<void>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await call();
    } catch (error) {
      const state = findSqlState(error);
      if (state !== null && !/^(08|53|57|40)/.test(state)) throw error;
      await wait(pauseMs);
    }
  }
  return call();
}
