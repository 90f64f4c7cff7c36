/** The `Date` header has whole seconds, so the write may have happened as late as the end of that second. */
export function endOfSecond({ date }: Record<string, string>): number | null {
  const answeredAtMs = Date.parse(date ?? '');
  return Number.isNaN(answeredAtMs) ? null : answeredAtMs + 1_000;
}
