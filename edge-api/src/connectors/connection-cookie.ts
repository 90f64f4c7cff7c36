import { CONNECTION_CALLBACK_PATH, CONNECTION_COOKIE } from '@portage/contracts';

const LIVES_SECONDS = 900;

function getCookieName(connectorId: string): string {
  return `${CONNECTION_COOKIE}-${connectorId}`;
}

/** `Set-Cookie` that ties an authorization to this browser; several can be in progress. No script reads it, and no other path gets it. */
export function connectionCookie(connectorId: string, browserSecret: string, origin: string, path?: string): string {
  return cookie(connectorId, browserSecret, LIVES_SECONDS, origin, path);
}

export function endedConnectionCookie(connectorId: string, origin: string, path?: string): string {
  return cookie(connectorId, '', 0, origin, path);
}

/** The secret in the returning browser's cookie; empty without one. */
export function readBrowserSecret(request: Request, connectorId: string): string {
  const pairs = (request.headers.get('cookie') ?? '').split(/;\s*/).map((pair) => pair.split('='));
  return pairs.find(([name]) => name === getCookieName(connectorId))?.[1] ?? '';
}

/** `Lax`: the system sends the person back through its own link, which isn't same-site. */
function cookie(connectorId: string, value: string, maxAge: number, origin: string, path = CONNECTION_CALLBACK_PATH): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${getCookieName(connectorId)}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
