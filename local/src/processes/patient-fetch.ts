import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@portage/primitives/durations';

export interface Patience {
  patienceMs?: number;
  pauseMs?: number;
  send?: typeof fetch;
}

/**
 * A `fetch` for a start's calls to its own API. It repeats a call that gets a 503 (the database took longer than a
 * statement may take, as on a slow disk), because one slow moment must not end the start.
 *
 * @param patienceMs how long calls are repeated; then the last response is returned
 */
export function patientFetch({ patienceMs = MINUTE_MS, pauseMs = 500, send = fetch }: Patience = {}): typeof fetch {
  return async (input, init) => {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const response = await send(input, init);
      if (response.status !== 503 || Date.now() > deadline) return response;
      await response.body?.cancel();
      await sleep(pauseMs);
    }
  };
}
