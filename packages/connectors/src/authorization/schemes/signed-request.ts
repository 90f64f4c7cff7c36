import { toBase64 } from '@portage/primitives/base64';
import type { ConnectorRequest } from '../../requests/build-request.ts';
import { asked, FIELD_PLACEHOLDER } from '../asked-field.ts';
import type { AuthPorts, AuthScheme, SchemeSetting } from '../auth-scheme.ts';
import { toHex } from '../encode-bytes.ts';
import { withHeader, withQueryParameter } from '../put-on-request.ts';
import { settingsReader } from '../settings-reader.ts';
import { isConnectorFieldName, partNames, partOf, type SignedParts } from './signed-parts.ts';

interface SignedRequestCredentials {
  secret: string;
  hash: 'SHA-1' | 'SHA-256' | 'SHA-512';
  encoding: 'hex' | 'base64';
  signedText: string;
  signature: { in: 'header' | 'query'; name: string; template: string };
  timestamp: { in: 'none' | 'header' | 'query'; name: string; format: 'seconds' | 'milliseconds' | 'iso' };
  /** Fields of the connector that the texts name. */
  fields: Record<string, string>;
}

const PLACES = [
  { value: 'header', label: 'Header' },
  { value: 'query', label: 'Query' },
];

/** Braces may hold a part of the request or a field of the connector. */
const unknownName =
  (allowed: readonly string[]) =>
  (text: string): string | null => {
    const wrong = [...text.matchAll(FIELD_PLACEHOLDER)]
      .map(([, name = '']) => name)
      .find((name) => !allowed.includes(name) && !isConnectorFieldName(name));
    return wrong === undefined ? null : `{${wrong.slice(0, 50)}} stands for nothing. Use ${allowed.map((name) => `{${name}}`).join(', ')}`;
  };
const parameterName = (name: string) =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) ? null : 'This cannot be the name of a header or parameter';

const settings: readonly SchemeSetting[] = [
  {
    name: 'signedText',
    label: 'Signed text',
    hint: `What the signature is made over, in order: ${partNames.map((name) => `{${name}}`).join(', ')}, fields of the connector such as {clientId}, and any other text. Line breaks count.`,
    isLong: true,
    problemOf: unknownName(partNames),
  },
  {
    name: 'hash',
    label: 'Hash of the HMAC',
    usual: 'SHA-256',
    choices: ['SHA-256', 'SHA-1', 'SHA-512'].map((value) => ({ value, label: `HMAC-${value}` })),
  },
  {
    name: 'encoding',
    label: 'Signature is written in',
    usual: 'hex',
    choices: [
      { value: 'hex', label: 'Hex, small letters' },
      { value: 'base64', label: 'Base64' },
    ],
  },
  { name: 'signatureIn', label: 'Signature goes into', usual: 'header', choices: PLACES },
  {
    name: 'signatureName',
    label: 'Name of the signature',
    hint: 'The header or query parameter: X-Signature, sign',
    problemOf: parameterName,
  },
  {
    name: 'signatureValue',
    label: 'Value of the signature',
    hint: '{signature}, {timestamp} and fields of the connector are filled in: HMAC {clientId}:{signature}',
    usual: '{signature}',
    problemOf: (text) =>
      text.includes('{signature}') ? unknownName(['signature', 'timestamp'])(text) : 'The value must contain {signature}',
  },
  {
    name: 'timestampIn',
    label: 'Time of signing goes into',
    usual: 'none',
    choices: [{ value: 'none', label: 'Nowhere' }, ...PLACES],
  },
  { name: 'timestampName', label: 'Name of the time', hint: 'The header or query parameter', usual: 'timestamp', problemOf: parameterName },
  {
    name: 'timestampFormat',
    label: 'Time is written in',
    usual: 'seconds',
    choices: [
      { value: 'seconds', label: 'Seconds since 1970' },
      { value: 'milliseconds', label: 'Milliseconds since 1970' },
      { value: 'iso', label: 'ISO 8601, UTC' },
    ],
  },
];

/** Each request carries an HMAC over parts of itself (TikTok Shop and many others). The connector type says which and where. */
export const signedRequestScheme: AuthScheme<SignedRequestCredentials> = {
  label: 'Signed requests (key and secret)',
  typeLabel: 'Signed requests: HMAC over parts of the request',
  fields: [asked('clientId', 'Key Id'), asked('clientSecret', 'Signing Secret')],
  secretFields: ['clientSecret'],
  signIn: null,
  settings,
  isOffered: 'by-its-types',
  // Keys go on the request before it is signed.
  isReplacedBy: () => false,
  remedy: 'Check Key Id and Signing Secret; the connector type says what is signed.',
  credentials({ settings: ofType, fields, need }) {
    const { text, choice } = settingsReader(settings, ofType);
    const named = [...`${text('signedText')}${text('signatureValue')}`.matchAll(FIELD_PLACEHOLDER)].map(([, name = '']) => name);
    const own = named.filter(isConnectorFieldName);
    return {
      secret: need('clientSecret'),
      hash: choice('hash'),
      encoding: choice('encoding'),
      signedText: text('signedText'),
      signature: { in: choice('signatureIn'), name: text('signatureName'), template: text('signatureValue') },
      timestamp: { in: choice('timestampIn'), name: text('timestampName'), format: choice('timestampFormat') },
      fields: Object.fromEntries(own.map((name) => [name, fields[name] ?? need(name)])),
    };
  },
  async authorize(request, credentials, ports) {
    const { timestamp, signature, fields } = credentials;
    const time = timeOf(timestamp.format, ports.nowMs);
    // The time first: most systems sign the query with it.
    const timed = timestamp.in === 'none' ? request : put(request, timestamp.in, timestamp.name, time);
    const signed = await sign(timed, time, credentials, ports);
    const values: Record<string, string> = { ...fields, signature: signed, timestamp: time };
    const value = signature.template.replaceAll(FIELD_PLACEHOLDER, (_, name: string) => values[name] ?? '');
    return put(timed, signature.in, signature.name, value);
  },
  secretsOf: ({ secret }) => [secret],
};

async function sign(
  request: ConnectorRequest,
  time: string,
  credentials: SignedRequestCredentials,
  { subtle }: AuthPorts,
): Promise<string> {
  const { secret, hash, encoding, signedText, fields } = credentials;
  const parts: SignedParts = { request, time, secret, hash, subtle };
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const match of signedText.matchAll(FIELD_PLACEHOLDER)) {
    const name = match[1] ?? '';
    pieces.push(bytesOf(signedText.slice(end, match.index)), bytesOf(fields[name] ?? (await partOf(name, parts))));
    end = match.index + match[0].length;
  }
  pieces.push(bytesOf(signedText.slice(end)));
  const key = await subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash }, false, ['sign']);
  const signed = new Uint8Array(await subtle.sign('HMAC', key, joined(pieces)));
  return encoding === 'hex' ? toHex(signed) : toBase64(signed);
}

function put(request: ConnectorRequest, place: 'header' | 'query', name: string, value: string): ConnectorRequest {
  return place === 'header' ? withHeader(request, name, value) : withQueryParameter(request, name, value);
}

function timeOf(format: SignedRequestCredentials['timestamp']['format'], nowMs: number): string {
  switch (format) {
    case 'seconds':
      return String(Math.floor(nowMs / 1_000));
    case 'milliseconds':
      return String(nowMs);
    case 'iso':
      return new Date(nowMs).toISOString();
    default:
      return format satisfies never;
  }
}

function bytesOf(piece: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
