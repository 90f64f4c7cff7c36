import { GraphQLError } from 'graphql';
import type { Organiser, Person } from './organiser.ts';

interface ListChange {
  action: 'ADD' | 'REMOVE' | 'REPLACE';
}

type PersonFields = Partial<
  Pick<
    Person,
    | 'email'
    | 'firstName'
    | 'lastName'
    | 'jobTitle'
    | 'organization'
    | 'biography'
    | 'websiteUrl'
    | 'photoUrl'
    | 'mobilePhone'
    | 'isVisible'
    | 'isUser'
  >
>;

export interface PersonInput {
  clientId?: string | null;
  create?: PersonFields | null;
  update?: PersonFields | null;
  actions?: {
    updateGroups?: (ListChange & { groupIds: string[] }) | null;
    isSpeakerOnPlannings?: (ListChange & { planningIds: string[] }) | null;
    isAttendeeOnPlannings?: (ListChange & { planningIds: string[] }) | null;
    isMemberOnExhibitors?: (ListChange & { exhibitorIds: string[] }) | null;
  } | null;
}

interface InputError {
  inputId: string;
  errorCode: string;
  message: string;
}

const MOST_AT_ONCE = 100;

/**
 * Adds people to an event or changes them. The organiser's own id, otherwise the e-mail address, identifies an existing
 * person; one wrong input doesn't block the others.
 *
 * @throws GraphQLError
 */
export function importPeople(organiser: Organiser, eventId: string, data: readonly PersonInput[], validateOnly: boolean) {
  if (!organiser.events.get(eventId)) throw new GraphQLError('Event not found', { extensions: { code: 'NOT_FOUND' } });
  if (data.length > MOST_AT_ONCE) throw new GraphQLError(`${MOST_AT_ONCE} people at most`, { extensions: { code: 'BAD_USER_INPUT' } });
  const errors: InputError[] = [];
  const results: { inputId: string; eventPerson: Person }[] = [];
  let [created, updated] = [0, 0];
  for (const [index, input] of data.entries()) {
    const inputId = input.clientId ?? String(index);
    const known = findPerson(organiser, eventId, input);
    const problem = findProblem(organiser, eventId, input, known);
    if (problem) {
      errors.push({ inputId, ...problem });
      continue;
    }
    if (known) updated += 1;
    else created += 1;
    if (!validateOnly) results.push({ inputId, eventPerson: save(organiser, eventId, input, known) });
  }
  return { eventPeopleCreated: created, eventPeopleUpdated: updated, errors, results };
}

function findPerson(
  { peopleByClientId, peopleByEmail, emailKey }: Organiser,
  eventId: string,
  { clientId, create, update }: PersonInput,
): Person | undefined {
  const [own] = clientId ? peopleByClientId(`${eventId} ${clientId}`) : [];
  const email = update?.email ?? create?.email;
  return own ?? (email ? peopleByEmail(emailKey(eventId, email))[0] : undefined);
}

function findProblem(
  organiser: Organiser,
  eventId: string,
  { clientId, create, update, actions }: PersonInput,
  known: Person | undefined,
): Omit<InputError, 'inputId'> | null {
  const fields = known ? (update ?? create) : create;
  if (!known && !create) return { errorCode: 'NOT_FOUND', message: `There is no person with the id ${clientId ?? ''}.` };
  if (fields?.email && !/^[^@\s]+@[^@\s]+$/.test(fields.email))
    return { errorCode: 'INVALID_EMAIL', message: `The e-mail address ${fields.email} is not valid.` };
  if (!known && !(create?.firstName && create.lastName))
    return { errorCode: 'MISSING_FIELD', message: 'firstName and lastName are required.' };
  if (fields?.isUser && !(fields.email ?? known?.email)) return { errorCode: 'MISSING_FIELD', message: 'A user needs an e-mail address.' };
  const [holder] = fields?.email ? organiser.peopleByEmail(organiser.emailKey(eventId, fields.email)) : [];
  if (known && holder && holder !== known)
    return { errorCode: 'EMAIL_ALREADY_USED', message: `The e-mail address ${fields?.email} is another person's.` };
  const groups = organiser.groupsOf(eventId).map(({ id }) => id);
  const unknownGroup = actions?.updateGroups?.groupIds.find((id) => !groups.includes(id));
  return unknownGroup === undefined ? null : { errorCode: 'GROUP_NOT_FOUND', message: `There is no group ${unknownGroup} in this event.` };
}

function save(
  organiser: Organiser,
  eventId: string,
  { clientId, create, update, actions }: PersonInput,
  known: Person | undefined,
): Person {
  const given = withoutNulls((known ? (update ?? create) : create) ?? {});
  const names = { firstName: '', lastName: '' };
  const person = known ? Object.assign(known, given, { updatedAt: organiser.at() }) : organiser.addPerson(eventId, { ...names, ...given });
  // The newest of the organiser's own ids comes first: it finds the person.
  if (clientId) person.clientIds = [clientId, ...person.clientIds.filter((one) => one !== clientId)];
  const { updateGroups, isSpeakerOnPlannings, isAttendeeOnPlannings, isMemberOnExhibitors } = actions ?? {};
  if (updateGroups) person.groupIds = changed(person.groupIds, updateGroups.action, updateGroups.groupIds);
  organiser.people.put(person);
  const plannings = organiser.sessionsOf(eventId);
  setMember(organiser.sessions, plannings, 'speakerIds', person.id, isSpeakerOnPlannings, isSpeakerOnPlannings?.planningIds);
  setMember(organiser.sessions, plannings, 'attendeeIds', person.id, isAttendeeOnPlannings, isAttendeeOnPlannings?.planningIds);
  const stands = organiser.exhibitorsOf(eventId);
  setMember(organiser.exhibitors, stands, 'memberIds', person.id, isMemberOnExhibitors, isMemberOnExhibitors?.exhibitorIds);
  return person;
}

/** Adds a person to the named sessions or exhibitors, or removes the person from them. */
function setMember<Name extends string, Place extends { id: string } & Record<Name, string[]>>(
  records: { put(place: Place): void },
  places: readonly Place[],
  list: Name,
  personId: string,
  change: ListChange | null | undefined,
  ids: readonly string[] = [],
): void {
  if (!change) return;
  for (const place of places) {
    records.put(Object.assign(place, { [list]: memberChanged(place[list], personId, change.action, ids.includes(place.id)) }));
  }
}

function changed(before: readonly string[], action: ListChange['action'], ids: readonly string[]): string[] {
  if (action === 'REPLACE') return [...ids];
  const others = before.filter((id) => !ids.includes(id));
  return action === 'ADD' ? [...others, ...ids] : others;
}

/** Adds or removes one person in a session's or exhibitor's list, depending on whether it is named. */
function memberChanged(before: readonly string[], id: string, action: ListChange['action'], isNamed: boolean): string[] {
  if (!isNamed) return action === 'REPLACE' ? before.filter((one) => one !== id) : [...before];
  return changed(before, action === 'REMOVE' ? 'REMOVE' : 'ADD', [id]);
}

function withoutNulls(fields: PersonFields): PersonFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}
