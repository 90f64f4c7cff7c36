import { round } from '../load-client.ts';

const CALLS = 15;

/** The times of a call that returns how many runs it found or counted. */
export async function timed(call: () => Promise<number>) {
  const times: number[] = [];
  let runs = 0;
  for (let count = 0; count < CALLS; count++) {
    const startMs = performance.now();
    runs = await call();
    times.push(performance.now() - startMs);
  }
  times.sort((one, other) => one - other);
  const at = (place: number) => round(times.at(place) ?? 0, 1);
  return { runs, leastMs: at(0), medianMs: at(Math.floor(CALLS / 2)), worstMs: at(-1) };
}
