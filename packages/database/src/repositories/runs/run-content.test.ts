import type { OwnerId } from '@portage/contracts';
import { DAY_MS } from '@portage/primitives/durations';
import { searchWords } from '@portage/primitives/search-words';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { runTags } from '../../schema/run-tags.ts';
import { workflowInstances } from '../../schema/workflow-instances.ts';
import { forgetContentOfOwner, forgetOldContent, indexedWords } from './run-content.ts';
import { listRuns, searchRuns } from './workflow-instances.ts';

let ownerUserId: OwnerId;
const workflowId = crypto.randomUUID();
beforeEach(async () => {
  ownerUserId = (await makeUser()).id;
});

interface Carried {
  trigger?: string;
  results?: string;
  identity?: string | null;
  owner?: OwnerId;
  createdAt?: Date;
  status?: 'Succeeded' | 'Delayed';
}

async function addRun({
  trigger = '',
  results = '',
  identity = 'A-1',
  owner = ownerUserId,
  createdAt = new Date(),
  status = 'Succeeded',
}: Carried) {
  const id = crypto.randomUUID();
  const words = indexedWords(owner, { trigger: searchWords(trigger), results: searchWords(results) });
  await database().execute(sql`
    insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at, content, identity)
    values (${id}, ${owner}, ${workflowId}, ${workflowId}, 'Orders', ${status}, ${createdAt.toISOString()}, ${createdAt.toISOString()},
      array_to_tsvector(array(select json_array_elements_text(${JSON.stringify(words)}::json))), ${identity === null ? null : JSON.stringify({ path: 'id', value: identity })}::jsonb)`);
  return id;
}

const find = async (text: string, hidden: { workflowId: string; names: string[] }[] = []) =>
  (await searchRuns(database(), { ownerUserId, text, hidden }, 10)).map(({ id }) => id).sort();

test('runs are found by their words in any case, the last of them by its beginning, however they are written', async () => {
  const [order, other] = [await addRun({ trigger: 'A-1004 ada@example.com #77 19.99 Müller' }), await addRun({ trigger: 'A-10045' })];
  for (const text of ['a-1004', 'A-1004']) expect(await find(text), text).toEqual([order, other].sort());
  for (const text of ['"A-1004"', 'ADA@example', '#77', '77', '19.99', 'mull', 'Müller', 'ada@example.com A-10', 'a-1004 mül'])
    expect(await find(text), text).toEqual([order]);
  for (const text of ['1004', 'example.com', 'ada@example.com A-10045', 'A-1004 nothing', '"A-100"', '-', "'", "a' | 'b", ':*'])
    expect(await find(text), text).toEqual([]);
});

test('runs are found by signs, amounts and capitals as people write them', async () => {
  const carried = await addRun({ trigger: 'A&B<1> 1234.5 Größe Straße' });
  await addRun({ trigger: 'A B 1 1234.56 1235 Grotte' });
  for (const text of ['A&B<1>', '1234.50', '"1234.50"', 'GRÖSSE', 'grosse', 'Größe', 'STRASSE'])
    expect(await find(text), text).toEqual([carried]);
});

test('a found run without an identity shows the word that was looked for', async () => {
  await addRun({ trigger: 'Please deliver the big order-77 to Größe street', identity: null });
  const identities = async (text: string) => [
    (await searchRuns(database(), { ownerUserId, text, hidden: [] }, 10)).map(({ identity }) => identity),
    (
      await listRuns(database(), { ownerUserId }, { pageIndex: 0, pageSize: 10, content: { ownerUserId, text, hidden: [] } })
    ).workflowInstances.map(({ identity }) => identity),
  ];
  expect(await identities('order-7')).toEqual(Array(2).fill([{ path: 'payload', value: 'order-77' }]));
  expect(await identities('GRÖSSE')).toEqual(Array(2).fill([{ path: 'payload', value: 'große' }]));
  await addRun({ trigger: 'order-99', identity: 'A-1' });
  expect(await identities('order-99')).toEqual(Array(2).fill([{ path: 'id', value: 'A-1' }]));
});

test('the run that a number identifies precedes newer runs whose numbers begin with it', async () => {
  const exact = await addRun({ trigger: 'A-100', identity: 'A-100', createdAt: new Date(0) });
  for (let last = 0; last < 3; last += 1) await addRun({ trigger: `A-100${last}`, identity: `A-100${last}` });
  const found = await searchRuns(database(), { ownerUserId, text: 'a-100', hidden: [] }, 2);
  expect(found.map(({ identity }) => identity?.value)).toEqual(['A-100', 'A-1002']);
  expect(found[0]?.id).toBe(exact);
});

test('a run is found only by its owner, also if the words of another owner are the same', async () => {
  const stranger = (await makeUser()).id;
  await addRun({ trigger: 'A-1004', owner: stranger });
  expect(await find('A-1004')).toEqual([]);
  const content = { ownerUserId, text: 'A-1004', hidden: [] };
  expect((await listRuns(database(), 'everyone', { pageIndex: 0, pageSize: 10, content })).totalCount).toBe(0);
});

test('of a workflow that hides steps, runs are found by what started them and by tags that tell nothing, not by their results', async () => {
  const run = await addRun({ trigger: 'A-1004', results: 'margin-42' });
  await database()
    .insert(runTags)
    .values([
      { runId: run, name: 'Open', value: 'North 7', position: 1, ownerUserId, createdAt: new Date() },
      { runId: run, name: 'Margin', value: 'Margin-42', position: 2, ownerUserId, createdAt: new Date() },
    ]);
  for (const text of ['A-1004', 'margin-42', 'North', 'Margin']) expect(await find(text)).toEqual([run]);
  const hidden = [{ workflowId, names: ['Margin'] }];
  for (const text of ['A-1004', 'North']) expect(await find(text, hidden)).toEqual([run]);
  for (const text of ['margin-42', 'Margin']) expect(await find(text, hidden)).toEqual([]);
  expect(await find('margin-42', [{ workflowId: crypto.randomUUID(), names: [] }])).toEqual([run]);
});

test('of a word in more runs than a search reads, the newest runs are found', async () => {
  await database().execute(sql`
    insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at, content)
    select 'common-' || ${ownerUserId} || n, ${ownerUserId}, ${workflowId}::uuid, ${workflowId}::uuid, 'Orders', 'Succeeded',
      now() - (1500 - n) * interval '1 minute', now(), array_to_tsvector(array[${`${ownerUserId.slice(-6)}tcommon`}])
    from generate_series(1, 1500) n`);
  const content = { ownerUserId, text: 'common', hidden: [] };
  const found = await listRuns(database(), { ownerUserId }, { pageIndex: 0, pageSize: 2, content });
  expect(found.workflowInstances.map(({ id }) => id)).toEqual([1500, 1499].map((n) => `common-${ownerUserId}${n}`));
  expect(found.totalCount).toBe(1500);
});

test('what runs carried is emptied once their data is past its retention, or with their account; open runs keep it', async () => {
  const now = new Date();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [old, young, open] = [
    await addRun({ trigger: 'A-1', createdAt: ago(31) }),
    await addRun({ trigger: 'A-1', createdAt: ago(29) }),
    await addRun({ trigger: 'A-1', createdAt: ago(31), status: 'Delayed' }),
  ];
  await forgetOldContent(database(), now, 30 * DAY_MS);
  expect(await find('"A-1"')).toEqual([young, open].sort());
  const [row] = await database().select().from(workflowInstances).where(eq(workflowInstances.id, old));
  expect(row).toMatchObject({ content: null, identity: null });
  await forgetContentOfOwner(database(), ownerUserId);
  expect(await find('"A-1"')).toEqual([]);
});
