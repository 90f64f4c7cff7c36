import { describe, expect, test } from 'vitest';
import { buildIntegration, makeRecordSystem, makeSync } from '../../test/sync-harness.ts';

const mapping = (toParameterPath: string, fromParameterExpression: string) => ({ toParameterPath, fromParameterExpression });
const named = [mapping('body.name', '$Item.name'), mapping('body.sku', '$Item.sku')];

/** Guests of one system become people and then members of the other, as registrants become leads and members of a campaign. */
async function guests(members: object = {}) {
  const source = await makeRecordSystem(['guests'], { guests: { idPath: 'sku', withoutId: 'The guest has no address.' } });
  const target = await makeRecordSystem(['people', 'newPeople', 'members'], {
    people: {
      update: { operation: 'PUT /people/{id}', values: { 'path.id': '{id}' }, onlyIds: { startWith: ['t'], otherwise: 'A contact.' } },
    },
    newPeople: {
      find: [{ key: 'body.sku', operation: 'GET /people', values: { 'query.sku': '{key}' }, itemsPath: 'items', equalsPath: 'sku' }],
      create: { operation: 'POST /people', idPath: 'record.id' },
      update: undefined,
    },
    members: {
      references: [{ path: 'body.ownerId', entity: 'people', pathsByPrefix: { 9: 'body.price' } }],
      ...members,
    },
  });
  const settings = buildIntegration(source, target, 'guests');
  const { Source, Target } = settings.operations;
  if (!Source || !Target) throw new Error('no sides');
  const link = mapping('body.ownerId', '$Item.sku');
  const sync = await makeSync({
    ...settings,
    operations: {
      Source,
      Target: {
        ...Target,
        entityType: 'members',
        mappings: named,
        dependentMappings: { people: { sourceEntityType: 'guests', mappings: named, link } },
      },
    },
  });
  return { source, target, sync, settings, Source, Target, link };
}

describe('a sync of records that refer to others', () => {
  test('uses the id of the kind of record that the target names, although both come from the same record', async () => {
    const { source, target, sync } = await guests();
    await source.control({ put: { guests: [{ id: '1', name: 'Ada', sku: 'ada' }] } });
    await sync.run();
    await sync.run();
    const [person] = await target.records('people');
    expect((await target.records('members')).map(({ ownerId }) => ownerId)).toEqual([person?.id]);
    // Its own flow has the same source record, and is also asked for when the guest changes.
    await source.control({ put: { guests: [{ id: '1', name: 'Ada L.', sku: 'ada' }] } });
    await sync.run();
    expect(await target.records('members')).toMatchObject([{ name: 'Ada L.', ownerId: person?.id }]);
  });

  test('counts a waiting record once, although it’s tried when due and listed again', async () => {
    const { source, sync } = await guests();
    const waiting = ['a', 'b', 'c'].map((id) => ({ id, name: `Refused ${id}`, sku: id }));
    const members = async () => (await sync.run()).flows.find(({ targetEntity }) => targetEntity === 'members');
    await source.control({ put: { guests: waiting } });
    expect(await members()).toMatchObject({ readCount: 3, skippedCount: 0, waitingCount: 3 });
    await source.control({ put: { guests: waiting } });
    expect(await members()).toMatchObject({ readCount: 3, skippedCount: 0, waitingCount: 3, failedCount: 0 });
  });

  test('links a record of another kind without changing it, and puts its id where that kind belongs', async () => {
    const { source, target, sync } = await guests();
    await target.control({ put: { people: [{ id: '97', name: 'A contact', sku: 'ada' }] } });
    await source.control({ put: { guests: [{ id: '1', name: 'Ada', sku: 'ada' }] } });
    await sync.run();
    expect(await target.records('people')).toMatchObject([{ id: '97', name: 'A contact' }]);
    expect(await target.records('members')).toMatchObject([{ price: 97 }]);
    expect((await target.records('members'))[0]).not.toHaveProperty('ownerId');
    expect(await sync.items()).toContainEqual(expect.objectContaining({ status: 'Skipped', error: 'A contact.', targetItemId: '97' }));
  });

  test('skips a record without an id, with the document’s reason', async () => {
    const { source, target, sync } = await guests();
    await source.control({ put: { guests: [{ id: '1', name: 'Nobody' }] } });
    const run = await sync.run();
    expect(run.errorMessage).toBeNull();
    expect((await sync.items()).map(({ status, error, name }) => [status, error, name])).toEqual(
      Array(2).fill(['Skipped', 'The guest has no address.', 'Nobody']),
    );
    const writes = (await target.writes()).length;
    await sync.run();
    expect([writes, (await target.writes()).length]).toEqual([0, 0]);
  });

  test('lets dependents refer to each other’s records, and a kind that only accepts new records leaves the others unchanged', async () => {
    const { source, target, settings, Source, Target, link } = await guests();
    const sync = await makeSync({
      ...settings,
      operations: {
        Source,
        Target: {
          ...Target,
          entityType: 'newPeople',
          mappings: [mapping('body.name', 'Changed'), mapping('body.sku', '$Item.sku')],
          dependentMappings: {
            people: { sourceEntityType: 'guests', mappings: named },
            members: { sourceEntityType: 'guests', mappings: named, dependencies: [{ ...link, entity: 'guests' }] },
          },
        },
      },
    });
    await source.control({ put: { guests: [{ id: '1', name: 'Ada', sku: 'ada' }] } });
    await sync.run();
    const [person] = await target.records('people');
    expect(await target.records('people')).toMatchObject([{ name: 'Ada' }]);
    expect(await target.records('members')).toMatchObject([{ ownerId: person?.id }]);
    expect((await sync.items()).filter(({ status }) => status === 'Skipped')).toMatchObject([
      { targetItemId: person?.id, error: 'The target has the record already. Such records are added, not changed.' },
    ]);
  });

  test('reads a response that means there is nothing yet as an empty list', async () => {
    const source = await makeRecordSystem(['guests'], {
      guests: { list: { operation: 'GET /guests/{id}', values: { 'path.id': 'later' }, emptyStatuses: [404] } },
    });
    const target = await makeRecordSystem(['guests']);
    const sync = await makeSync(buildIntegration(source, target, 'guests'));
    const run = await sync.run();
    expect(run.errorMessage).toBeNull();
    expect(run.flows[0]).toMatchObject({ readCount: 0, error: null });
  });
});
