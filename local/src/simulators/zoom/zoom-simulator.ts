import { callRate } from '../call-rate.ts';
import { openRoutes } from '../route-calls.ts';
import { oauthTokens } from '../sign-in/oauth-tokens.ts';
import { type SimulatedResponse, toJsonResponse, withHeaders } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import { gatheringRoutes, isRecorded, isWithin, recordingView } from './gathering-routes.ts';
import { openZoomAccount } from './zoom-account.ts';
import { buildPageResponse, toErrorResponse } from './zoom-answers.ts';
import { zoomEntities } from './zoom-entities.ts';
import { setUpAccount } from './zoom-samples.ts';

interface ZoomSettings {
  /** Calls per second; the medium rate limit of a business account. */
  perSecond?: number;
}

/** Zoom's API for a small account: users, meetings and webinars with their registrants and participants, page tokens that expire. */
export function createZoomSimulator(ports: SimulatorPorts, { perSecond = 60 }: ZoomSettings = {}): OpenSystem {
  const account = openZoomAccount(ports);
  const tokens = oauthTokens(ports, { title: 'Zoom', lifeSeconds: 3_600, rotates: true });
  const rate = callRate({ burst: perSecond, perSecond }, ports);
  if (ports.store.isNew) setUpAccount(account);

  const route = openRoutes({
    'GET /users': ({ query, call }) => {
      const status = query.get('status') ?? 'active';
      const shown = account.users.all().filter((user) => user.status === status);
      return buildPageResponse(call.url, 'users', shown, (user) => user, ports.now());
    },
    'GET /users/{id}': ({ id }) => toJsonResponse(account.user(id)),
    'GET /users/{id}/recordings': ({ id, query, call }) => {
      const host = account.user(id);
      const hosted = account.gatherings.meeting.all().filter((meeting) => meeting.host_id === host.id && isWithin(query, meeting));
      const shown = hosted.filter((meeting) => isRecorded(account, meeting));
      return buildPageResponse(call.url, 'meetings', shown, (meeting) => recordingView(account, meeting), ports.now());
    },
    ...gatheringRoutes(account, 'meeting'),
    ...gatheringRoutes(account, 'webinar'),
  });

  return {
    entities: zoomEntities(account),
    signIn: tokens.signIn,
    isWrite: ({ method, url }) => method !== 'GET' && !url.pathname.startsWith('/oauth/'),
    failure: (status, message) => toErrorResponse(status, status === 422 ? 300 : status, message),
    async answer(call): Promise<SimulatedResponse> {
      const { hostname, pathname } = call.url;
      if (hostname === 'zoom.us' && pathname === '/oauth/token') {
        const given = tokens.give(call);
        return 'error' in given ? toJsonResponse({ reason: given.error_description, ...given }, { status: 400 }) : toJsonResponse(given);
      }
      if (!tokens.isGood(call)) return toErrorResponse(401, 124, 'Invalid access token.');
      if (rate.take() > 0) {
        const message = 'You have reached the maximum per-second rate limit for this API. Try again later.';
        return withHeaders(toErrorResponse(429, 429, message), { 'x-ratelimit-category': 'Medium', 'x-ratelimit-type': 'QPS' });
      }
      return route(call, pathname.replace(/^\/v2\//, '/')) ?? toErrorResponse(404, 404, 'This API endpoint is not recognized.');
    },
  };
}
