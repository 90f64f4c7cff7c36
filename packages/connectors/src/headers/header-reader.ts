/** Request headers as `Headers` or as a plain object in any letter case. */
export type HeaderSource = { get(name: string): string | null } | Readonly<Record<string, string | undefined>>;

/** The value of a header, trimmed; null if it's absent or blank. */
export type ReadHeader = (name: string) => string | null;

export function headerReader(headers: HeaderSource): ReadHeader {
  if (hasGet(headers)) return (name) => headers.get(name)?.trim() || null;
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => byName.get(name.toLowerCase())?.trim() || null;
}

function hasGet(headers: HeaderSource): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}
