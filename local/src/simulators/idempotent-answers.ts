import type { SimulatedResponse } from './simulated-call.ts';
import type { SimulatorPorts } from './simulated-system.ts';

interface StoredResponse {
  key: string;
  atMs: number;
  answer: SimulatedResponse;
}

const LIFE_MS = 24 * 3_600_000;

/** Responses by idempotency key: a repeated call gets the same response and has no further effect. */
export function createIdempotentResponses({ store, now }: SimulatorPorts) {
  const kept = store.records<StoredResponse>('idempotent-answers', ({ key }) => key);

  function forget(): void {
    // Oldest first: the first recent enough key ends the loop.
    for (const { key, atMs } of kept.all()) {
      if (now() - atMs < LIFE_MS) return;
      kept.remove(key);
    }
  }

  return {
    /** @param key null: the call has none. A refusal isn't stored. */
    once(key: string | null, make: () => SimulatedResponse): SimulatedResponse {
      if (key === null) return make();
      const known = kept.get(key);
      if (known && now() - known.atMs < LIFE_MS) return known.answer;
      const answer = make();
      if (answer.status >= 300) return answer;
      if (kept.size % 1_000 === 999) forget();
      kept.put({ key, atMs: now(), answer });
      return answer;
    },
  };
}
