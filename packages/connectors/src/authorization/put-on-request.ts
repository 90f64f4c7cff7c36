import { HEADER_VALUE } from '@portage/primitives/http';
import type { ConnectorRequest } from '../requests/build-request.ts';
import { CredentialsError } from './auth-scheme.ts';
import { withBodyMember, withPathPart } from './fill-place.ts';
import type { RequestKey } from './keys.ts';

/** Replaces a header of the same name, whatever its case. */
export function withHeader(request: ConnectorRequest, name: string, value: string): ConnectorRequest {
  // Characters a header cannot carry would fail later, with a message that shows the secret.
  if (!HEADER_VALUE.test(value)) throw new CredentialsError('A credential contains characters that a header cannot carry.');
  const others = Object.entries(request.headers).filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: { ...Object.fromEntries(others), [name]: value } };
}

/** Replaces query parameters of the same name. The rest of the query keeps its spelling. */
export function withQueryParameter(request: ConnectorRequest, name: string, value: string): ConnectorRequest {
  const url = new URL(request.url);
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && decodedName(pair) !== name);
  url.search = [...kept, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&');
  return { ...request, url: url.href };
}

function decodedName(pair: string): string {
  const [[name] = ['']] = new URLSearchParams(pair);
  return name;
}

/** Cookies that the request already sends. The header name may be in any case. */
function listCookies({ headers }: ConnectorRequest): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (name.toLowerCase() === 'cookie' && value !== '' ? [value] : []));
}

/** Puts keys in headers, query and cookies, and in the request's placeholders. */
export function withKeys(request: ConnectorRequest, keys: readonly RequestKey[]): ConnectorRequest {
  return keys.reduce((changed, { in: place, name, value }) => {
    switch (place) {
      case 'header':
        return withHeader(changed, name, value);
      case 'query':
        return withQueryParameter(changed, name, value);
      case 'cookie': {
        const cookie = `${name}=${encodeURIComponent(value)}`;
        return withHeader(changed, 'Cookie', [...listCookies(changed), cookie].join('; '));
      }
      case 'body':
        return withBodyMember(changed, name, value);
      case 'path':
        return withPathPart(changed, name, value);
      default:
        return place satisfies never;
    }
  }, request);
}
