import { CONNECTION_CALLBACK_PATH } from '@portage/contracts';
import { isUuid } from '@portage/database';
import type { RequestContext } from '../http/context.ts';
import { rawRoute } from '../http/implement.ts';
import { endedConnectionCookie, readBrowserSecret } from './connection-cookie.ts';
import { connectionObject } from './connection-object.ts';

/** Longest query of a callback; a longer one can't be an authorization response. */
const LONGEST_QUERY = 16_000;

/**
 * Where a system sends the person back to. Always redirects to `/connector-created` (spec CONN-16, CONN-17), with
 * `isSuccess=false` and what happened on failure; the connector's `connectionProblem` has the reason.
 */
export const callbackRoute = rawRoute(
  ['GET'],
  CONNECTION_CALLBACK_PATH,
  { access: 'public', effect: 'write', query: 'any' },
  async (context) => {
    const { request, publicOrigin, env } = context;
    const url = new URL(request.url);
    // Only the product's own address has the cookie of the browser that began.
    if (url.origin !== publicOrigin && isElsewhere(context, url)) return redirect(`${publicOrigin}${url.pathname}${url.search}`);
    const [connectorId = ''] = (url.searchParams.get('state') ?? '').split('.');
    if (!isUuid(connectorId) || url.search.length > LONGEST_QUERY) return toPage(publicOrigin, null);
    const result = await connectionObject(env, connectorId).finishAuthorization({
      connectorId,
      query: Object.fromEntries(url.searchParams),
      browserSecret: readBrowserSecret(request, connectorId),
    });
    return toPage(publicOrigin, connectorId, result.outcome === 'connected');
  },
);

/** Behind another Worker the request's own origin may be an internal one; `callbackUrlRoot` may name a separate host. */
function isElsewhere({ publicOrigin }: RequestContext, url: URL): boolean {
  return url.hostname.includes('.') && new URL(publicOrigin).hostname.includes('.') && url.hostname !== new URL(publicOrigin).hostname;
}

function toPage(origin: string, connectorId: string | null, isSuccess = false): Response {
  const page = new URL('/connector-created', origin);
  if (connectorId) page.searchParams.set('connectorId', connectorId);
  if (!isSuccess) page.searchParams.set('isSuccess', 'false');
  const answer = redirect(page.href);
  if (connectorId) answer.headers.set('set-cookie', endedConnectionCookie(connectorId, origin));
  return answer;
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}
