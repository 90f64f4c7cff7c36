/** Among what the system said with a token: the one that was traded for it, which reaches what lies beyond the narrower one. */
export const WIDER_TOKEN = 'portage:widerToken';

/** The token of calls that look for what can be chosen; null where there is only one. */
export function widerToken(other: Readonly<Record<string, unknown>>): string | null {
  const token = other[WIDER_TOKEN];
  return typeof token === 'string' ? token : null;
}
