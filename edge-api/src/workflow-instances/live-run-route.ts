import { accessTokenOfProtocols, LIVE_RUN_PROTOCOL, LIVE_WATCHER_HEADER, type LiveWatcher } from '@portage/contracts';
import { ApiProblem } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { type Route, rawRoute } from '../http/implement.ts';
import type { RouterSettings } from '../http/router.ts';
import { openReadableRun, runNotFound } from './locate-run.ts';
import { runShardStub } from './run-shards.ts';

/**
 * `GET /api/workflows/instances/{id}/live`: a WebSocket that pushes a run's progress (durable-runs/README.md). The access
 * token is sent as a subprotocol, see `liveRunProtocols`.
 */
export function liveRunRoutes(authorize: RouterSettings['authorize']): Route[] {
  return [
    rawRoute(['GET'], '/api/workflows/instances/{id}/live', { access: 'public', effect: 'read' }, (context, { id = '' }) =>
      openLiveRun(context, id, authorize),
    ),
  ];
}

/** @throws ApiProblem 426 when it is not an upgrade, 401, 404 */
async function openLiveRun(context: RequestContext, runId: string, authorize: RouterSettings['authorize']): Promise<Response> {
  if (context.request.headers.get('upgrade')?.toLowerCase() !== 'websocket') {
    throw new ApiProblem(426, 'upgrade-required', 'This address only supports WebSocket.', { headers: { upgrade: 'websocket' } });
  }
  const userContext = await authorize({ ...context, request: withBearer(context.request) }, { access: 'user', apiKeyUse: ['read'] });
  const opened = await openReadableRun(runId, userContext);
  if (!opened) throw runNotFound();

  // The shard closes the view when the token expires or the session ends.
  const { sessionId, tokenExpiresAtMs } = userContext.user;
  const watcher: LiveWatcher = { sessionId, tokenExpiresAtMs, viewer: opened.viewer };
  const answer = await runShardStub(context.env, opened.location.shardName).fetch(
    `https://run-shard/live?runId=${encodeURIComponent(runId)}`,
    {
      headers: { upgrade: 'websocket', [LIVE_WATCHER_HEADER]: encodeURIComponent(JSON.stringify(watcher)) },
    },
  );
  if (!answer.webSocket) throw new Error(`The run shard responded with ${answer.status} instead of a WebSocket`);
  const headers = findAccessToken(context.request) === null ? undefined : { 'sec-websocket-protocol': LIVE_RUN_PROTOCOL };
  return new Response(null, { status: 101, webSocket: answer.webSocket, ...(headers ? { headers } : {}) });
}

/** The request as if its token were in the usual header; non-browser programs may use that header themselves. */
function withBearer(request: Request): Request {
  const token = findAccessToken(request);
  if (token === null) return request;
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${token}`);
  return new Request(request.url, { headers });
}

function findAccessToken(request: Request): string | null {
  return accessTokenOfProtocols(request.headers.get('sec-websocket-protocol'));
}
