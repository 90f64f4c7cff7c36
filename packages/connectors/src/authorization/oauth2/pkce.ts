import { toBase64Url } from '@portage/primitives/base64';
import type { AuthPorts } from '../auth-scheme.ts';

export interface Pkce {
  /** Stored until the code is redeemed. */
  verifier: string;
  /** Sent with the authorization URL; the method is S256. */
  challenge: string;
}

/** RFC 7636. */
export async function createPkce({ randomBytes, subtle }: Pick<AuthPorts, 'randomBytes' | 'subtle'>): Promise<Pkce> {
  const verifier = toBase64Url(randomBytes(32));
  return { verifier, challenge: await computeChallenge(verifier, subtle) };
}

export async function computeChallenge(verifier: string, subtle: Pick<typeof crypto.subtle, 'digest'>): Promise<string> {
  return toBase64Url(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}
