const MOST_NAMES = 5;

/** "“Orders”, “Invoices” and 3 more". */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => `“${name}”`);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
