/** Decimal digits per bucket in the number that stores a histogram; see the table. */
export const BUCKET_DIGITS = 12;

/** The counts of a histogram by bucket, without empty buckets. */
export function readHistogram(durations: string): Map<number, number> {
  const buckets = new Map<number, number>();
  for (let end = durations.length, bucket = 0; end > 0; end -= BUCKET_DIGITS, bucket += 1) {
    const runs = Number(durations.slice(Math.max(0, end - BUCKET_DIGITS), end));
    if (runs > 0) buckets.set(bucket, runs);
  }
  return buckets;
}
