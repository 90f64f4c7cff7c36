import { isObject } from '../json/json.ts';
import type { ConnectorRequest } from '../requests/build-request.ts';
import { CredentialsError } from './auth-scheme.ts';

/**
 * Fills in a member of a JSON body that exists and is empty (null or ""): Plaid and Booker want the token in the body. Only an
 * operation whose document has such a member sends it. Others would be refused for an unknown field.
 */
export function withBodyMember(request: ConnectorRequest, name: string, value: string): ConnectorRequest {
  const body = typeof request.body === 'string' ? parseObject(request.body) : null;
  if (!body || !Object.hasOwn(body, name) || (body[name] !== '' && body[name] !== null)) return request;
  return { ...request, body: JSON.stringify({ ...body, [name]: value }) };
}

/**
 * Fills in a path segment that is exactly `{name}`, the default of a path parameter (Airtable's base).
 *
 * @throws CredentialsError for a value that would lead to another path.
 */
export function withPathPart(request: ConnectorRequest, name: string, value: string): ConnectorRequest {
  const url = new URL(request.url);
  const places = new Set([`{${name}}`, encodeURIComponent(`{${name}}`)]);
  const parts = url.pathname.split('/');
  if (!parts.some((part) => places.has(part))) return request;
  if (/^\.{0,2}$/.test(value.trim())) throw new CredentialsError(`The connector's ${name} cannot be part of an address.`);
  url.pathname = parts.map((part) => (places.has(part) ? encodeURIComponent(value) : part)).join('/');
  return { ...request, url: url.href };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
