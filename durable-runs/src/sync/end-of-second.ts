/** The `Date` header has whole seconds: the write may have been made at the end of that second. */
export function endOfSecond({ date }: Record<string, string>): number | null {
  const answeredAtMs = Date.parse(date ?? '');
  return Number.isNaN(answeredAtMs) ? null : answeredAtMs + 1_000;
}
