import { callRate } from '../call-rate.ts';
import { oauthTokens } from '../sign-in/oauth-tokens.ts';
import { NO_CONTENT, Refusal, type SimulatedCall, type SimulatedResponse, toJsonResponse, withHeaders } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import { parseFields } from './gathering-fields.ts';
import { handleRegistrants } from './registrations.ts';
import { openZoomAccount } from './zoom-account.ts';
import { buildPageResponse, toErrorResponse, zoomProblem } from './zoom-answers.ts';
import { zoomEntities } from './zoom-entities.ts';
import { type Gathering, type GatheringKind, gatheringKinds } from './zoom-records.ts';
import { setUpAccount } from './zoom-samples.ts';

interface ZoomSettings {
  /** Calls per second; the medium rate limit of a business account. */
  perSecond?: number;
}

const NOT_FOUND: Readonly<Record<GatheringKind, string>> = { meeting: 'Meeting', webinar: 'Webinar' };

/** Zoom's API for a small account: users, meetings and webinars with their registrants and participants, page tokens that expire. */
export function createZoomSimulator(ports: SimulatorPorts, { perSecond = 60 }: ZoomSettings = {}): OpenSystem {
  const account = openZoomAccount(ports);
  const tokens = oauthTokens(ports, { title: 'Zoom', lifeSeconds: 3_600, rotates: true });
  const rate = callRate({ burst: perSecond, perSecond }, ports);
  if (ports.store.isNew) setUpAccount(account);

  function route(call: SimulatedCall): SimulatedResponse {
    const [kind, id, part, last] = call.url.pathname
      .replace(/^\/v2\//, '')
      .split('/')
      .map(decodeURIComponent);
    switch (kind) {
      case 'users':
        return id === undefined ? listUsers(call) : ofUser(call, id, part);
      case 'meetings':
      case 'webinars': {
        const gatheringKind = kind === 'meetings' ? 'meeting' : 'webinar';
        const gathering = found(gatheringKind, id);
        if (part === 'registrants') return handleRegistrants(account, gatheringKind, gathering, call, last);
        if (part === 'recordings' && call.method === 'GET') return recordings(gathering);
        return part === undefined ? one(call, gatheringKind, gathering) : unknown();
      }
      case 'past_meetings':
      case 'past_webinars':
        return past(call, kind === 'past_meetings' ? 'meeting' : 'webinar', id, part);
      default:
        return unknown();
    }
  }

  function listUsers({ url }: SimulatedCall): SimulatedResponse {
    const status = url.searchParams.get('status') ?? 'active';
    const shown = account.users.all().filter((user) => user.status === status);
    return buildPageResponse(url, 'users', shown, (user) => user, ports.now());
  }

  function ofUser(call: SimulatedCall, id: string, part: string | undefined): SimulatedResponse {
    const user = account.user(id);
    if (!user) throw zoomProblem(404, 1001, `User does not exist: ${id}.`);
    if (part === undefined) return toJsonResponse(user);
    if (part === 'recordings') {
      const shown = account.gatherings.meeting.all().filter((one) => one.host_id === user.id && isRecorded(one) && isWithin(call.url, one));
      return buildPageResponse(call.url, 'meetings', shown, buildRecording, ports.now());
    }
    const kind = gatheringKinds.find((one) => part === `${one}s`);
    if (!kind) return unknown();
    if (call.method === 'POST') return toJsonResponse(account.addGathering(kind, user, parseFields(call, true)), { status: 201 });
    const type = call.url.searchParams.get('type') ?? 'scheduled';
    const shown = account.gatherings[kind].all().filter((one) => one.host_id === user.id && isOfType(type, one) && isWithin(call.url, one));
    return buildPageResponse(call.url, `${kind}s`, shown, listItem, ports.now());
  }

  function isOfType(type: string, gathering: Gathering): boolean {
    if (type === 'live') return !account.isPast(gathering) && Date.parse(gathering.start_time) <= ports.now();
    if (type === 'previous_meetings') return account.isPast(gathering);
    return !type.startsWith('upcoming') || !account.isPast(gathering);
  }

  function one(call: SimulatedCall, kind: GatheringKind, gathering: Gathering): SimulatedResponse {
    switch (call.method) {
      case 'GET': {
        const asksForRegistration = gathering.settings.approval_type !== 2;
        const registration_url = `https://zoom.us/${kind}/register/${gathering.id}`;
        return toJsonResponse({ ...gathering, ...(asksForRegistration ? { registration_url } : {}) });
      }
      case 'PATCH': {
        const { settings, ...fields } = parseFields(call, false);
        account.gatherings[kind].put(Object.assign(gathering, fields, { settings: { ...gathering.settings, ...settings } }));
        return NO_CONTENT;
      }
      case 'DELETE':
        account.gatherings[kind].remove(String(gathering.id));
        return NO_CONTENT;
      default:
        throw zoomProblem(405, 405, 'This method is not supported.');
    }
  }

  function past(call: SimulatedCall, kind: GatheringKind, id: string | undefined, part: string | undefined): SimulatedResponse {
    const gathering = found(kind, id);
    if (!account.isPast(gathering)) throw zoomProblem(404, 3001, `${NOT_FOUND[kind]} ${id} is not found or has not ended.`);
    const people = account.participantsOf(String(gathering.id));
    if (part === 'participants')
      return buildPageResponse(call.url, 'participants', people, ({ gatheringId: _id, ...shown }) => shown, ports.now());
    if (part !== undefined) return unknown();
    const { uuid, host_id, topic, type, start_time, duration, host_email } = gathering;
    const end_time = account.time(Date.parse(start_time) + duration * 60_000);
    const total_minutes = Math.round(people.reduce((sum, one) => sum + one.duration, 0) / 60);
    const host = account.users.get(host_id)?.display_name ?? '';
    const shown = { id: gathering.id, uuid, host_id, topic, type, user_name: host, user_email: host_email };
    return toJsonResponse({ ...shown, start_time, end_time, duration, total_minutes, participants_count: people.length });
  }

  function isRecorded(gathering: Gathering): boolean {
    return account.isPast(gathering) && gathering.settings.auto_recording === 'cloud';
  }

  function recordings(gathering: Gathering): SimulatedResponse {
    if (!isRecorded(gathering)) throw zoomProblem(404, 3301, 'There is no recording for this meeting.');
    return toJsonResponse(buildRecording(gathering));
  }

  function found(kind: GatheringKind, id = ''): Gathering {
    const gathering = account.gatherings[kind].get(id);
    if (!gathering) throw zoomProblem(404, 3001, `${NOT_FOUND[kind]} does not exist: ${id}.`);
    return gathering;
  }

  return {
    entities: zoomEntities(account),
    signIn: tokens.signIn,
    isWrite: ({ method, url }) => method !== 'GET' && !url.pathname.startsWith('/oauth/'),
    failure: (status, message) => toErrorResponse(status, status === 422 ? 300 : status, message),
    async answer(call) {
      if (call.url.hostname === 'zoom.us') {
        if (call.url.pathname !== '/oauth/token') return unknown();
        const given = tokens.give(call);
        return 'error' in given ? toJsonResponse({ reason: given.error_description, ...given }, { status: 400 }) : toJsonResponse(given);
      }
      if (!tokens.isGood(call)) return toErrorResponse(401, 124, 'Invalid access token.');
      if (rate.take() > 0) {
        const message = 'You have reached the maximum per-second rate limit for this API. Try again later.';
        return withHeaders(toErrorResponse(429, 429, message), { 'x-ratelimit-category': 'Medium', 'x-ratelimit-type': 'QPS' });
      }
      try {
        return route(call);
      } catch (error) {
        if (error instanceof Refusal) return error.answer;
        throw error;
      }
    },
  };
}

function unknown(): SimulatedResponse {
  return toErrorResponse(404, 404, 'This API endpoint is not recognized.');
}

function listItem({ id, uuid, host_id, topic, agenda, type, start_time, duration, timezone, join_url, created_at }: Gathering) {
  return { id, uuid, host_id, topic, agenda, type, start_time, duration, timezone, join_url, created_at };
}

function buildRecording({ id, uuid, host_id, topic, start_time, duration }: Gathering) {
  const recording_end = `${new Date(Date.parse(start_time) + duration * 60_000).toISOString().slice(0, 19)}Z`;
  const play_url = `https://zoom.us/rec/play/${id}`;
  const file = { id: `file-${id}`, file_type: 'MP4', file_size: duration * 1_000_000, recording_type: 'shared_screen_with_speaker_view' };
  const recording_files = [{ ...file, recording_start: start_time, recording_end, play_url, download_url: play_url, status: 'completed' }];
  return {
    id,
    uuid,
    host_id,
    topic,
    start_time,
    duration,
    total_size: file.file_size,
    recording_count: 1,
    share_url: play_url,
    recording_files,
  };
}

/** `from` and `to` are days (UTC), both inclusive. */
function isWithin({ searchParams }: URL, { start_time }: Gathering): boolean {
  const [from, to] = [searchParams.get('from'), searchParams.get('to')];
  const day = start_time.slice(0, 10);
  return (from === null || day >= from) && (to === null || day <= to);
}
