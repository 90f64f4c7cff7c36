import { runInDurableObject } from 'cloudflare:test';
import { toOwnerId } from '@portage/contracts';
import { insertUser, listSelfStartingWorkflows, type SelfStartingWorkflow, schema } from '@portage/database';
import { HOUR_MS } from '@portage/primitives/durations';
import type { Schedule } from '@portage/workflow';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { testEnv, until } from '../../test/harness.ts';
import { db, getScheduleObject, listRunIds, readAlarm, scheduled, untilFired } from '../../test/schedule-harness.ts';
import { sweepSelfStarting } from '../sweep/sweep-self-starting.ts';
import { sweepSchedules } from './sweep-schedules.ts';

describe('the database', () => {
  async function published(schedule: Schedule, isActive = true): Promise<string> {
    const [userId, workflowId, versionId, at] = [toOwnerId(crypto.randomUUID()), crypto.randomUUID(), crypto.randomUUID(), new Date()];
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

  test('decides about a schedule: armed while its workflow is active, removed with it', async () => {
    const workflowId = await published(daily);
    const object = getScheduleObject(workflowId);
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
    // Deleted by mistake and restored by hand, it can be armed again.
    await change(workflowId, { isDeleted: false });
    expect((await object.sync(workflowId)).isArmed).toBe(true);
  });

  test('decides between many concurrent syncs: its last state holds', async () => {
    const workflowId = await published(daily);
    const asks: Promise<unknown>[] = [];
    for (let n = 0; n < 8; n += 1) {
      await change(workflowId, { isActive: n % 2 === 0 });
      asks.push(getScheduleObject(workflowId).sync(workflowId));
    }
    await Promise.all(asks);
    expect(await getScheduleObject(workflowId).nextFires(1)).toEqual([]);
  });

  test('is read again by the sweep if an activation ended before it reached the schedule', async () => {
    const workflowId = await published(daily);
    const old = await published(daily);
    await change(old, { lastUpdatedAt: new Date(Date.now() - 2 * HOUR_MS) });
    const asked: string[] = [];
    const sync = async (id: string) => {
      asked.push(id);
      await getScheduleObject(id).sync(id);
    };
    await sweepSchedules({ db: db(), nowMs: Date.now(), sync });
    expect(asked).toContain(workflowId);
    expect(asked).not.toContain(old);
    expect(await getScheduleObject(workflowId).nextFires(1)).toEqual(['2040-01-01T00:00:00.000Z']);
  });

  test('an object that is only asked stores nothing', async () => {
    const workflowId = crypto.randomUUID();
    expect(await getScheduleObject(workflowId).nextFires(5)).toEqual([]);
    expect(await getScheduleObject(workflowId).sync(workflowId)).toEqual({ isArmed: false, nextFireAt: null });
    expect(await getScheduleObject('no workflow').sync('no workflow')).toEqual({ isArmed: false, nextFireAt: null });
    const tables = await runInDurableObject(getScheduleObject(workflowId), (_object, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('schedule', 'fires')").toArray(),
    );
    expect(tables).toEqual([]);
  });

  describe('a database restored to an older state', () => {
    const soon: Schedule = { period: 'Minute', startAt: '2020-01-01T00:00:00Z' };
    const rows = (workflowId: string) => db().delete(schema.workflows).where(eq(schema.workflows.id, workflowId));
    /** Rings the alarm as it would this much later. */
    async function ringAfter(workflowId: string, ms: number): Promise<void> {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);
      await runInDurableObject(getScheduleObject(workflowId), (object) => object.alarm());
      clock.mockRestore();
    }

    test('doesn’t know a schedule: it starts nothing at its next fire, and leaves nothing behind', async () => {
      const workflowId = await published(soon);
      await getScheduleObject(workflowId).sync(workflowId);
      await rows(workflowId);
      await ringAfter(workflowId, 90_000);
      expect(listRunIds(workflowId)).toEqual([]);
      expect(await getScheduleObject(workflowId).status()).toEqual({ isArmed: false, nextFireAt: null });
      expect(await readAlarm(workflowId)).toBeNull();
    });

    test('doesn’t know a schedule that fires in years: it ends within the hour', async () => {
      const workflowId = await published(daily);
      await getScheduleObject(workflowId).sync(workflowId);
      expect(await readAlarm(workflowId)).toBeLessThanOrEqual(Date.now() + HOUR_MS);
      await rows(workflowId);
      await ringAfter(workflowId, HOUR_MS + 1_000);
      expect((await getScheduleObject(workflowId).status()).isArmed).toBe(false);
      expect(await readAlarm(workflowId)).toBeNull();
    });

    test('has it inactive: it starts nothing', async () => {
      const workflowId = await published(soon);
      await getScheduleObject(workflowId).sync(workflowId);
      await change(workflowId, { isActive: false });
      await ringAfter(workflowId, 90_000);
      expect(listRunIds(workflowId)).toEqual([]);
      expect((await getScheduleObject(workflowId).status()).isArmed).toBe(false);
    });

    test('has another version: that version runs', async () => {
      const workflowId = await published(soon);
      await getScheduleObject(workflowId).sync(workflowId);
      const [row] = await db().select().from(schema.workflowVersions).where(eq(schema.workflowVersions.workflowId, workflowId));
      const versionId = crypto.randomUUID();
      await db()
        .insert(schema.workflowVersions)
        .values({ ...(row as NonNullable<typeof row>), id: versionId, number: 2 });
      await change(workflowId, { publishedVersionId: versionId });
      await ringAfter(workflowId, 90_000);
      const [fire] = await untilFired(workflowId);
      expect(await until(fire?.run_id ?? '')).toMatchObject({ workflowVersionId: versionId });
    });

    test('has an active schedule that its object had ended: the sweep arms it, however old the row is', async () => {
      const workflowId = await published(daily);
      await change(workflowId, { lastUpdatedAt: new Date('2020-01-01') });
      const marks: (string | null)[] = [];
      const ports = {
        readMark: async () => null,
        writeMark: async (after: string | null) => void marks.push(after),
        list: async () =>
          (await listSelfStartingWorkflows(db(), null, 10_000, { onlyActive: true })).filter((one) => one.workflowId === workflowId),
        check: (one: SelfStartingWorkflow) => getScheduleObject(one.workflowId).check(one.workflowId, one.versionId),
      };
      expect(await sweepSelfStarting(ports)).toBe(1);
      expect((await getScheduleObject(workflowId).status()).isArmed).toBe(true);
      expect(await sweepSelfStarting(ports)).toBe(0);
      expect(marks).toEqual([]);
    });

    test('doesn’t respond: the armed schedule continues', async () => {
      const workflowId = await published(soon);
      await getScheduleObject(workflowId).sync(workflowId);
      await runInDurableObject(getScheduleObject(workflowId), (object) => {
        const env = { ...testEnv, DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none', NEON_PROXY_URL: 'http://127.0.0.1:1' };
        Object.defineProperty(object, 'env', { value: env, configurable: true });
      });
      await ringAfter(workflowId, 90_000);
      expect(await untilFired(workflowId)).toMatchObject([{ outcome: 'started' }]);
      expect((await getScheduleObject(workflowId).status()).isArmed).toBe(true);
    });
  });
});
