import type { ConnectorRequest } from '../requests/build-request.ts';
import type { AuthScheme } from './auth-scheme.ts';
import type { SignedPart, SignedRequestCredentials } from './credentials.ts';
import { toBase64, toHex } from './encode-bytes.ts';
import { withHeader, withKeys, withQueryParameter } from './put-on-request.ts';

export const signedRequestScheme: AuthScheme<'signedRequest'> = {
  label: 'Signed requests',
  async authorize(request, credentials, { nowMs, subtle }) {
    const { secret, hash, encoding, parts, timestamp, signature, keys = [] } = credentials;
    const time = String(timestamp?.unit === 'milliseconds' ? nowMs : Math.floor(nowMs / 1000));
    // Keys and time first: most systems sign the query with them in it.
    const keyed = withKeys(request, keys);
    const timed = timestamp ? put(keyed, timestamp, time) : keyed;
    const key = await subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash }, false, ['sign']);
    const signed = new Uint8Array(await subtle.sign('HMAC', key, bytesOf(timed, parts, secret, time)));
    const text = encoding === 'hex' ? toHex(signed) : toBase64(signed);
    return put(timed, signature, `${signature.prefix ?? ''}${text}`);
  },
  secretsOf: ({ secret, keys = [] }) => [secret, ...keys.map(({ value }) => value)],
};

function put(request: ConnectorRequest, { in: place, name }: SignedRequestCredentials['signature'], value: string): ConnectorRequest {
  return place === 'header' ? withHeader(request, name, value) : withQueryParameter(request, name, value);
}

function bytesOf(request: ConnectorRequest, parts: readonly SignedPart[], secret: string, time: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const pieces = parts.map((part) => {
    const piece = pieceOf(request, part, secret, time);
    return typeof piece === 'string' ? encoder.encode(piece) : piece;
  });
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function pieceOf({ method, url, body }: ConnectorRequest, part: SignedPart, secret: string, time: string): string | Uint8Array {
  if (typeof part === 'object') return part.text;
  switch (part) {
    case 'method':
      return method;
    case 'path':
      return new URL(url).pathname;
    case 'sortedQuery': {
      const pairs = [...new URL(url).searchParams].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      return pairs.map(([name, value]) => `${name}${value}`).join('');
    }
    case 'url':
      return url;
    case 'body':
      return body ?? '';
    case 'timestamp':
      return time;
    case 'secret':
      return secret;
    default:
      return part satisfies never;
  }
}
