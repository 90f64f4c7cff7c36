import { nullFields } from '../null-fields.ts';
import { nth, sampleAddress, sampleCompany, samplePerson } from '../sample-words.ts';
import type { SimulatorPorts } from '../simulated-system.ts';

interface EventRecord {
  id: string;
  eventId: string;
}

export interface SwapcardEvent {
  id: string;
  slug: string;
  title: string;
  beginsAt: string;
  endsAt: string;
  createdAt: string;
  updatedAt: string;
  language: string;
  timezone: string;
  isLive: boolean;
  htmlDescription: string;
  address: Address | null;
}

interface Address {
  place: string | null;
  street: string;
  city: string;
  zipCode: string;
  state: string | null;
  country: string;
}

export interface Group extends EventRecord {
  name: string;
}

export interface FieldDefinition extends EventRecord {
  name: string;
  target: 'PEOPLE' | 'EXHIBITORS' | 'PLANNING' | 'PRODUCT';
  type: 'TEXT' | 'LONG_TEXT' | 'NUMBER' | 'DATE' | 'URL' | 'SELECT' | 'MULTIPLE_SELECT';
  options: string[];
}

export interface Person extends EventRecord {
  clientIds: string[];
  email: string | null;
  firstName: string;
  lastName: string;
  jobTitle: string | null;
  organization: string | null;
  biography: string | null;
  websiteUrl: string | null;
  photoUrl: string | null;
  mobilePhone: string | null;
  isVisible: boolean;
  isUser: boolean;
  source: string;
  groupIds: string[];
  createdAt: string;
  updatedAt: string;
}

export interface Session extends EventRecord {
  clientIds: string[];
  title: string;
  description: string;
  type: string;
  format: string;
  place: string | null;
  beginsAt: string;
  endsAt: string;
  isPrivate: boolean;
  speakerIds: string[];
  attendeeIds: string[];
  updatedAt: string;
}

export interface Exhibitor extends EventRecord {
  clientIds: string[];
  name: string;
  description: string | null;
  email: string | null;
  logoUrl: string | null;
  websiteUrl: string | null;
  address: Address | null;
  memberIds: string[];
  createdAt: string;
  updatedAt: string;
}

export interface Meeting extends EventRecord {
  status: string;
  source: string;
  updatedAt: string;
}

export const COMMUNITY = { id: 'Q29tbXVuaXR5XzE=', name: 'Portage Demo Community' };
const TITLES = ['Makers Fair', 'Harbour Summit', 'Open Studio Days'];
const FIELDS: readonly (readonly [name: string, target: FieldDefinition['target'], type: FieldDefinition['type'], options: string[]])[] = [
  ['Diet', 'PEOPLE', 'SELECT', ['None', 'Vegetarian', 'Vegan']],
  ['Customer number', 'PEOPLE', 'TEXT', []],
  ['Stand', 'EXHIBITORS', 'TEXT', []],
  ['Level', 'PLANNING', 'SELECT', ['Beginner', 'Advanced']],
];

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
  const meetings = store.records<Meeting>('meetings', idOf);
  const nextNumber = store.counter('ids', 1_001);
  const at = () => new Date(now()).toISOString();
  const ofEvent = ({ eventId }: EventRecord) => eventId;
  const emailKey = (eventId: string, email: string) => `${eventId} ${email.toLowerCase()}`;

  const organiser = {
    events,
    groups,
    fields,
    people,
    sessions,
    exhibitors,
    meetings,
    at,
    nextNumber,
    /** Like Swapcard's ids: a kind and a number, in Base64. */
    nextId: (kind: string) => Buffer.from(`${kind}_${nextNumber()}`).toString('base64'),
    groupsOf: groups.indexedBy(ofEvent),
    fieldsOf: fields.indexedBy(ofEvent),
    peopleOf: people.indexedBy(ofEvent),
    sessionsOf: sessions.indexedBy(ofEvent),
    exhibitorsOf: exhibitors.indexedBy(ofEvent),
    meetingsOf: meetings.indexedBy(ofEvent),
    peopleByEmail: people.indexedBy(({ eventId, email }) => (email === null ? null : emailKey(eventId, email))),
    peopleByClientId: people.indexedBy(({ eventId, clientIds }) => (clientIds[0] === undefined ? null : `${eventId} ${clientIds[0]}`)),
    emailKey,

    addEvent(): SwapcardEvent {
      const number = nextNumber();
      const { street, city, postalCode, country } = sampleAddress(number);
      const title = `${nth(TITLES, number)} ${number}`;
      const event = events.put({
        id: organiser.nextId('Event'),
        slug: title.toLowerCase().replaceAll(' ', '-'),
        title,
        beginsAt: new Date(now() + 30 * 86_400_000).toISOString(),
        endsAt: new Date(now() + 32 * 86_400_000).toISOString(),
        createdAt: at(),
        updatedAt: at(),
        language: 'en_US',
        timezone: 'Europe/Berlin',
        isLive: true,
        htmlDescription: `<p>${title}</p>`,
        address: { place: 'Hall 1', street, city, zipCode: postalCode, state: null, country },
      });
      for (const name of ['Attendees', 'Speakers']) groups.put({ id: organiser.nextId('Group'), eventId: event.id, name });
      for (const [name, target, type, options] of FIELDS) {
        fields.put({ id: organiser.nextId('Field'), eventId: event.id, name, target, type, options });
      }
      return event;
    },

    addPerson(eventId: string, given: Partial<Person> & Pick<Person, 'firstName' | 'lastName'>): Person {
      return people.put({
        clientIds: [],
        ...nullFields('email jobTitle organization biography websiteUrl photoUrl mobilePhone'),
        isVisible: true,
        isUser: false,
        source: 'API',
        groupIds: [],
        ...given,
        id: organiser.nextId('EventPeople'),
        eventId,
        createdAt: at(),
        updatedAt: at(),
      });
    },

    addSession(eventId: string, given: Partial<Session> & Pick<Session, 'title'>): Session {
      return sessions.put({
        clientIds: [],
        description: '',
        type: 'Conference',
        format: 'PHYSICAL',
        place: 'Hall 1',
        beginsAt: at(),
        endsAt: at(),
        isPrivate: false,
        speakerIds: [],
        attendeeIds: [],
        ...given,
        id: organiser.nextId('Planning'),
        eventId,
        updatedAt: at(),
      });
    },

    addExhibitor(eventId: string, given: Partial<Exhibitor> & Pick<Exhibitor, 'name'>): Exhibitor {
      return exhibitors.put({
        clientIds: [],
        ...nullFields('description email logoUrl websiteUrl address'),
        memberIds: [],
        ...given,
        id: organiser.nextId('Exhibitor'),
        eventId,
        createdAt: at(),
        updatedAt: at(),
      });
    },

    /** Records made by hand go to the first event. */
    firstEvent: (): SwapcardEvent => events.all()[0] ?? organiser.addEvent(),

    makePerson(): void {
      const number = nextNumber();
      const event = organiser.firstEvent();
      const { firstName, lastName, email, phone, jobTitle } = samplePerson(number);
      const groupIds = organiser.groupsOf(event.id).slice(0, 1).map(idOf);
      organiser.addPerson(event.id, {
        firstName,
        lastName,
        email,
        jobTitle,
        organization: sampleCompany(number),
        mobilePhone: phone,
        groupIds,
      });
    },

    makeSession(): void {
      const number = nextNumber();
      organiser.addSession(organiser.firstEvent().id, { title: `Session ${number}`, description: 'How makers work' });
    },

    makeExhibitor(): void {
      const number = nextNumber();
      const name = `${sampleCompany(number)} ${number}`;
      organiser.addExhibitor(organiser.firstEvent().id, { name, email: `stand.${number}@example.com`, websiteUrl: 'https://example.com' });
    },

    makeMeeting(): void {
      meetings.put({
        id: organiser.nextId('Meeting'),
        eventId: organiser.firstEvent().id,
        status: 'CONFIRMED',
        source: 'USER',
        updatedAt: at(),
      });
    },
  };
  if (store.isNew) {
    organiser.addEvent();
    organiser.addEvent();
    for (const make of [
      organiser.makePerson,
      organiser.makePerson,
      organiser.makePerson,
      organiser.makeSession,
      organiser.makeExhibitor,
      organiser.makeMeeting,
    ])
      make();
  }
  return organiser;
}
