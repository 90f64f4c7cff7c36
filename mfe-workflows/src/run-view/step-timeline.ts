/** When a step ran, as fractions of its run. */
export interface TimelineBar {
  /** 0 to 1. */
  start: number;
  /** 0 to 1; never too short to see. */
  length: number;
}

/** The narrowest bar that is still visible. */
const MIN_LENGTH = 0.01;

/**
 * Bars on one time axis. @param steps ISO instants; an unfinished step lasts until now
 * @returns null for a step that hasn't started
 */
export function buildTimelineBars(
  steps: readonly { startedAt: string | null; finishedAt: string | null }[],
  nowMs: number,
): (TimelineBar | null)[] {
  const spans = steps.map(({ startedAt, finishedAt }) => {
    if (!startedAt) return null;
    const startMs = Date.parse(startedAt);
    return { startMs, endMs: Math.max(startMs, finishedAt ? Date.parse(finishedAt) : nowMs) };
  });
  const known = spans.filter((span) => span !== null);
  const firstMs = known.reduce((least, span) => Math.min(least, span.startMs), Number.POSITIVE_INFINITY);
  const lastMs = known.reduce((most, span) => Math.max(most, span.endMs), Number.NEGATIVE_INFINITY);
  const totalMs = Math.max(1, lastMs - firstMs);

  return spans.map((span) => {
    if (!span) return null;
    const length = Math.max(MIN_LENGTH, (span.endMs - span.startMs) / totalMs);
    return { start: Math.min(1 - length, (span.startMs - firstMs) / totalMs), length };
  });
}
