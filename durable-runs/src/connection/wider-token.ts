/** Member of the token response that holds the original, wider token, which a narrower one was exchanged for. */
export const WIDER_TOKEN = 'portage:widerToken';

/** The token for calls that list what can be chosen; null if there is only one token. */
export function widerToken(other: Readonly<Record<string, unknown>>): string | null {
  const token = other[WIDER_TOKEN];
  return typeof token === 'string' ? token : null;
}
