import { randomBytes } from 'node:crypto';
import { samplePerson } from '../sample-words.ts';
import type { SimulatorPorts } from '../simulated-system.ts';
import { zoomProblem } from './zoom-answers.ts';
import { zoomEvents } from './zoom-events.ts';
import type { Gathering, GatheringKind, Participant, Registrant, ZoomUser } from './zoom-records.ts';

export const HOUR_MS = 3_600_000;
/** Registration: 0 automatic approval, 1 manual approval, 2 not required. */
export const NO_REGISTRATION = 2;

export type ZoomAccount = ReturnType<typeof openZoomAccount>;

/** An account's people, meetings and webinars. */
export function openZoomAccount(ports: SimulatorPorts) {
  const { store, now } = ports;
  const users = store.records<ZoomUser>('users', ({ id }) => id);
  const registrants = store.records<Registrant>('registrants', ({ id }) => id);
  const participants = store.records<Participant>('participants', ({ user_id }) => user_id);
  const gatherings = {
    meeting: store.records<Gathering>('meetings', ({ id }) => String(id)),
    webinar: store.records<Gathering>('webinars', ({ id }) => String(id)),
  };
  const nextNumber = store.counter('numbers', 1);
  const time = (ms = now()) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  const newId = () => randomBytes(16).toString('base64url');
  const endOf = ({ start_time, duration }: Gathering) => time(Date.parse(start_time) + duration * 60_000);
  const events = zoomEvents(ports);
  const registrantsOf = registrants.indexedBy(({ gatheringId }) => String(gatheringId));
  const registrantByEmail = registrants.indexedBy(({ gatheringId, email }) => `${gatheringId} ${email.toLowerCase()}`);

  function addUser(number: number): ZoomUser {
    const { firstName, lastName, email } = samplePerson(number);
    const person = { email, first_name: firstName, last_name: lastName, display_name: `${firstName} ${lastName}`, dept: 'Events' };
    const times = { timezone: 'Europe/Berlin', created_at: time(), last_login_time: time() };
    return users.put({ id: newId(), ...person, ...times, type: 2, status: 'active', pmi: 5_550_000_000 + number });
  }

  return {
    users,
    registrants,
    participants,
    gatherings,
    events,
    time,
    now,
    nextNumber,
    addUser,
    registrantsOf,
    participantsOf: participants.indexedBy(({ gatheringId }) => String(gatheringId)),

    /** By id or e-mail address; `me` is the person who connected Zoom. @throws Refusal */
    user(idOrEmail: string): ZoomUser {
      const named = users.get(idOrEmail) ?? users.find(({ email }) => email === idOrEmail.toLowerCase());
      const user = idOrEmail === 'me' ? users.all()[0] : named;
      if (!user) throw zoomProblem(404, 1001, `User does not exist: ${idOrEmail}.`);
      return user;
    },

    addGathering(kind: GatheringKind, host: ZoomUser, fields: Partial<Gathering>): Gathering {
      const id = (kind === 'meeting' ? 81_000_000_000 : 91_000_000_000) + nextNumber() * 7_919;
      const usual = { topic: 'My Meeting', agenda: '', start_time: time(), duration: 60, timezone: host.timezone, password: '' };
      const gathering = gatherings[kind].put({
        ...usual,
        type: kind === 'meeting' ? 2 : 5,
        ...fields,
        id,
        uuid: randomBytes(16).toString('base64'),
        host_id: host.id,
        host_email: host.email,
        status: 'waiting',
        created_at: time(),
        join_url: `https://zoom.us/${kind === 'meeting' ? 'j' : 'w'}/${id}`,
        start_url: `https://zoom.us/s/${id}`,
        settings: { approval_type: NO_REGISTRATION, auto_recording: 'none', ...fields.settings },
      });
      if (kind === 'meeting') events.tell('meeting.created', gathering);
      return gathering;
    },

    endOf,
    isPast: (gathering: Gathering) => endOf(gathering) < time(),

    /** A person who registers twice with one address has one registration. */
    register(kind: GatheringKind, gathering: Gathering, fields: Record<string, unknown>): Registrant {
      const [known] = registrantByEmail(`${gathering.id} ${String(fields.email).toLowerCase()}`);
      const isApproved = gathering.settings.approval_type === 0 || fields.auto_approve === true;
      const { auto_approve: _approve, ...given } = fields;
      const id = known?.id ?? newId();
      const usual = { first_name: '', last_name: '', org: '', job_title: '', phone: '', custom_questions: [] };
      const registrant = registrants.put({
        ...usual,
        ...known,
        ...(given as { email: string }),
        id,
        gatheringId: gathering.id,
        status: isApproved ? 'approved' : (known?.status ?? 'pending'),
        create_time: known?.create_time ?? time(),
        join_url: `${gathering.join_url}?tk=${id}`,
      });
      if (!known) events.tell(`${kind}.registration_created`, gathering, { registrant });
      if (registrant.status === 'approved' && known?.status !== 'approved')
        events.tell(`${kind}.registration_approved`, gathering, { registrant });
      return registrant;
    },

    attend(gathering: Gathering, registrant: Registrant | null, number: number): void {
      const { firstName, lastName, email } = samplePerson(number);
      const joinedMs = Date.parse(gathering.start_time) + (number % 10) * 60_000;
      const duration = Math.max(60, gathering.duration * 60 - (number % 10) * 120);
      participants.put({
        user_id: String(16_778_240 + nextNumber()),
        id: '',
        gatheringId: gathering.id,
        registrant_id: registrant?.id ?? '',
        name: registrant ? `${registrant.first_name} ${registrant.last_name}` : `${firstName} ${lastName}`,
        user_email: registrant?.email ?? email,
        join_time: time(joinedMs),
        leave_time: time(joinedMs + duration * 1_000),
        duration,
        status: 'in_meeting',
      });
    },
  };
}
