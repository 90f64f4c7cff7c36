import { makeRunId, type OwnerId, toOwnerId } from '@portage/contracts';
import { connectHttp, schema } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { randomText, testEnv } from '../../test/harness.ts';
import { sweepDeletedUsers } from './sweep-deleted-users.ts';

test('cancels open runs of recently deleted users, and continues if one can’t be cancelled', async () => {
  const db = connectHttp(testEnv);
  const nowMs = Date.now();
  const makeUser = async (deletedAt: Date | null) => {
    const id = toOwnerId(crypto.randomUUID());
    const fields = { isDeleted: deletedAt !== null, deletedAt };
    await db
      .insert(schema.users)
      .values({ id, email: `${id}@example.test`, passwordHash: 'none', createdAt: new Date(nowMs - 30 * DAY_MS), ...fields });
    return id;
  };
  const makeRun = async (ownerUserId: OwnerId, status: 'InProgress' | 'Delayed' | 'Succeeded') => {
    const id = makeRunId(ownerUserId, nowMs, 0, randomText());
    const at = new Date(nowMs);
    await db.insert(schema.workflowInstances).values({
      id,
      ownerUserId,
      workflowId: crypto.randomUUID(),
      workflowVersionId: crypto.randomUUID(),
      name: 'Orders',
      status,
      createdAt: at,
      lastUpdatedAt: at,
    });
    return id;
  };
  const [gone, here, longGone] = [
    await makeUser(new Date(nowMs - 60_000)),
    await makeUser(null),
    await makeUser(new Date(nowMs - 10 * DAY_MS)),
  ];
  const open = [await makeRun(gone, 'InProgress'), await makeRun(gone, 'Delayed')];
  const others = [await makeRun(gone, 'Succeeded'), await makeRun(here, 'InProgress'), await makeRun(longGone, 'InProgress')];

  const asked: string[] = [];
  const found = await sweepDeletedUsers({
    db,
    nowMs,
    cancel: async (shardName, runId) => {
      expect(runId.startsWith(`${shardName}-`)).toBe(true);
      asked.push(runId);
      if (runId === open[0]) throw new Error('The object cannot be reached');
    },
  });
  expect(asked).toEqual(expect.arrayContaining(open));
  for (const runId of others) expect(asked).not.toContain(runId);
  expect(found).toBe(asked.length);
  for (const id of [...open, ...others]) await db.delete(schema.workflowInstances).where(eq(schema.workflowInstances.id, id));
});
