import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { deleteUserRow } from '../people/delete-user.ts';
import { addSampleRows, listSampleRows, readSampleValues, settleSamples } from './draft-samples.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 30, 10, 0, second));

async function makeWorkflow() {
  const owner = (await makeUser()).id;
  const id = crypto.randomUUID();
  await database().execute(sql`insert into workflows (id, owner_user_id, name, created_at, last_updated_at, trigger_code, current_version_id)
    values (${id}::uuid, ${owner}::uuid, 'Sampled', now(), now(), ${id}, ${crypto.randomUUID()}::uuid)`);
  const start = (runId: string, second: number, clientIds: string[], by = owner) => {
    const steps = clientIds.map((clientId) => ({ clientId, fingerprint: 'f' }));
    return addSampleRows(database(), by, id, { runId, dataRunId: null, at: at(second), steps });
  };
  const settle = (runId: string, second: number, values: Record<string, string>, mostCharacters = 1_000) => {
    const results = Object.entries(values).map(([clientId, valuesJson]) => ({
      clientId,
      valuesJson,
      isCut: false,
      at: at(second).toISOString(),
    }));
    return settleSamples(database(), id, { runId, results, gone: [] }, mostCharacters);
  };
  const list = async () => (await listSampleRows(database(), owner, id)).map((row) => `${row.clientId} ${row.workflowInstanceId}`);
  return { owner, id, start, settle, list };
}

test('stores what a test returned, for the owner only', async () => {
  const { owner, id, start, settle, list } = await makeWorkflow();
  const stranger = (await makeUser()).id;
  await start('run-1', 1, ['a', 'b']);
  await start('run-2', 2, ['a'], stranger);
  expect(await list()).toEqual(expect.arrayContaining(['a run-1', 'b run-1']));
  await settle('run-1', 3, { a: '{"Response":1}' });
  expect(await listSampleRows(database(), owner, id)).toMatchObject([
    { clientId: 'a', hasValues: true, at: at(3), isCut: false },
    { clientId: 'b', hasValues: false, at: at(1) },
  ]);
  const wanted = [{ clientId: 'a', workflowInstanceId: 'run-1' }];
  expect(await readSampleValues(database(), owner, id, wanted)).toEqual(new Map([['a', '{"Response":1}']]));
  expect(await readSampleValues(database(), stranger, id, wanted)).toEqual(new Map());
  expect(await listSampleRows(database(), stranger, id)).toEqual([]);
});

test('keeps few tests that nobody has read, and the newest samples up to the limit', async () => {
  const { start, settle, list } = await makeWorkflow();
  for (const second of [1, 2, 3, 4, 5]) await start(`run-${second}`, second, ['a']);
  expect(await list()).toEqual(['a run-5', 'a run-4', 'a run-3']);
  await start('run-6', 6, ['b', 'c']);
  await settle('run-6', 7, { b: '"12345"', c: '"12345"' }, 10);
  expect(await list()).toContain('b run-6');
  expect(await list()).not.toContain('c run-6');
});

test('is deleted with its owner', async () => {
  const { owner, id, start } = await makeWorkflow();
  await start('run-1', 1, ['a']);
  await deleteUserRow(database(), owner, at(9));
  const { rows } = await database().execute(sql`select 1 from draft_samples where workflow_id = ${id}::uuid`);
  expect(rows).toEqual([]);
});
