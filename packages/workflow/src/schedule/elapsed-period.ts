import type { Period } from './period.ts';

/** Minutes and hours are elapsed time: 90 minutes are 90 minutes, whatever clocks do meanwhile. @param unitMs length of one unit */
export function elapsedPeriod(unitMs: number): Period {
  return {
    fire: ({ startMs, frequency }, index) => startMs + index * frequency * unitMs,
    indexUpTo: ({ startMs, frequency }, instantMs) => Math.floor((instantMs - startMs) / (frequency * unitMs)),
  };
}
