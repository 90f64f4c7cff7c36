import { createHmac, timingSafeEqual } from 'node:crypto';
import { clientApps } from '../client-apps.ts';
import type { SimulatedCall } from '../simulated-call.ts';

const MOST_SKEW_S = 300;

/** Token-based authentication: each call is signed with the secrets of an app and a token (RFC 5849, HMAC-SHA256). */
export function signedCalls(accountId: string, now: () => number) {
  /** Nonces with the time at which each may be forgotten. */
  const nonces = new Map<string, number>();

  return {
    /** @returns what is wrong with the signature; null: nothing */
    problemOf(call: SimulatedCall): string | null {
      const header = call.header('authorization') ?? '';
      const given = Object.fromEntries(
        [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decodeURIComponent(value)]),
      );
      const app = clientApps.find(({ clientId }) => clientId === given.oauth_consumer_key);
      if (!header.startsWith('OAuth ') || !app) return 'The consumer key is not known.';
      if (given.realm?.toLowerCase().replaceAll('_', '-') !== accountId) return 'The realm is not the account.';
      if (given.oauth_token !== app.accessToken) return 'The token is not known.';
      if (given.oauth_signature_method !== 'HMAC-SHA256') return 'The signature method is not HMAC-SHA256.';
      const seconds = now() / 1_000;
      if (!(Math.abs(Number(given.oauth_timestamp) - seconds) <= MOST_SKEW_S)) return 'The timestamp is too old.';
      const key = `${encoded(app.clientSecret)}&${encoded(app.clientSecret)}`;
      const expected = createHmac('sha256', key).update(baseString(call, given)).digest();
      const signature = Buffer.from(given.oauth_signature ?? '', 'base64');
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return 'The signature is wrong.';
      for (const [nonce, endsS] of nonces) {
        if (endsS > seconds) break;
        nonces.delete(nonce);
      }
      const nonce = `${given.oauth_timestamp} ${given.oauth_nonce}`;
      if (nonces.has(nonce)) return 'The nonce was used before.';
      nonces.set(nonce, seconds + 2 * MOST_SKEW_S);
      return null;
    },
  };
}

/** Method, address and all parameters, sorted (RFC 5849, 3.4.1). */
function baseString({ method, url }: SimulatedCall, given: Readonly<Record<string, string>>): string {
  const own = Object.entries(given).filter(([name]) => name !== 'realm' && name !== 'oauth_signature');
  const parameters = [...url.searchParams, ...own]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  // The call reached this machine without TLS, but was signed for the real address.
  return [method, `https://${url.host}${url.pathname}`, parameters].map(encoded).join('&');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
