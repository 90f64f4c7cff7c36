import { runInDurableObject } from 'cloudflare:test';
import { insertUser, schema } from '@portage/database';
import type { Schedule } from '@portage/workflow';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { db, HOUR_MS, scheduled, scheduleOf } from '../../test/schedule-harness.ts';
import { sweepSchedules } from './sweep-schedules.ts';

describe('the database', () => {
  async function published(schedule: Schedule, isActive = true): Promise<string> {
    const [userId, workflowId, versionId, at] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID(), new Date()];
    const person = { firstName: 'Ada', lastName: 'Lovelace', passwordHash: 'none' };
    await insertUser(db(), { id: userId, email: `${userId}@example.test`, createdAt: at, ...person });
    await db().insert(schema.workflows).values({
      id: workflowId,
      ownerUserId: userId,
      name: 'Nightly',
      createdAt: at,
      lastUpdatedAt: at,
      isActive,
      triggerCode: workflowId,
      triggerType: 'Scheduled',
      currentVersionId: versionId,
      publishedVersionId: versionId,
    });
    await db()
      .insert(schema.workflowVersions)
      .values({
        id: versionId,
        workflowId,
        ownerUserId: userId,
        number: 1,
        name: 'Nightly',
        loggingMode: 'LogAllData',
        steps: scheduled(schedule),
        createdAt: at,
        createdByUserId: userId,
      });
    return workflowId;
  }

  const change = (workflowId: string, values: Partial<typeof schema.workflows.$inferInsert>) =>
    db().update(schema.workflows).set(values).where(eq(schema.workflows.id, workflowId));

  const daily: Schedule = { period: 'Day', startAt: '2040-01-01T00:00:00Z' };

  it('is what a schedule follows: armed while its workflow is active, gone with it', async () => {
    const workflowId = await published(daily);
    const object = scheduleOf(workflowId);
    expect(await object.sync(workflowId)).toEqual({ isArmed: true, nextFireAt: '2040-01-01T00:00:00.000Z' });
    await change(workflowId, { isActive: false });
    expect(await object.sync(workflowId)).toEqual({ isArmed: false, nextFireAt: null });
    await change(workflowId, { isActive: true });
    expect((await object.sync(workflowId)).isArmed).toBe(true);
    await change(workflowId, { isDeleted: true });
    expect(await object.sync(workflowId)).toEqual({ isArmed: false, nextFireAt: null });
    const left = await runInDurableObject(object, async (_object, { storage }) => ({
      alarm: await storage.getAlarm(),
      tables: storage.sql.exec("SELECT name FROM sqlite_master WHERE name IN ('schedule', 'fires', 'chunks')").toArray(),
    }));
    expect(left).toEqual({ alarm: null, tables: [] });
    // Deleted by mistake and brought back by hand, it can be armed again.
    await change(workflowId, { isDeleted: false });
    expect((await object.sync(workflowId)).isArmed).toBe(true);
  });

  it('decides when many ask at once: what it says last holds', async () => {
    const workflowId = await published(daily);
    const asks: Promise<unknown>[] = [];
    for (let n = 0; n < 8; n += 1) {
      await change(workflowId, { isActive: n % 2 === 0 });
      asks.push(scheduleOf(workflowId).sync(workflowId));
    }
    await Promise.all(asks);
    expect(await scheduleOf(workflowId).nextFires(1)).toEqual([]);
  });

  it('is read again by the sweep, should an activation have ended before it reached the schedule', async () => {
    const workflowId = await published(daily);
    const old = await published(daily);
    await change(old, { lastUpdatedAt: new Date(Date.now() - 2 * HOUR_MS) });
    const asked: string[] = [];
    const sync = async (id: string) => {
      asked.push(id);
      await scheduleOf(id).sync(id);
    };
    await sweepSchedules({ db: db(), nowMs: Date.now(), sync });
    expect(asked).toContain(workflowId);
    expect(asked).not.toContain(old);
    expect(await scheduleOf(workflowId).nextFires(1)).toEqual(['2040-01-01T00:00:00.000Z']);
  });

  it('an object that is only asked leaves nothing behind', async () => {
    const workflowId = crypto.randomUUID();
    expect(await scheduleOf(workflowId).nextFires(5)).toEqual([]);
    expect(await scheduleOf(workflowId).sync(workflowId)).toEqual({ isArmed: false, nextFireAt: null });
    expect(await scheduleOf('no workflow').sync('no workflow')).toEqual({ isArmed: false, nextFireAt: null });
    const tables = await runInDurableObject(scheduleOf(workflowId), (_object, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('schedule', 'fires')").toArray(),
    );
    expect(tables).toEqual([]);
  });
});
