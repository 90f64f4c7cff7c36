import { type PastFire, type ScheduleStatus, toOwnerId } from '@portage/contracts';
import { connectHttp, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testEnv } from '../../test/harness.ts';
import { findLateFires, recordLateSchedules } from './late-schedules.ts';

const NOW_MS = Date.parse('2031-04-04T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW_MS - minutes * 60_000).toISOString();
const fire = (dueAgo: number, handledAgo: number, fields: Partial<PastFire> = {}): PastFire => ({
  ...{ fireAt: minutesAgo(dueAgo), handledAt: minutesAgo(handledAgo), outcome: 'started', workflowInstanceId: 'run', message: null },
  ...{ isCatchUp: false, ...fields },
});
const createSchedule = (status: ScheduleStatus, past: PastFire[] = []) => ({ status: async () => status, pastFires: async () => past });
const upcoming = { isArmed: true, nextFireAt: minutesAgo(-10) };
const late = async (...given: Parameters<typeof createSchedule>) =>
  (await findLateFires('workflow', createSchedule(...given), NOW_MS)).map(({ message }) => message);

test('a punctual fire, a skipped one and one already seen aren’t late', async () => {
  const past = [fire(30, 30), fire(40, 36), fire(60, 20, { outcome: 'skipped' }), fire(3_000, 2_000)];
  expect(await late(upcoming, past)).toEqual([]);
  expect(await late({ isArmed: true, nextFireAt: minutesAgo(4) })).toEqual([]);
  expect(await late({ isArmed: false, nextFireAt: minutesAgo(400) })).toEqual([]);
});

test('a fire that is still due, made up or refused is late', async () => {
  expect(await late({ isArmed: true, nextFireAt: minutesAgo(6) })).toEqual([expect.stringContaining('11:54 UTC and has not started')]);
  expect(await late(upcoming, [fire(60, 18)])).toEqual([expect.stringContaining('11:00 UTC and started 42 minutes late')]);
  const refused = fire(30, 30, { outcome: 'refused', workflowInstanceId: null, message: 'Your quota is used up.' });
  expect(await late(upcoming, [refused])).toEqual([expect.stringContaining('was not started: Your quota is used up.')]);
});

test('is one alert per workflow and hour, however often it’s seen', async () => {
  const db = connectHttp(testEnv);
  const [ownerUserId, workflowId, at] = [toOwnerId(crypto.randomUUID()), crypto.randomUUID(), new Date()];
  await db.insert(schema.users).values({ id: ownerUserId, email: `${ownerUserId}@example.test`, passwordHash: 'none', createdAt: at });
  await db.insert(schema.workflows).values({
    ...{ id: workflowId, ownerUserId, name: 'Nightly', createdAt: at, lastUpdatedAt: at },
    ...{ triggerCode: workflowId, currentVersionId: crypto.randomUUID() },
  });
  const fires = [10, 20].map((minutes) => ({ workflowId, fireAt: new Date(minutesAgo(minutes)), message: `${minutes}` }));
  for (let sweep = 0; sweep < 3; sweep += 1) await recordLateSchedules(db, fires);
  await recordLateSchedules(db, [{ workflowId, fireAt: new Date(minutesAgo(100)), message: '100' }]);
  const found = await db.select().from(schema.alerts).where(eq(schema.alerts.ownerUserId, ownerUserId));
  expect(found.map(({ kind, name, count }) => [kind, name, count])).toEqual([
    ['ScheduleLate', 'Nightly', 1],
    ['ScheduleLate', 'Nightly', 1],
  ]);
});
