import { describe, expect, test } from 'vitest';
import { openDocumentedSystem } from '../testing/document-calls.ts';

const open = () =>
  openDocumentedSystem('swapcard', { baseUrl: 'https://developer.swapcard.com', headers: { Authorization: 'portage-demo' } });
type Organiser = Awaited<ReturnType<typeof open>>;

const at = (fragment: string) => `POST /event-admin/graphql#${fragment}`;
const readEventId = async ({ read }: Organiser): Promise<string> => (await read(at('events'))).data.events[0].id;

describe('the simulated Swapcard', () => {
  test('every operation of the document works', async () => {
    const organiser = await open();
    const { read, untried } = organiser;
    const [event] = (await read(at('events'), { body: { pageSize: 1 } })).data.events;
    const eventId = event.id as string;
    expect((await read(at('event'), { body: { eventId } })).data.event).toMatchObject({ title: event.title, totalExhibitors: 1 });
    const [group] = (await read(at('groups'), { body: { eventId } })).data.event.groups;
    expect(group).toMatchObject({ name: 'Attendees', peopleCount: 3 });
    const [session] = (await read(at('sessions'), { body: { communityId: event.community.id, filter: { eventIds: [eventId] } } })).data
      .planningsV2.nodes;
    const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', mobilePhone: '+4940555' };
    const actions = {
      updateGroups: { action: 'ADD', groupIds: [group.id] },
      isSpeakerOnPlannings: { action: 'ADD', planningIds: [session.id] },
    };
    const imported = (await read(at('importPeople'), { body: { eventId, data: [{ clientId: 'sf-1', create: ada, actions }] } })).data
      .importEventPeople;
    expect(imported).toMatchObject({ eventPeopleCreated: 1, results: [{ inputId: 'sf-1', eventPerson: { email: 'ada@example.com' } }] });
    const { id } = imported.results[0].eventPerson;
    const people = (await read(at('people'), { body: { eventId, search: 'lovel' } })).data.eventPerson;
    expect(people.nodes).toContainEqual(
      expect.objectContaining({ id, clientIds: ['sf-1'], groups: [{ id: group.id, name: 'Attendees' }] }),
    );
    const speakers = { communityId: event.community.id, filter: { speakerIds: [id] } };
    expect((await read(at('sessions'), { body: speakers })).data.planningsV2.nodes).toMatchObject([{ id: session.id, speakers: [{ id }] }]);
    expect(
      (await read(at('deletePeople'), { body: { eventId, eventPeopleIds: [id, 'other'] } })).data.deleteEventPeople.eventPeopleDeleted,
    ).toBe(1);
    const text = (value: string) => [{ language: 'en_US', value }];
    const planning = {
      clientId: 's-1',
      titleTranslations: text('Tea'),
      descriptionTranslations: text('Hot'),
      beginsAt: '2026-12-01',
      endsAt: '2026-12-01',
    };
    const saved = (await read(at('importSessions'), { body: { eventId, plannings: [planning] } })).data.importEventPlannings.results[0]
      .planning;
    expect(saved).toMatchObject({ title: 'Tea', description: 'Hot' });
    await read(at('deleteSessions'), { body: { eventId, planningsIds: [saved.id] } });
    const stand = (name: string) => ({ body: { eventId, exhibitors: [{ clientId: 'x-1', name }] } });
    const first = (await read(at('saveExhibitors'), stand('Paper Fox'))).data.upsertEventExhibitors.results[0].exhibitor;
    const again = (await read(at('saveExhibitors'), stand('Paper Foxes'))).data.upsertEventExhibitors.results[0].exhibitor;
    expect([again.id, again.name]).toEqual([first.id, 'Paper Foxes']);
    const since = { communityId: event.community.id, filter: { lastUpdatedSince: '2026-11-21T08:00:00Z' } };
    expect((await read(at('exhibitors'), { body: since })).data.exhibitorsV2.nodes).toHaveLength(2);
    await read(at('deleteExhibitors'), { body: { eventId, exhibitorIds: [first.id] } });
    expect((await read(at('meetings'), { body: { eventId } })).data.meetingsV2.nodes).toHaveLength(1);
    const fields = (await read(at('customFields'), { body: { eventId, target: 'PEOPLE' } })).data.event.fieldDefinitions;
    expect(fields).toMatchObject([{ name: 'Diet', optionsValues: [{ value: 'None' }, {}, {}] }, { name: 'Customer number' }]);
    expect(untried()).toEqual([]);
  });

  test('a sync reads and finds everything the document says about its entities', async () => {
    const organiser = await open();
    organiser.fill('people', 5);
    expect(await organiser.readEntities({ eventId: await readEventId(organiser) })).toMatchObject({ Events: 2, People: 8 });
  });

  test('an own id, otherwise an address, identifies an existing person; a wrong person blocks no other', async () => {
    const organiser = await open();
    const eventId = await readEventId(organiser);
    const save = async (...data: object[]) =>
      (await organiser.read(at('importPeople'), { body: { eventId, data } })).data.importEventPeople;
    const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'L' };
    const [{ eventPerson }] = (await save({ clientId: 'sf-1', create: ada })).results;
    expect(await save({ clientId: 'sf-1', create: ada })).toMatchObject({ eventPeopleCreated: 0, eventPeopleUpdated: 1 });
    expect((await save({ clientId: 'sf-1', update: { jobTitle: 'Countess' } })).results).toMatchObject([
      { eventPerson: { id: eventPerson.id, jobTitle: 'Countess' } },
    ]);
    expect((await save({ clientId: 'other', create: { ...ada, email: 'ADA@example.com' } })).results).toMatchObject([
      { eventPerson: { id: eventPerson.id } },
    ]);
    const mixed = await save(
      { clientId: 'a', create: { email: 'no address', firstName: 'A', lastName: 'B' } },
      { clientId: 'b', create: { firstName: 'B', lastName: 'C' } },
      { clientId: 'c', update: {} },
    );
    expect(mixed).toMatchObject({
      eventPeopleCreated: 1,
      errors: [
        { inputId: 'a', errorCode: 'INVALID_EMAIL' },
        { inputId: 'c', errorCode: 'NOT_FOUND' },
      ],
    });
    const tried = { eventId, data: [{ create: { firstName: 'X', lastName: 'Y' } }], validateOnly: true };
    const before = organiser.entity('people')?.count();
    expect((await organiser.read(at('importPeople'), { body: tried })).data.importEventPeople).toMatchObject({
      eventPeopleCreated: 1,
      results: [],
    });
    expect(organiser.entity('people')?.count()).toBe(before);
  });

  test('pages through all people of an event by cursor', async () => {
    const organiser = await open();
    organiser.fill('people', 250);
    const eventId = await readEventId(organiser);
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const body: Record<string, unknown> = { eventId, cursor: { first: 100, ...(after ? { after } : {}) } };
      const { nodes, pageInfo } = (await organiser.read(at('people'), { body })).data.eventPerson;
      ids.push(...nodes.map(({ id }: { id: string }) => id));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after);
    expect([ids.length, new Set(ids).size]).toEqual([253, 253]);
  });

  test('refuses an unknown token with a 200, and counts points a minute', async () => {
    const { send, call, pass } = await open();
    const eventsOf = (authorization: string) =>
      send('POST', 'https://developer.swapcard.com/event-admin/graphql', { authorization }, JSON.stringify({ query: '{ events { id } }' }));
    for (const token of ['other', 'Bearer portage-demo']) {
      expect(await eventsOf(token)).toMatchObject({ status: 200, body: { errors: [{ extensions: { code: 'UNAUTHORIZED' } }] } });
    }
    const body = { eventId: 'x', eventPeopleIds: ['y'] };
    const statuses = [];
    for (let calls = 0; calls < 61; calls += 1) statuses.push((await call(at('deletePeople'), { body })).status);
    // A mutation costs a thousand of sixty thousand points, plus some for its fields.
    expect(statuses.slice(0, 59).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    pass(60_000);
    expect((await call(at('deletePeople'), { body })).status).toBe(200);
  });
});
