import type { Routes } from '../route-calls.ts';
import { NO_CONTENT, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import { parseFields } from './gathering-fields.ts';
import { NO_REGISTRATION, type ZoomAccount } from './zoom-account.ts';
import { buildPageResponse, invalid, zoomProblem } from './zoom-answers.ts';
import type { Gathering, GatheringKind, Registrant } from './zoom-records.ts';

const STATUSES = { approve: 'approved', deny: 'denied', cancel: null } as const;
const MOST_AT_ONCE = 30;

/** Meetings or webinars with their registrants, participants and recordings. */
export function gatheringRoutes(account: ZoomAccount, kind: GatheringKind): Routes {
  const gatherings = account.gatherings[kind];
  const title = kind === 'meeting' ? 'Meeting' : 'Webinar';

  function find(id: string): Gathering {
    const gathering = gatherings.get(id);
    if (!gathering) throw zoomProblem(404, 3001, `${title} does not exist: ${id}.`);
    return gathering;
  }

  function findPast(id: string): Gathering {
    const gathering = find(id);
    if (!account.isPast(gathering)) throw zoomProblem(404, 3001, `${title} ${id} is not found or has not ended.`);
    return gathering;
  }

  function findOpen(id: string): Gathering {
    const gathering = find(id);
    const isOpen = gathering.settings.approval_type !== NO_REGISTRATION;
    if (!isOpen) throw zoomProblem(404, 404, `Registration has not been enabled for this ${kind}: ${id}.`);
    return gathering;
  }

  return {
    [`GET /users/{id}/${kind}s`]: ({ id, query, call }) => {
      const host = account.user(id);
      const type = query.get('type') ?? 'scheduled';
      const shown = gatherings
        .all()
        .filter((hosted) => hosted.host_id === host.id && isOfType(account, type, hosted) && isWithin(query, hosted));
      return buildPageResponse(call.url, `${kind}s`, shown, listItem, account.now());
    },
    [`POST /users/{id}/${kind}s`]: ({ id, body }) =>
      toJsonResponse(account.addGathering(kind, account.user(id), parseFields(body, true)), { status: 201 }),
    [`GET /${kind}s/{id}`]: ({ id }) => {
      const gathering = find(id);
      const asksForRegistration = gathering.settings.approval_type !== NO_REGISTRATION;
      return toJsonResponse({
        ...gathering,
        ...(asksForRegistration ? { registration_url: `https://zoom.us/${kind}/register/${id}` } : {}),
      });
    },
    [`PATCH /${kind}s/{id}`]: ({ id, body }) => {
      const gathering = find(id);
      const { settings, ...fields } = parseFields(body, false);
      gatherings.put(Object.assign(gathering, fields, { settings: { ...gathering.settings, ...settings } }));
      return NO_CONTENT;
    },
    [`DELETE /${kind}s/{id}`]: ({ id }) => {
      gatherings.remove(String(find(id).id));
      return NO_CONTENT;
    },
    [`GET /past_${kind}s/{id}`]: ({ id }) => toJsonResponse(pastView(account, findPast(id))),
    [`GET /past_${kind}s/{id}/participants`]: ({ id, call }) =>
      buildPageResponse(call.url, 'participants', account.participantsOf(String(findPast(id).id)), withoutGathering, account.now()),
    [`GET /${kind}s/{id}/recordings`]: ({ id }) => {
      const gathering = find(id);
      if (!isRecorded(account, gathering)) throw zoomProblem(404, 3301, 'There is no recording for this meeting.');
      return toJsonResponse(recordingView(account, gathering));
    },
    [`GET /${kind}s/{id}/registrants`]: ({ id, query, call }) => {
      const status = query.get('status') ?? 'approved';
      if (!['pending', 'approved', 'denied'].includes(status)) throw invalid('status', 'Invalid field.');
      const found = account.registrantsOf(String(findOpen(id).id)).filter((registrant) => registrant.status === status);
      return buildPageResponse(call.url, 'registrants', found, withoutGathering, account.now());
    },
    [`POST /${kind}s/{id}/registrants`]: ({ id, body }) => addRegistrant(account, kind, findOpen(id), body),
    [`PUT /${kind}s/{id}/registrants/status`]: ({ id, body }) => changeStatus(account, kind, findOpen(id), body),
    [`DELETE /${kind}s/{id}/registrants/{part}`]: ({ id, part }) => {
      if (account.registrants.get(part)?.gatheringId !== findOpen(id).id) throw zoomProblem(404, 3000, 'The registrant does not exist.');
      account.registrants.remove(part);
      return NO_CONTENT;
    },
  };
}

function addRegistrant(
  account: ZoomAccount,
  kind: GatheringKind,
  gathering: Gathering,
  fields: Record<string, unknown>,
): SimulatedResponse {
  if (typeof fields.email !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(fields.email)) throw invalid('email', 'Invalid field.');
  if (typeof fields.first_name !== 'string' || fields.first_name === '') throw invalid('first_name', 'First name is required.');
  if (fields.email.toLowerCase() === gathering.host_email) throw zoomProblem(400, 3027, 'Host cannot register.');
  const { id: registrant_id, join_url } = account.register(kind, gathering, fields);
  const { id, topic, start_time } = gathering;
  return toJsonResponse({ id, registrant_id, topic, start_time, join_url }, { status: 201 });
}

function changeStatus(
  account: ZoomAccount,
  kind: GatheringKind,
  gathering: Gathering,
  { action, registrants }: Record<string, unknown>,
): SimulatedResponse {
  if (action !== 'approve' && action !== 'deny' && action !== 'cancel') throw invalid('action', 'Invalid field.');
  const named = (Array.isArray(registrants) ? registrants : []) as Partial<Registrant>[];
  if (named.length > MOST_AT_ONCE) throw invalid('registrants', `${MOST_AT_ONCE} at most.`);
  const all = account.registrantsOf(String(gathering.id));
  for (const { id, email } of named) {
    const registrant = all.find((person) => person.id === id || (email !== undefined && person.email === email));
    if (!registrant) continue;
    const status = STATUSES[action];
    if (status === null) account.registrants.remove(registrant.id);
    else account.registrants.put(Object.assign(registrant, { status }));
    account.events.tell(`${kind}.registration_${status ?? 'cancelled'}`, gathering, { registrant });
  }
  return NO_CONTENT;
}

function isOfType(account: ZoomAccount, type: string, gathering: Gathering): boolean {
  if (type === 'live') return !account.isPast(gathering) && Date.parse(gathering.start_time) <= account.now();
  if (type === 'previous_meetings') return account.isPast(gathering);
  return !type.startsWith('upcoming') || !account.isPast(gathering);
}

/** `from` and `to` are days (UTC), both inclusive. */
export function isWithin(query: URLSearchParams, { start_time }: Gathering): boolean {
  const [from, to] = [query.get('from'), query.get('to')];
  const day = start_time.slice(0, 10);
  return (from === null || day >= from) && (to === null || day <= to);
}

export function isRecorded(account: ZoomAccount, gathering: Gathering): boolean {
  return account.isPast(gathering) && gathering.settings.auto_recording === 'cloud';
}

function withoutGathering({ gatheringId: _id, ...shown }: { gatheringId: number }): object {
  return shown;
}

function listItem({ id, uuid, host_id, topic, agenda, type, start_time, duration, timezone, join_url, created_at }: Gathering) {
  return { id, uuid, host_id, topic, agenda, type, start_time, duration, timezone, join_url, created_at };
}

function pastView(account: ZoomAccount, gathering: Gathering) {
  const { id, uuid, host_id, topic, type, start_time, duration, host_email: user_email } = gathering;
  const people = account.participantsOf(String(id));
  const total_minutes = Math.round(people.reduce((sum, person) => sum + person.duration, 0) / 60);
  const user_name = account.users.get(host_id)?.display_name ?? '';
  const shown = { id, uuid, host_id, topic, type, user_name, user_email, start_time, end_time: account.endOf(gathering), duration };
  return { ...shown, total_minutes, participants_count: people.length };
}

export function recordingView(account: ZoomAccount, gathering: Gathering) {
  const { id, uuid, host_id, topic, start_time, duration } = gathering;
  const share_url = `https://zoom.us/rec/play/${id}`;
  const file_size = duration * 1_000_000;
  const file = { id: `file-${id}`, file_type: 'MP4', file_size, recording_type: 'shared_screen_with_speaker_view', status: 'completed' };
  const times = { recording_start: start_time, recording_end: account.endOf(gathering) };
  const recording_files = [{ ...file, ...times, play_url: share_url, download_url: share_url }];
  return { id, uuid, host_id, topic, start_time, duration, total_size: file_size, recording_count: 1, share_url, recording_files };
}
