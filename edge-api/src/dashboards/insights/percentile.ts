/**
 * A percentile of durations from their buckets: bucket b holds 2^(b/2) ms up to 2^((b+1)/2) ms. The value is placed within its
 * bucket by rank, on a logarithmic scale, so the error is less than the bucket's width (41 %).
 *
 * @param buckets counts by bucket
 * @param share 0.5 for the median
 * @returns null without any run
 */
export function percentileMs(buckets: ReadonlyMap<number, number>, share: number): number | null {
  const sorted = [...buckets].filter(([, runs]) => runs > 0).sort(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, runs]) => sum + runs, 0);
  const rank = share * total;
  let below = 0;
  for (const [bucket, runs] of sorted) {
    if (below + runs >= rank) return Math.round(2 ** ((bucket + (rank - below) / runs) / 2));
    below += runs;
  }
  return null;
}
