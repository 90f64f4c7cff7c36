/**
 * The same day of the next month, or its last day if it has no such day, as Stripe renews.
 *
 * @param anchor the subscription's first day, so that 28 February follows 31 January, and 31 March follows it
 */
export function addMonth(seconds: number, anchor: number): number {
  const [at, first] = [new Date(seconds * 1000), new Date(anchor * 1000)];
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(first.getUTCDate(), lastDay);
  return Math.floor(Date.UTC(year, month, day, at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()) / 1000);
}
