/**
 * How many times as long `large` takes as `small`, for tests of how work grows: a duration says more about the machine than
 * about the work. The two are measured alternately, and the minimum of each counts, because other load only adds time.
 */
export function timeRatio(large: () => unknown, small: () => unknown, turns = 15): number {
  let [largeMs, smallMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < turns; turn += 1) {
    largeMs = Math.min(largeMs, measureMs(large));
    smallMs = Math.min(smallMs, measureMs(small));
  }
  return largeMs / smallMs;
}

function measureMs(work: () => unknown): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}
