import { NO_CONTENT, parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import { NO_REGISTRATION, type ZoomAccount } from './zoom-account.ts';
import { buildPageResponse, invalid, zoomProblem } from './zoom-answers.ts';
import type { Gathering, GatheringKind, Registrant } from './zoom-records.ts';

const STATUSES = { approve: 'approved', deny: 'denied', cancel: null } as const;
const MOST_AT_ONCE = 30;

/** Serves `/meetings/{id}/registrants` and addresses below it; webinars have the same. @throws Refusal */
export function handleRegistrants(
  account: ZoomAccount,
  kind: GatheringKind,
  gathering: Gathering,
  call: SimulatedCall,
  id: string | undefined,
): SimulatedResponse {
  if (gathering.settings.approval_type === NO_REGISTRATION) {
    throw zoomProblem(404, 404, `Registration has not been enabled for this ${kind}: ${gathering.id}.`);
  }
  switch (`${call.method} ${id === undefined ? '' : id === 'status' ? 'status' : 'id'}`.trim()) {
    case 'GET':
      return listRegistrants(account, gathering, call);
    case 'POST':
      return addRegistrant(account, kind, gathering, call);
    case 'PUT status':
      return changeStatus(account, kind, gathering, call);
    case 'DELETE id': {
      if (account.registrants.get(id ?? '')?.gatheringId !== gathering.id) throw zoomProblem(404, 3000, 'The registrant does not exist.');
      account.registrants.remove(id ?? '');
      return NO_CONTENT;
    }
    default:
      throw zoomProblem(405, 405, 'This method is not supported.');
  }
}

function listRegistrants(account: ZoomAccount, gathering: Gathering, { url }: SimulatedCall): SimulatedResponse {
  const status = url.searchParams.get('status') ?? 'approved';
  if (!['pending', 'approved', 'denied'].includes(status)) throw invalid('status', 'Invalid field.');
  const found = account.registrantsOf(String(gathering.id)).filter((one) => one.status === status);
  return buildPageResponse(url, 'registrants', found, ({ gatheringId: _id, ...shown }) => shown, account.now());
}

function addRegistrant(account: ZoomAccount, kind: GatheringKind, gathering: Gathering, call: SimulatedCall): SimulatedResponse {
  const fields = parseJsonObject(call.body);
  if (!fields) throw invalid('body', 'Request Body should be a valid JSON object.');
  if (typeof fields.email !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(fields.email)) throw invalid('email', 'Invalid field.');
  if (typeof fields.first_name !== 'string' || fields.first_name === '') throw invalid('first_name', 'First name is required.');
  if (fields.email.toLowerCase() === gathering.host_email) throw zoomProblem(400, 3027, 'Host cannot register.');
  const { id: registrant_id, join_url } = account.register(kind, gathering, fields);
  const { id, topic, start_time } = gathering;
  return toJsonResponse({ id, registrant_id, topic, start_time, join_url }, { status: 201 });
}

function changeStatus(account: ZoomAccount, kind: GatheringKind, gathering: Gathering, call: SimulatedCall): SimulatedResponse {
  const { action, registrants } = parseJsonObject(call.body) ?? {};
  if (action !== 'approve' && action !== 'deny' && action !== 'cancel') throw invalid('action', 'Invalid field.');
  const named = (Array.isArray(registrants) ? registrants : []) as Partial<Registrant>[];
  if (named.length > MOST_AT_ONCE) throw invalid('registrants', `${MOST_AT_ONCE} at most.`);
  const all = account.registrantsOf(String(gathering.id));
  for (const { id, email } of named) {
    const registrant = all.find((one) => one.id === id || (email !== undefined && one.email === email));
    if (!registrant) continue;
    const status = STATUSES[action];
    if (status === null) account.registrants.remove(registrant.id);
    else account.registrants.put(Object.assign(registrant, { status }));
    const event = action === 'approve' ? 'approved' : action === 'cancel' ? 'cancelled' : 'denied';
    account.events.tell(`${kind}.registration_${event}`, gathering, { registrant });
  }
  return NO_CONTENT;
}
