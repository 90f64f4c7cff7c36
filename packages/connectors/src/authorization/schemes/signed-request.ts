import { toBase64, toBase64Url } from '@portage/primitives/base64';
import { joinBytes } from '@portage/primitives/join-bytes';
import type { ConnectorRequest } from '../../requests/build-request.ts';
import { asked, FIELD_PLACEHOLDER } from '../asked-field.ts';
import type { AuthorizationSettings, AuthScheme, SchemeSetting } from '../auth-scheme.ts';
import { toBytes, toHex, toUuid } from '../encode-bytes.ts';
import { withHeader, withQueryParameter } from '../put-on-request.ts';
import { isConnectorFieldName, resolvePart, type SignedParts } from './signed-parts.ts';
import { signedRequestSettings } from './signed-request-settings.ts';

interface SignedRequestCredentials {
  secret: string;
  hash: 'SHA-1' | 'SHA-256' | 'SHA-512';
  encoding: 'hex' | 'base64' | 'base64url' | 'base64url-padded';
  signedText: string;
  signature: { in: 'header' | 'query'; name: string; template: string };
  timestamp: { in: 'none' | 'header' | 'query'; name: string; format: 'seconds' | 'milliseconds' | 'iso' | 'rfc2822' };
  /** The connector's fields that the texts name. */
  fields: Record<string, string>;
}

/** Each request carries an HMAC over parts of itself (TikTok Shop and others). The connector type says which parts, and where it goes. */
export const signedRequestScheme: AuthScheme<SignedRequestCredentials> = {
  label: 'Signed requests (key and secret)',
  typeLabel: 'Signed requests: HMAC over parts of the request',
  fields: [asked('clientId', 'Key Id'), asked('clientSecret', 'Signing Secret')],
  secretFields: ['clientSecret'],
  signIn: null,
  settings: signedRequestSettings,
  isOffered: 'by-its-types',
  // Keys go on the request before it is signed.
  isReplacedBy: () => false,
  remedy: 'Check the ids and the secret that the connector signs with; its connector type says what is signed.',
  credentials({ settings: ofType, fields, need }) {
    const { text, choice } = settingsReader(signedRequestSettings, ofType);
    const named = [...`${text('signedText')}${text('signatureValue')}`.matchAll(FIELD_PLACEHOLDER)].map(([, name = '']) => name);
    const own = named.filter(isConnectorFieldName);
    return {
      // Spec CONN-43: Sunwave's secret is a Private Key.
      secret: need(ofType.form === 'Sunwave' ? 'password' : 'clientSecret'),
      hash: choice('hash'),
      encoding: choice('encoding'),
      signedText: text('signedText'),
      signature: { in: choice('signatureIn'), name: text('signatureName'), template: text('signatureValue') },
      timestamp: { in: choice('timestampIn'), name: text('timestampName'), format: choice('timestampFormat') },
      fields: Object.fromEntries(own.map((name) => [name, fields[name] ?? need(name)])),
    };
  },
  async authorize(request, credentials, { nowMs, randomBytes, subtle }) {
    const { timestamp, signature, fields, secret, hash, encoding, signedText } = credentials;
    const time = formatTimestamp(timestamp.format, nowMs);
    // The time comes first: most systems include it in the signed query.
    const timed = timestamp.in === 'none' ? request : put(request, timestamp.in, timestamp.name, time);
    const parts: SignedParts = { request: timed, time, uniqueId: toUuid(randomBytes(16)), secret, hash, subtle };
    const key = await subtle.importKey('raw', toBytes(secret), { name: 'HMAC', hash }, false, ['sign']);
    const partNamed = eachOnce((name) => resolvePart(name, parts));
    const signed = await subtle.sign('HMAC', key, await filled(signedText, fields, partNamed));
    const values = { ...fields, signature: encoded(new Uint8Array(signed), encoding) };
    return put(timed, signature.in, signature.name, new TextDecoder().decode(await filled(signature.template, values, partNamed)));
  },
  secretsOf: ({ secret }) => [secret],
};

type PartNamed = (name: string) => ReturnType<typeof resolvePart>;

/** Computes each part once. A part may be both in the signed text and next to the signature, and hashing a large body takes time. */
function eachOnce(partNamed: PartNamed): PartNamed {
  const known = new Map<string, ReturnType<PartNamed>>();
  return (name) => {
    const part = known.get(name) ?? partNamed(name);
    known.set(name, part);
    return part;
  };
}

/** A text with its braces filled. Returns bytes, because a body may not be text. */
async function filled(text: string, values: Readonly<Record<string, string>>, partNamed: PartNamed): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const match of text.matchAll(FIELD_PLACEHOLDER)) {
    const name = match[1] ?? '';
    pieces.push(toBytes(text.slice(end, match.index)), toBytes(values[name] ?? (await partNamed(name))));
    end = match.index + match[0].length;
  }
  return joinBytes([...pieces, toBytes(text.slice(end))]);
}

function encoded(bytes: Uint8Array, encoding: SignedRequestCredentials['encoding']): string {
  switch (encoding) {
    case 'hex':
      return toHex(bytes);
    case 'base64':
      return toBase64(bytes);
    case 'base64url':
      return toBase64Url(bytes);
    case 'base64url-padded': {
      const text = toBase64Url(bytes);
      return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
    }
    default:
      return encoding satisfies never;
  }
}

function put(request: ConnectorRequest, place: 'header' | 'query', name: string, value: string): ConnectorRequest {
  return place === 'header' ? withHeader(request, name, value) : withQueryParameter(request, name, value);
}

function formatTimestamp(format: SignedRequestCredentials['timestamp']['format'], nowMs: number): string {
  switch (format) {
    case 'seconds':
      return String(Math.floor(nowMs / 1_000));
    case 'milliseconds':
      return String(nowMs);
    case 'iso':
      return new Date(nowMs).toISOString();
    case 'rfc2822':
      return new Date(nowMs).toUTCString().replace('GMT', '+0000');
    default:
      return format satisfies never;
  }
}

/** Reads a scheme's settings: the connector type's value, or the default. They were checked when the type was saved. */
function settingsReader(settings: readonly SchemeSetting[], { authorizationSettings = {} }: AuthorizationSettings) {
  const text = (name: string): string => {
    const value = authorizationSettings[name];
    return value?.trim() ? value : (settings.find((setting) => setting.name === name)?.usual ?? '');
  };
  return {
    text,
    choice: <Choice extends string>(name: string) => text(name) as Choice,
  };
}
