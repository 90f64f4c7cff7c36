import { calls, runningCalls } from '@portage/contracts/calls';
import { expect, test } from 'vitest';
import { table } from '../../test/access/access-table.ts';
import { makeBelongings } from '../../test/access/belongings.ts';
import { call, readState, refused } from '../../test/access/calling.ts';
import { api, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { listShardNames } from '../workflow-instances/run-shards.ts';

test('HOSTILE 26: every call that runs, tests or previews needs the right to run', () => {
  // A schedule sent in the body belongs to nobody.
  const own = ['POST /api/workflows/preview-schedule'];
  // Calls on run jobs are listed by hand: read-only ones have `run` in their path too.
  const isOfJobs = (key: string) => key.includes('/run-jobs');
  // A hook belongs to no person: admins test it, and nothing of anybody's runs.
  const isOfHooks = (key: string) => key.startsWith('POST /api/deployments/hooks/');
  const found = Object.keys(calls).filter(
    (key) =>
      /\/(run|re-run|test|preview|sync-again|sync-now)(-|$)|-(testing|preview|options)$/.test(key) && !isOfJobs(key) && !isOfHooks(key),
  );
  expect(found.sort()).toEqual([...runningCalls, ...own].filter((key) => !key.endsWith('/cancel') && !isOfJobs(key)).sort());
  expect(runningCalls.filter(isOfJobs)).toEqual(['POST /api/workflows/run-jobs', 'POST /api/workflows/run-jobs/{id}/stop']);
});

test.each(runningCalls)(
  'HOSTILE 26: %s needs the right to run: people who may only read, as an admin or by a link, start nothing',
  async (key) => {
    const rule = table[key];
    if (rule.kind !== 'thing' && rule.kind !== 'list') throw new Error('A running call names what it runs');
    const startedMs = Date.now();
    const of = await makeBelongings();
    const [admin, guest] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
    const before = await readState(of);
    // They may read: the admin reads the run and the workflow list, the guest what was shared.
    expect((await api(`GET /api/workflows/instances/${of.runId}`, { token: admin.token })).status).toBe(200);
    const infoPath = `/api/workflows/${of.workflowId}/import-info?sharedWorkflowCode=${of.sharedWorkflowCode}`;
    expect((await api(`GET ${infoPath}`, { token: guest.token })).status).toBe(200);
    for (const { token } of [admin, guest]) {
      const answer = await call(key, rule.ask(of), token);
      expect([answer.status, answer.body.workflowInstanceId]).toEqual([refused.stranger, undefined]);
    }
    expect((await call(key, rule.ask(of))).status).toBe(refused.nobody);
    expect(await readState(of)).toEqual(before);
    expect(await endOpenRuns(of.owner, startedMs)).toBe(1);
  },
);

/** Ends the open runs that a person started since `sinceMs`, up to an hour ago. @returns how many there were */
async function endOpenRuns({ row }: Person, sinceMs: number): Promise<number> {
  const counts = await Promise.all(
    listShardNames(row.id, [sinceMs, Date.now()]).map(
      (name) => testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(name)).cancelOpenRuns() as Promise<number>,
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
