import type { ConnectorRequest } from '../requests/build-request.ts';

/** Percent-encoding of RFC 5849, section 3.6. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * The text that is signed (RFC 5849, section 3.4.1): method, URL and all parameters of query, form body and `Authorization`. Each
 * is encoded, and they are sorted by encoded name and value.
 *
 * @param oauthParameters without `realm` and `oauth_signature`.
 */
export function signatureBaseString(request: ConnectorRequest, oauthParameters: Readonly<Record<string, string>>): string {
  const url = new URL(request.url);
  const parameters = [...url.searchParams, ...formParameters(request), ...Object.entries(oauthParameters)]
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB));
  const normalized = parameters.map(([name, value]) => `${name}=${value}`).join('&');
  return [request.method.toUpperCase(), `${url.origin}${url.pathname}`, normalized].map(percentEncode).join('&');
}

/** Only a single-part form is signed (section 3.4.1.3.1). */
function formParameters({ headers, body }: ConnectorRequest): URLSearchParams {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const isForm = typeof body === 'string' && /^application\/x-www-form-urlencoded\b/i.test(type);
  return new URLSearchParams(isForm ? body : '');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
