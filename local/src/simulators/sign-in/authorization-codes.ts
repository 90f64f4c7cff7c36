import { createHash, randomBytes } from 'node:crypto';
import type { SimulatorPorts } from '../simulated-system.ts';

interface Code {
  code: string;
  clientId: string;
  redirectUri: string;
  /** RFC 7636; null: the request had none. */
  challenge: string | null;
  atMs: number;
}

const LIFE_MS = 10 * 60_000;

/** Authorization codes (RFC 6749 4.1) that a simulated system issued and nobody has exchanged yet. */
export function authorizationCodes({ store, now }: SimulatorPorts) {
  const codes = store.records<Code>('authorization-codes', ({ code }) => code);
  return {
    give(question: URLSearchParams): string {
      const code = randomBytes(16).toString('hex');
      codes.put({
        code,
        clientId: question.get('client_id') ?? '',
        redirectUri: question.get('redirect_uri') ?? '',
        challenge: question.get('code_challenge'),
        atMs: now(),
      });
      return code;
    },

    /** Whether a code is valid for this token call; it works once. */
    take(form: URLSearchParams, { asksRedirectUri = true }: { asksRedirectUri?: boolean } = {}): boolean {
      const code = codes.get(form.get('code') ?? '');
      if (!code) return false;
      codes.remove(code.code);
      const verifier = form.get('code_verifier');
      const isVerified = code.challenge === null || (verifier !== null && computeChallenge(verifier) === code.challenge);
      const isSameUri = !asksRedirectUri || form.get('redirect_uri') === code.redirectUri;
      return isVerified && isSameUri && form.get('client_id') === code.clientId && now() - code.atMs < LIFE_MS;
    },
  };
}

function computeChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
