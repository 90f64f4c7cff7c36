import { nullFields } from '../null-fields.ts';
import { nth, sampleAddress, sampleCompany, samplePerson } from '../sample-words.ts';
import type { SimulatorPorts } from '../simulated-system.ts';
import seed from './organiser-seed.json' with { type: 'json' };

interface EventRecord {
  id: string;
  eventId: string;
  updatedAt?: string;
  [more: string]: unknown;
}

export interface SwapcardEvent {
  id: string;
  slug: string;
  title: string;
  updatedAt: string;
  [more: string]: unknown;
}

export interface Group extends EventRecord {
  name: string;
}

export interface FieldDefinition extends EventRecord {
  name: string;
  target: string;
  type: string;
  options: string[];
}

export interface Person extends EventRecord {
  clientIds: string[];
  email: string | null;
  firstName: string;
  lastName: string;
  organization: string | null;
  mobilePhone: string | null;
  isUser: boolean;
  groupIds: string[];
}

export interface Session extends EventRecord {
  clientIds: string[];
  title: string;
  speakerIds: string[];
  attendeeIds: string[];
}

export interface Exhibitor extends EventRecord {
  clientIds: string[];
  name: string;
  memberIds: string[];
}

export const COMMUNITY = { id: 'Q29tbXVuaXR5XzE=', name: 'Portage Demo Community' };
const DAY_MS = 86_400_000;

export type Organiser = ReturnType<typeof openOrganiser>;

/** An organiser's events with their people, sessions and exhibitors. */
export function openOrganiser({ store, now }: SimulatorPorts) {
  const idOf = ({ id }: { id: string }) => id;
  const events = store.records<SwapcardEvent>('events', idOf);
  const groups = store.records<Group>('groups', idOf);
  const fields = store.records<FieldDefinition>('fields', idOf);
  const people = store.records<Person>('people', idOf);
  const sessions = store.records<Session>('sessions', idOf);
  const exhibitors = store.records<Exhibitor>('exhibitors', idOf);
  const meetings = store.records<EventRecord>('meetings', idOf);
  const nextNumber = store.counter('ids', 1_001);
  const at = (daysLater = 0) => new Date(now() + daysLater * DAY_MS).toISOString();
  const ofEvent = ({ eventId }: EventRecord) => eventId;
  const emailKey = (eventId: string, email: string) => `${eventId} ${email.toLowerCase()}`;
  /** Like Swapcard's ids: a kind and a number, in Base64. */
  const nextId = (kind: string) => Buffer.from(`${kind}_${nextNumber()}`).toString('base64');
  const times = () => ({ createdAt: at(), updatedAt: at() });
  /** Records made by hand go to the first event. */
  const own = (kind: string, { id: eventId } = firstEvent()) => ({ id: nextId(kind), eventId });
  const groupsOf = groups.indexedBy(ofEvent);

  function firstEvent(): { id: string } {
    return events.all()[0] ?? addEvent();
  }

  function addEvent(): SwapcardEvent {
    const number = nextNumber();
    const { street, city, postalCode, country } = sampleAddress(number);
    const title = `${nth(seed.titles, number)} ${number}`;
    const event = events.put({
      id: nextId('Event'),
      slug: title.toLowerCase().replaceAll(' ', '-'),
      title,
      beginsAt: at(30),
      endsAt: at(32),
      language: 'en_US',
      timezone: 'Europe/Berlin',
      isLive: true,
      htmlDescription: `<p>${title}</p>`,
      address: { place: 'Hall 1', street, city, zipCode: postalCode, state: null, country },
      ...times(),
    });
    for (const name of seed.groups) groups.put({ ...own('Group', event), name });
    for (const field of seed.fields) fields.put({ ...own('Field', event), ...field });
    return event;
  }

  function addPerson(given: Partial<Person>, event = firstEvent()): Person {
    const usual = { ...nullFields('email jobTitle organization biography websiteUrl photoUrl mobilePhone'), firstName: '', lastName: '' };
    const settings = { clientIds: [], groupIds: [], isVisible: true, isUser: false, source: 'API' };
    return people.put({ ...usual, ...settings, ...given, ...own('EventPeople', event), ...times() });
  }

  function addSession(given: Partial<Session>, event = firstEvent()): Session {
    const texts = { title: '', description: '', type: 'Conference', format: 'PHYSICAL', place: 'Hall 1', isPrivate: false };
    const usual = { ...texts, clientIds: [], speakerIds: [], attendeeIds: [], beginsAt: at(), endsAt: at() };
    return sessions.put({ ...usual, ...given, ...own('Planning', event), ...times() });
  }

  function addExhibitor(given: Partial<Exhibitor>, event = firstEvent()): Exhibitor {
    const usual = { ...nullFields('description email logoUrl websiteUrl address'), name: '', clientIds: [], memberIds: [] };
    return exhibitors.put({ ...usual, ...given, ...own('Exhibitor', event), ...times() });
  }

  /** How a plausible record of each kind is made. */
  const make = {
    events: () => void addEvent(),
    groups: () => void groups.put({ ...own('Group'), name: `Group ${nextNumber()}` }),
    customFields: () => void fields.put({ ...own('Field'), name: `Field ${nextNumber()}`, target: 'PEOPLE', type: 'TEXT', options: [] }),
    people() {
      const number = nextNumber();
      const { phone: mobilePhone, ...person } = samplePerson(number);
      const groupIds = groupsOf(firstEvent().id).slice(0, 1).map(idOf);
      addPerson({ ...person, organization: sampleCompany(number), mobilePhone, groupIds });
    },
    sessions: () => void addSession({ title: `Session ${nextNumber()}`, description: 'How makers work' }),
    exhibitors() {
      const number = nextNumber();
      addExhibitor({ name: `${sampleCompany(number)} ${number}`, email: `stand.${number}@example.com`, websiteUrl: 'https://example.com' });
    },
    meetings: () => void meetings.put({ ...own('Meeting'), status: 'CONFIRMED', source: 'USER', updatedAt: at() }),
  };

  if (store.isNew) {
    const kinds = ['events', 'events', 'people', 'people', 'people', 'sessions', 'exhibitors', 'meetings'] as const;
    for (const kind of kinds) make[kind]();
  }
  return {
    events,
    groups,
    fields,
    people,
    sessions,
    exhibitors,
    meetings,
    at,
    make,
    emailKey,
    addPerson,
    addSession,
    addExhibitor,
    groupsOf,
    fieldsOf: fields.indexedBy(ofEvent),
    peopleOf: people.indexedBy(ofEvent),
    sessionsOf: sessions.indexedBy(ofEvent),
    exhibitorsOf: exhibitors.indexedBy(ofEvent),
    meetingsOf: meetings.indexedBy(ofEvent),
    peopleByEmail: people.indexedBy(({ eventId, email }) => (email === null ? null : emailKey(eventId, email))),
    peopleByClientId: people.indexedBy(({ eventId, clientIds }) => (clientIds[0] === undefined ? null : `${eventId} ${clientIds[0]}`)),
  };
}
