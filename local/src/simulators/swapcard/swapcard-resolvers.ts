import { GraphQLError } from 'graphql';
import { encodeCursor, findIndexAfter } from '../page-of.ts';
import { importPeople, type PersonInput, withoutNulls } from './import-people.ts';
import { COMMUNITY, type Exhibitor, type Organiser, type Person, type Session, type SwapcardEvent } from './organiser.ts';

interface ExhibitorInput {
  clientId?: string | null;
  [more: string]: unknown;
}

type Filter = Readonly<Partial<Record<'ids' | 'emails' | 'clientIds' | 'groupIds' | 'eventIds' | 'speakerIds', string[] | null>>> & {
  lastUpdatedSince?: string | null;
};

/** Arguments of the queries for lists. */
interface Listing {
  eventId: string;
  communityId: string;
  filter?: Filter | null;
  filters?: Filter[] | null;
  search?: string | null;
  cursor?: { first?: number | null; after?: string | null } | null;
}

const MOST = 100;

export function swapcardResolvers(organiser: Organiser): Record<string, unknown> {
  const groupViews = (eventId: string, ids?: readonly string[]) =>
    organiser
      .groupsOf(eventId)
      .filter(({ id }) => ids === undefined || ids.includes(id))
      .map(({ id, name }) => ({
        id,
        name,
        peopleCount: () => organiser.peopleOf(eventId).filter(({ groupIds }) => groupIds.includes(id)).length,
      }));
  const personView = (person: Person) => ({
    ...person,
    userId: person.isUser ? person.id.replace('=', 'U') : null,
    phoneNumbers: person.mobilePhone === null ? [] : [{ formattedNumber: person.mobilePhone, number: person.mobilePhone, type: 'MOBILE' }],
    socialNetworks: [],
    groups: () => groupViews(person.eventId, person.groupIds),
  });
  const sessionView = (session: Session) => ({
    ...session,
    totalAttendees: session.attendeeIds.length,
    isRatable: true,
    speakers: () => session.speakerIds.flatMap((id) => organiser.people.get(id) ?? []).map(personView),
    exhibitors: [],
  });
  const eventView = (event: SwapcardEvent) => ({
    ...event,
    community: COMMUNITY,
    banner: null,
    totalPlannings: () => organiser.sessionsOf(event.id).length,
    totalExhibitors: () => organiser.exhibitorsOf(event.id).length,
    totalSpeakers: () => new Set(organiser.sessionsOf(event.id).flatMap(({ speakerIds }) => speakerIds)).size,
    groups: () => groupViews(event.id),
    fieldDefinitions: ({ target }: { target?: string | null }) =>
      organiser
        .fieldsOf(event.id)
        .filter((field) => !target || field.target === target)
        .map(({ id, name, type, options }) => ({
          __typename: `${toTypeName(type)}FieldDefinition`,
          id,
          name,
          type,
          optionsValues: options.map((value, index) => ({ id: `${id}-${index}`, value })),
        })),
  });
  const eventOf = (id: string): SwapcardEvent => {
    const event = organiser.events.get(id);
    if (!event) throw new GraphQLError('Event not found', { extensions: { code: 'NOT_FOUND' } });
    return event;
  };
  const inCommunity = (id: string) => {
    if (id !== COMMUNITY.id) throw new GraphQLError('Community not found', { extensions: { code: 'NOT_FOUND' } });
  };

  return {
    events({ ids, slugs, page = 1, pageSize = MOST }: { ids?: string[]; slugs?: string[]; page?: number; pageSize?: number }) {
      const found = organiser.events.all().filter(({ id, slug }) => (!ids || ids.includes(id)) && (!slugs || slugs.includes(slug)));
      return found.slice((page - 1) * pageSize, page * pageSize).map(eventView);
    },
    event: ({ id }: { id: string }) => eventView(eventOf(id)),
    eventPerson({ eventId, filters, search, cursor }: Listing) {
      const all = peopleAmong(organiser, eventOf(eventId).id, filters ?? []);
      const textOf = ({ firstName, lastName, email, organization }: Person) => `${firstName} ${lastName} ${email} ${organization}`;
      const matching = searched(all, search, textOf);
      return connection(matching, cursor, personView);
    },
    planningsV2({ communityId, filter, search, cursor }: Listing) {
      inCommunity(communityId);
      const speakers = filter?.speakerIds;
      const found = filtered(organiser.sessions.all(), filter).filter(
        ({ speakerIds }) => !speakers || speakerIds.some((id) => speakers.includes(id)),
      );
      const matching = searched(found, search, ({ title }) => title);
      return connection(matching, cursor, sessionView);
    },
    exhibitorsV2({ communityId, filter, search, cursor }: Listing) {
      inCommunity(communityId);
      const matching = searched(filtered(organiser.exhibitors.all(), filter), search, ({ name }) => name);
      return connection(matching, cursor, (exhibitor) => exhibitor);
    },
    meetingsV2: ({ eventId, filter, cursor }: Listing) =>
      connection(filtered(organiser.meetingsOf(eventOf(eventId).id), filter), cursor, (meeting) => meeting),

    importEventPeople({ eventId, data, validateOnly }: { eventId: string; data: PersonInput[]; validateOnly?: boolean | null }) {
      const { results, ...counts } = importPeople(organiser, eventId, data, validateOnly === true);
      return { ...counts, results: results.map(({ inputId, eventPerson }) => ({ inputId, eventPerson: personView(eventPerson) })) };
    },
    deleteEventPeople({ eventId, eventPeopleIds }: { eventId: string; eventPeopleIds: string[] }) {
      const own = eventPeopleIds.filter((id) => organiser.people.get(id)?.eventId === eventId);
      return { eventPeopleDeleted: own.filter((id) => organiser.people.remove(id)).length };
    },
    importEventPlannings({ eventId, plannings }: { eventId: string; plannings: PlanningInput[] }) {
      eventOf(eventId);
      const results = plannings.map((input) => ({
        inputId: input.clientId,
        planning: sessionView(saveSession(organiser, eventId, input)),
      }));
      return { errors: [], results };
    },
    deleteEventPlannings: ({ planningsIds }: { planningsIds: string[] }) =>
      planningsIds.map((id) => organiser.sessions.remove(id)).some(Boolean),
    upsertEventExhibitors({ eventId, exhibitors }: { eventId: string; exhibitors: ExhibitorInput[] }) {
      eventOf(eventId);
      const results = exhibitors.map((input) => ({ inputId: input.clientId ?? null, exhibitor: saveExhibitor(organiser, eventId, input) }));
      return { errors: [], results };
    },
    deleteEventExhibitors: ({ exhibitorIds }: { exhibitorIds: string[] }) =>
      exhibitorIds.map((id) => organiser.exhibitors.remove(id)).some(Boolean),
  };
}

/** `MULTIPLE_SELECT` is `MultipleSelect`. */
function toTypeName(type: string): string {
  return type.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

interface PlanningInput {
  clientId: string;
  titleTranslations: { value: string }[];
  descriptionTranslations: { value: string }[];
  [more: string]: unknown;
}

function saveSession(organiser: Organiser, eventId: string, input: PlanningInput): Session {
  const { clientId, titleTranslations, descriptionTranslations, beginsAt, endsAt, format, isPrivate } = input;
  const [title, description] = [titleTranslations[0]?.value ?? '', descriptionTranslations[0]?.value ?? ''];
  const fields = withoutNulls({ title, description, beginsAt, endsAt, format, isPrivate });
  const existing = organiser.sessionsOf(eventId).find(({ clientIds }) => clientIds.includes(clientId));
  if (!existing) return organiser.addSession({ ...fields, clientIds: [clientId] }, { id: eventId });
  return organiser.sessions.put(Object.assign(existing, fields, { updatedAt: organiser.at() }));
}

function saveExhibitor(organiser: Organiser, eventId: string, input: ExhibitorInput): Exhibitor {
  const { clientId, membersIds: memberIds, name, description, email, websiteUrl, logoUrl } = input;
  const written = Object.entries({ name, description, email, websiteUrl, logoUrl, memberIds });
  const fields = Object.fromEntries(written.filter(([, value]) => value !== undefined));
  const existing = clientId ? organiser.exhibitorsOf(eventId).find(({ clientIds }) => clientIds.includes(clientId)) : undefined;
  if (!existing) return organiser.addExhibitor({ ...fields, clientIds: clientId ? [clientId] : [] }, { id: eventId });
  return organiser.exhibitors.put(Object.assign(existing, fields, { updatedAt: organiser.at() }));
}

/** People who match one of the filters. */
function peopleAmong(organiser: Organiser, eventId: string, filters: readonly Filter[]): readonly Person[] {
  if (filters.length === 0) return organiser.peopleOf(eventId);
  const found = filters.flatMap(({ emails, ids, clientIds, groupIds }) => {
    const listed = [
      ...(emails ?? []).flatMap((email) => organiser.peopleByEmail(organiser.emailKey(eventId, email))),
      ...(clientIds ?? []).flatMap((id) => organiser.peopleByClientId(`${eventId} ${id}`)),
      ...(ids ?? []).flatMap((id) => organiser.people.get(id) ?? []),
    ];
    if (emails || ids || clientIds) return listed;
    return organiser.peopleOf(eventId).filter((person) => !groupIds?.length || person.groupIds.some((id) => groupIds.includes(id)));
  });
  return [...new Set(found)];
}

function filtered<Item extends { id: string; eventId: string; updatedAt?: string; clientIds?: string[] }>(
  items: readonly Item[],
  filter: Filter | null | undefined,
): readonly Item[] {
  if (!filter) return items;
  const { eventIds, ids, clientIds, lastUpdatedSince } = filter;
  const sinceMs = Date.parse(String(lastUpdatedSince ?? ''));
  return items.filter(
    (item) =>
      (!eventIds || eventIds.includes(item.eventId)) &&
      (!ids || ids.includes(item.id)) &&
      (!clientIds || item.clientIds?.some((id) => clientIds.includes(id))) &&
      !(Date.parse(item.updatedAt ?? '') < sinceMs),
  );
}

function searched<Item>(items: readonly Item[], search: string | null | undefined, textOf: (item: Item) => string): readonly Item[] {
  const wanted = (search ?? '').trim().toLowerCase();
  return wanted === '' ? items : items.filter((item) => textOf(item).toLowerCase().includes(wanted));
}

function connection<Item extends { id: string }>(items: readonly Item[], cursor: Listing['cursor'], view: (item: Item) => object) {
  const size = cursor?.first ?? MOST;
  if (size < 1 || size > MOST) throw new GraphQLError(`first is from 1 to ${MOST}`, { extensions: { code: 'BAD_USER_INPUT' } });
  const from = cursor?.after ? findIndexAfter(items, cursor.after) : 0;
  if (from === null) throw new GraphQLError('Invalid cursor', { extensions: { code: 'BAD_USER_INPUT' } });
  const page = items.slice(from, from + size);
  const last = page.at(-1);
  return {
    nodes: page.map(view),
    pageInfo: {
      endCursor: last ? encodeCursor({ key: String(from + page.length - 1), id: last.id }) : null,
      hasNextPage: from + size < items.length,
      totalItems: items.length,
    },
  };
}
