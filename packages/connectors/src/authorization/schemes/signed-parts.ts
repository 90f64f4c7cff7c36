import { md5 } from '@noble/hashes/legacy.js';
import { toBase64 } from '@portage/primitives/base64';
import type { ConnectorRequest } from '../../requests/build-request.ts';
import type { ConnectorField } from '../asked-field.ts';
import { percentEncode } from '../base-string.ts';
import { toBytes, toHex } from '../encode-bytes.ts';

export interface SignedParts {
  request: ConnectorRequest;
  time: string;
  uniqueId: string;
  secret: string;
  hash: string;
  subtle: Pick<typeof crypto.subtle, 'digest'>;
}

/** Parts of a request that a signature can cover. */
const parts: Readonly<Record<string, (given: SignedParts) => string | Uint8Array | Promise<string>>> = {
  method: ({ request }) => request.method.toUpperCase(),
  path: ({ request }) => new URL(request.url).pathname,
  /** As sent, without the question mark. */
  query: ({ request }) => new URL(request.url).search.slice(1),
  /** Decoded names and values, sorted by name and concatenated. */
  sortedQuery: ({ request }) =>
    sortedPairs(
      request,
      ([name]) => name,
      ([name, value]) => `${name}${value}`,
    ).join(''),
  /** `name=value&…`, encoded per RFC 3986 and sorted by name and value. */
  canonicalQuery: ({ request }) => canonicalQuery(request),
  url: ({ request }) => request.url,
  host: ({ request }) => new URL(request.url).host,
  body: ({ request }) => request.body ?? '',
  /** In hex. */
  bodyHash: ({ request, hash, subtle }) => hashBody(request.body, hash, subtle),
  /** In hex. WebCrypto has no MD5, but some systems want it as a checksum (Sunwave). */
  bodyMd5: ({ request }) => toHex(md5(toBytes(request.body ?? ''))),
  timestamp: ({ time }) => time,
  /** New for every signed request. */
  uniqueId: ({ uniqueId }) => uniqueId,
  secret: ({ secret }) => secret,
};

export const partNames: readonly string[] = Object.keys(parts);

/** Parts that may be sent next to a signature: the system needs them to recalculate it. */
export const sentPartNames: readonly string[] = ['timestamp', 'uniqueId', 'bodyHash', 'bodyMd5'];

const BASE64 = 'base64:';

/** The part that a name in braces refers to: `{base64:timestamp}` is the timestamp in Base64. */
export function partNamed(name: string): string {
  return name.startsWith(BASE64) ? name.slice(BASE64.length) : name;
}

export async function resolvePart(name: string, given: SignedParts): Promise<string | Uint8Array> {
  const part = partNamed(name);
  const value = Object.hasOwn(parts, part) ? ((await parts[part]?.(given)) ?? '') : '';
  return part === name ? value : toBase64(toBytes(value));
}

function canonicalQuery(request: ConnectorRequest): string {
  const encoded = ([name, value]: [string, string]) => `${percentEncode(name)}=${percentEncode(value)}`;
  // `=` sorts after the characters that names end in, so names and values are compared separately.
  return sortedPairs(request, ([name, value]) => `${percentEncode(name)}\0${percentEncode(value)}`, encoded).join('&');
}

function sortedPairs(
  { url }: ConnectorRequest,
  keyOf: (pair: [string, string]) => string,
  textOf: (pair: [string, string]) => string,
): string[] {
  const pairs = [...new URL(url).searchParams].map((pair) => ({ key: keyOf(pair), text: textOf(pair) }));
  return pairs.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ text }) => text);
}

async function hashBody(body: ConnectorRequest['body'], hash: string, subtle: Pick<typeof crypto.subtle, 'digest'>): Promise<string> {
  return toHex(new Uint8Array(await subtle.digest(hash, toBytes(body ?? ''))));
}

const FIELDS: readonly string[] = ['slug', 'username', 'clientId', 'realmId', 'apiKey', 'accessToken'] satisfies ConnectorField[];

/** Whether the name, in braces, refers to a field of the connector. */
export function isConnectorFieldName(name: string): name is ConnectorField {
  return FIELDS.includes(name) || /^customOptions\.[\w.:]+$/.test(name);
}
