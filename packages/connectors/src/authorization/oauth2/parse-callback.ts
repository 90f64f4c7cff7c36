export type CallbackResult =
  /** `other`: what systems send along with the code (QuickBooks: realmId; Shopify: shop). */
  { ok: true; code: string; other: Record<string, string> } | { ok: false; code: string; message: string };

/**
 * Reads the callback from the system's consent page (RFC 6749, sections 4.1.2 and 10.12).
 *
 * @param expectedState of the signed-in person; null if no sign-in was started (HOSTILE 27).
 */
export function parseCallback(query: URLSearchParams, expectedState: string | null): CallbackResult {
  const { code, state, error, error_description: description, ...other } = Object.fromEntries(query);
  if (!expectedState || !state || !isSame(state, expectedState)) {
    return {
      ok: false,
      code: 'state-mismatch',
      message: 'This response doesn’t belong to a connection that you started. Please connect again.',
    };
  }
  if (error) return { ok: false, code: error, message: describe(error, description) };
  return code ? { ok: true, code, other } : { ok: false, code: 'no-code', message: 'The system sent no code. Please connect again.' };
}

function describe(error: string, description: string | undefined): string {
  if (error === 'access_denied') return 'The system says that access was not granted.';
  return `The system refused: ${(description ?? error).slice(0, 300)}`;
}

/** Takes time that depends only on the length. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ (b.charCodeAt(at % b.length) || 0);
  return difference === 0;
}
