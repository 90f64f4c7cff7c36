import { SECURITY_HEADERS } from './security-headers.ts';

const NAMES = Object.keys(SECURITY_HEADERS);

/** A Worker's response that already has all of these headers is passed through: copying every response would slow down the webhooks. */
export function withOwnHeaders(response: Response, url: URL): Response {
  return NAMES.every((name) => response.headers.has(name)) ? response : withHeaders(response, url);
}

/** The same response with the security headers, plus the given ones. */
export function withHeaders(response: Response, url: URL, headers: Record<string, string> = {}): Response {
  // An upgrade to a WebSocket can't be wrapped.
  if (response.status === 101 || response.webSocket) return response;
  const answer = new Response(response.body, response);
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...headers })) answer.headers.set(name, value);
  if (url.protocol === 'https:') answer.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  return answer;
}
