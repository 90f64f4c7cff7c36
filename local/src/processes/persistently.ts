import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

export interface Attempts<Result> {
  attempt(): Promise<Result>;
  /** Called for the first failure and whenever the reason changes, not for each attempt. */
  onFailure(reason: string): void;
  isStopping(): boolean;
}

/** Retries until it succeeds, with growing pauses: a person may free a full disk meanwhile. @returns null if Portage stops first */
export async function persistently<Result>({ attempt, onFailure, isStopping }: Attempts<Result>): Promise<Result | null> {
  let told = '';
  for (let pauseMs = FIRST_PAUSE_MS; !isStopping(); pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const reason = (error as Error).message;
      if (reason !== told) onFailure(reason);
      told = reason;
    }
    await pauseUnless(isStopping, pauseMs);
  }
  return null;
}

/** Sleeps in short pieces, so that Ctrl-C takes effect at once. */
async function pauseUnless(isStopping: () => boolean, pauseMs: number): Promise<void> {
  const deadline = Date.now() + pauseMs;
  while (!isStopping() && Date.now() < deadline) await sleep(Math.min(200, pauseMs));
}
