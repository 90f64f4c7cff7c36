import type { AuthScheme } from '../auth-scheme.ts';
import type { OAuth1SignatureMethod } from '../credentials.ts';
import { toBase64, toBase64Url } from '../encode-bytes.ts';
import { withHeader } from '../put-on-request.ts';
import { percentEncode, signatureBaseString } from './base-string.ts';

const HASHES: Record<OAuth1SignatureMethod, string> = { 'HMAC-SHA1': 'SHA-1', 'HMAC-SHA256': 'SHA-256' };

/** OAuth 1.0a (RFC 5849; HMAC-SHA256 as NetSuite has it). Each request has a nonce of its own. */
export const oauth1Scheme: AuthScheme<'oauth1'> = {
  label: 'OAuth 1.0a',
  async authorize(request, credentials, { nowMs, randomBytes, subtle }) {
    const { consumerKey, consumerSecret, token, tokenSecret = '', signatureMethod, realm, parameters } = credentials;
    const oauthParameters: Record<string, string> = {
      oauth_consumer_key: consumerKey,
      ...(token === undefined ? {} : { oauth_token: token }),
      oauth_signature_method: signatureMethod,
      oauth_timestamp: String(Math.floor(nowMs / 1000)),
      oauth_nonce: toBase64Url(randomBytes(16)).replace(/[-_]/g, 'x'),
      oauth_version: '1.0',
      ...parameters,
    };
    const signature = await sign(signatureMethod, [consumerSecret, tokenSecret], signatureBaseString(request, oauthParameters), subtle);
    const written = Object.entries({ ...oauthParameters, oauth_signature: signature }).map(
      ([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`,
    );
    const all = [...(realm === undefined ? [] : [`realm="${realm.replace(/["\\]/g, '\\$&')}"`]), ...written];
    return withHeader(request, 'Authorization', `OAuth ${all.join(', ')}`);
  },
  secretsOf: ({ consumerSecret, token, tokenSecret }) => [consumerSecret, token, tokenSecret].filter((one) => one !== undefined),
};

/** RFC 5849, section 3.4.2: the key are both secrets, encoded. */
export async function sign(
  method: OAuth1SignatureMethod,
  [consumerSecret, tokenSecret]: readonly [string, string],
  baseString: string,
  subtle: Pick<SubtleCrypto, 'importKey' | 'sign'>,
): Promise<string> {
  const bytes = new TextEncoder().encode(`${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`);
  const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: HASHES[method] }, false, ['sign']);
  return toBase64(new Uint8Array(await subtle.sign('HMAC', key, new TextEncoder().encode(baseString))));
}
