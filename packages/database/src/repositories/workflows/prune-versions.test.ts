import { DAY_MS } from '@portage/primitives/durations';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { pruneVersions, SHOWN_VERSIONS } from './prune-versions.ts';
import { listVersions } from './workflow-versions.ts';

const now = new Date();

/** A workflow with this many versions, made a day apart, the newest today; ids by number. */
async function makeWorkflow(count: number, { published = 0, deletedDaysAgo = null as number | null } = {}) {
  const db = database();
  const owner = (await makeUser()).id;
  const id = crypto.randomUUID();
  const versions = Array.from({ length: count }, () => crypto.randomUUID());
  const deletedAt = deletedDaysAgo === null ? null : new Date(now.getTime() - deletedDaysAgo * DAY_MS).toISOString();
  await db.execute(sql`insert into workflows (id, owner_user_id, name, created_at, last_updated_at, trigger_code, current_version_id, published_version_id, is_deleted, deleted_at)
    values (${id}::uuid, ${owner}::uuid, 'Pruned', now(), now(), ${id}, ${versions.at(-1)}::uuid, ${versions[published - 1] ?? null}::uuid,
      ${deletedAt !== null}, ${deletedAt}::timestamptz)`);
  await db.execute(sql`insert into workflow_versions (id, workflow_id, owner_user_id, number, name, logging_mode, steps, created_at, created_by_user_id)
    select value::uuid, ${id}::uuid, ${owner}::uuid, n, 'Pruned', 'LogAllData', '[]', ${now.toISOString()}::timestamptz - (${count} - n) * interval '1 day', ${owner}::uuid
    from json_array_elements_text(${JSON.stringify(versions)}::json) with ordinality as version (value, n)`);
  const run = (number: number, status: string, daysAgo: number) =>
    db.execute(sql`insert into workflow_instances (id, owner_user_id, workflow_id, workflow_version_id, name, status, created_at, last_updated_at)
      values (${crypto.randomUUID()}, ${owner}::uuid, ${id}::uuid, ${versions[number - 1]}::uuid, 'x', ${status},
        ${new Date(now.getTime() - daysAgo * DAY_MS).toISOString()}::timestamptz, now())`);
  const left = async () => {
    const { rows } = await db.execute<{ number: number }>(
      sql`select number from workflow_versions where workflow_id = ${id}::uuid order by number`,
    );
    return rows.map(({ number }) => number);
  };
  const shown = () => listVersions(db, owner, id, { count: SHOWN_VERSIONS, bytes: 8_000_000 });
  return { run, left, shown };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const prune = () => pruneVersions(database(), now, 30 * DAY_MS);

test('deletes only versions outside the history, never published ones or those of runs that can still be viewed', async () => {
  const workflow = await makeWorkflow(SHOWN_VERSIONS + 10, { published: 2 });
  await workflow.run(3, 'Succeeded', 5);
  await workflow.run(4, 'Delayed', 90);
  await workflow.run(5, 'Succeeded', 90);
  const shownBefore = await workflow.shown();
  expect(shownBefore).toHaveLength(SHOWN_VERSIONS);
  await prune();
  expect(await workflow.left()).toEqual([2, 3, 4, ...range(11, SHOWN_VERSIONS + 10)]);
  expect((await workflow.shown()).map(({ id }) => id)).toEqual(shownBefore.map(({ id }) => id));
  expect(await prune()).toBe(0);
});

test('a workflow with few versions keeps them all, however old', async () => {
  const workflow = await makeWorkflow(SHOWN_VERSIONS);
  await prune();
  expect(await workflow.left()).toEqual(range(1, SHOWN_VERSIONS));
});

test('a workflow deleted long ago keeps its current version, one deleted recently keeps all', async () => {
  const [longAgo, lately] = [await makeWorkflow(40, { deletedDaysAgo: 31 }), await makeWorkflow(40, { deletedDaysAgo: 2 })];
  await prune();
  expect(await longAgo.left()).toEqual([40]);
  expect(await lately.left()).toEqual(range(1, 40));
});
