/** First instants (UTC) of the last `count` months, oldest first, the current one last. */
export function lastMonths(now: Date, count: number): Date[] {
  return Array.from({ length: count }, (_, index) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1)));
}
