import { GraphQLError } from 'graphql';
import type { Organiser, Person } from './organiser.ts';

interface ListChange {
  action: 'ADD' | 'REMOVE' | 'REPLACE';
  groupIds?: string[];
  planningIds?: string[];
  exhibitorIds?: string[];
}

type Fields = Partial<Person>;

export interface PersonInput {
  clientId?: string | null;
  create?: Fields | null;
  update?: Fields | null;
  actions?: Partial<
    Record<'updateGroups' | 'isSpeakerOnPlannings' | 'isAttendeeOnPlannings' | 'isMemberOnExhibitors', ListChange | null>
  > | null;
}

type Problem = readonly [errorCode: string, message: string];

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
  const errors: { inputId: string; errorCode: string; message: string }[] = [];
  const results: { inputId: string; eventPerson: Person }[] = [];
  let [created, updated] = [0, 0];
  for (const [index, input] of data.entries()) {
    const inputId = input.clientId ?? String(index);
    const existing = findPerson(organiser, eventId, input);
    const fields = (existing ? (input.update ?? input.create) : input.create) ?? null;
    const problem = findProblem(organiser, eventId, input, fields, existing);
    if (problem) {
      const [errorCode, message] = problem;
      errors.push({ inputId, errorCode, message });
      continue;
    }
    if (existing) updated += 1;
    else created += 1;
    if (!validateOnly) results.push({ inputId, eventPerson: save(organiser, eventId, input, fields ?? {}, existing) });
  }
  return { eventPeopleCreated: created, eventPeopleUpdated: updated, errors, results };
}

function findPerson({ peopleByClientId, peopleByEmail, emailKey }: Organiser, eventId: string, { clientId, create, update }: PersonInput) {
  const [own] = clientId ? peopleByClientId(`${eventId} ${clientId}`) : [];
  const email = update?.email ?? create?.email;
  return own ?? (email ? peopleByEmail(emailKey(eventId, email))[0] : undefined);
}

function findProblem(
  organiser: Organiser,
  eventId: string,
  { clientId, actions }: PersonInput,
  fields: Fields | null,
  existing: Person | undefined,
): Problem | null {
  if (!existing && !fields) return ['NOT_FOUND', `There is no person with the id ${clientId ?? ''}.`];
  const { email, firstName, lastName, isUser } = fields ?? {};
  if (email && !/^[^@\s]+@[^@\s]+$/.test(email)) return ['INVALID_EMAIL', `The e-mail address ${email} is not valid.`];
  if (!existing && !(firstName && lastName)) return ['MISSING_FIELD', 'firstName and lastName are required.'];
  if (isUser && !(email ?? existing?.email)) return ['MISSING_FIELD', 'A user needs an e-mail address.'];
  const [holder] = email ? organiser.peopleByEmail(organiser.emailKey(eventId, email)) : [];
  if (existing && holder && holder !== existing) return ['EMAIL_ALREADY_USED', `The e-mail address ${email} is another person's.`];
  const groups = organiser.groupsOf(eventId).map(({ id }) => id);
  const unknownGroup = actions?.updateGroups?.groupIds?.find((id) => !groups.includes(id));
  return unknownGroup === undefined ? null : ['GROUP_NOT_FOUND', `There is no group ${unknownGroup} in this event.`];
}

function save(
  organiser: Organiser,
  eventId: string,
  { clientId, actions }: PersonInput,
  fields: Fields,
  existing: Person | undefined,
): Person {
  const given = withoutNulls(fields);
  const person = existing ? Object.assign(existing, given, { updatedAt: organiser.at() }) : organiser.addPerson(given, { id: eventId });
  // The newest of the organiser's own ids comes first: it finds the person.
  if (clientId) person.clientIds = [clientId, ...person.clientIds.filter((id) => id !== clientId)];
  const { updateGroups, isSpeakerOnPlannings, isAttendeeOnPlannings, isMemberOnExhibitors } = actions ?? {};
  if (updateGroups) person.groupIds = changed(person.groupIds, updateGroups.action, updateGroups.groupIds ?? []);
  organiser.people.put(person);
  for (const session of organiser.sessionsOf(eventId)) {
    const speakerIds = memberChanged(session.speakerIds, person.id, isSpeakerOnPlannings, session.id);
    const attendeeIds = memberChanged(session.attendeeIds, person.id, isAttendeeOnPlannings, session.id);
    if (isSpeakerOnPlannings || isAttendeeOnPlannings) organiser.sessions.put(Object.assign(session, { speakerIds, attendeeIds }));
  }
  for (const exhibitor of isMemberOnExhibitors ? organiser.exhibitorsOf(eventId) : []) {
    const memberIds = memberChanged(exhibitor.memberIds, person.id, isMemberOnExhibitors, exhibitor.id);
    organiser.exhibitors.put(Object.assign(exhibitor, { memberIds }));
  }
  return person;
}

function changed(before: readonly string[], action: ListChange['action'], ids: readonly string[]): string[] {
  if (action === 'REPLACE') return [...ids];
  const others = before.filter((id) => !ids.includes(id));
  return action === 'ADD' ? [...others, ...ids] : others;
}

/** Adds or removes one person in a session's or exhibitor's list, depending on whether the change names it. */
function memberChanged(before: readonly string[], id: string, change: ListChange | null | undefined, ownId: string): string[] {
  if (!change) return [...before];
  const isNamed = [...(change.planningIds ?? []), ...(change.exhibitorIds ?? [])].includes(ownId);
  if (!isNamed) return change.action === 'REPLACE' ? before.filter((other) => other !== id) : [...before];
  return changed(before, change.action === 'REMOVE' ? 'REMOVE' : 'ADD', [id]);
}

/** The fields that have a value. */
export function withoutNulls(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}
