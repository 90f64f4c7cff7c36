import { toBase64, toBase64Url } from '@portage/primitives/base64';
import type { AuthScheme } from '../auth-scheme.ts';
import { percentEncode, signatureBaseString } from '../base-string.ts';
import { withHeader } from '../put-on-request.ts';

export type OAuth1SignatureMethod = 'HMAC-SHA1' | 'HMAC-SHA256';

export interface OAuth1Credentials {
  consumerKey: string;
  consumerSecret: string;
  /** Absent while a token is requested. */
  token?: string;
  tokenSecret?: string;
  signatureMethod: OAuth1SignatureMethod;
  /** NetSuite's account. */
  realm?: string;
  /** Additional `oauth_` parameters: `oauth_callback`, `oauth_verifier`. */
  parameters?: Readonly<Record<string, string>>;
}

const HASHES: Record<OAuth1SignatureMethod, string> = { 'HMAC-SHA1': 'SHA-1', 'HMAC-SHA256': 'SHA-256' };

/** OAuth 1.0a (RFC 5849; HMAC-SHA256, which NetSuite uses). Each request has its own nonce. */
export const oauth1Scheme: AuthScheme<OAuth1Credentials> = {
  label: 'OAuth 1.0a (sign in at the system)',
  typeLabel: 'OAuth 1.0a',
  fields: [],
  secretFields: ['accessToken', 'accessTokenSecret', 'clientSecret'],
  signIn: 'oauth1',
  settings: [],
  isOffered: 'by-its-types',
  isReplacedBy: () => false,
  remedy: 'Check Client Id, Client Secret, Token Id and Token Secret.',
  credentials({ settings, fields, need, client, tokens }) {
    if (tokens) {
      return {
        consumerKey: client.id,
        consumerSecret: client.secret,
        token: tokens.accessToken,
        tokenSecret: tokens.tokenSecret ?? need('accessTokenSecret'),
        signatureMethod: settings.signatureMethod ?? 'HMAC-SHA1',
      };
    }
    // Spec CONN-36 `ManualOAuth`: the tokens were made in the system and pasted.
    const realm = fields['customOptions.accountId'];
    return {
      consumerKey: need('clientId'),
      consumerSecret: need('clientSecret'),
      token: need('accessToken'),
      tokenSecret: need('accessTokenSecret'),
      signatureMethod: settings.signatureMethod ?? 'HMAC-SHA256',
      ...(realm ? { realm } : {}),
    };
  },
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

/** RFC 5849, section 3.4.2: the key consists of both secrets, encoded. */
export async function sign(
  method: OAuth1SignatureMethod,
  [consumerSecret, tokenSecret]: readonly [string, string],
  baseString: string,
  subtle: Pick<typeof crypto.subtle, 'importKey' | 'sign'>,
): Promise<string> {
  const bytes = new TextEncoder().encode(`${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`);
  const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: HASHES[method] }, false, ['sign']);
  return toBase64(new Uint8Array(await subtle.sign('HMAC', key, new TextEncoder().encode(baseString))));
}
