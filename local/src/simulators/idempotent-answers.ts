import type { SimulatedAnswer } from './simulated-call.ts';
import type { SimulatorPorts } from './simulated-system.ts';

interface Kept {
  key: string;
  atMs: number;
  answer: SimulatedAnswer;
}

const LIFE_MS = 24 * 3_600_000;

/** Answers of calls by the keys they came with: a call that comes again is answered as it was, and does nothing more. */
export function idempotentAnswers({ store, now }: SimulatorPorts) {
  const kept = store.records<Kept>('idempotent-answers', ({ key }) => key);

  function forget(): void {
    // In the order of their making: the first that is young enough ends it.
    for (const { key, atMs } of kept.all()) {
      if (now() - atMs < LIFE_MS) return;
      kept.remove(key);
    }
  }

  return {
    /** @param key null: the call has none. A refusal is not kept. */
    once(key: string | null, make: () => SimulatedAnswer): SimulatedAnswer {
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
