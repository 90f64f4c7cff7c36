import { schema } from '@portage/database';
import { expect, test } from 'vitest';
import { api, database, type Person, signedInPerson } from '../../../test/api.ts';

const now = new Date('2026-06-10T12:30:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

async function addRuns(
  { row }: Person,
  runs: readonly { hours: number; status: 'Succeeded' | 'Failed' | 'Cancelled'; tookMs?: number; isTest?: boolean }[],
) {
  const workflowId = crypto.randomUUID();
  await database()
    .insert(schema.workflowInstances)
    .values(
      runs.map(({ hours, status, tookMs = 100, isTest = false }) => ({
        id: crypto.randomUUID(),
        ownerUserId: row.id,
        workflowId,
        workflowVersionId: crypto.randomUUID(),
        name: 'Tea',
        status,
        isTest,
        createdAt: hoursAgo(hours),
        startedAt: hoursAgo(hours),
        finishedAt: new Date(hoursAgo(hours).getTime() + tookMs),
        lastUpdatedAt: now,
      })),
    );
  return workflowId;
}

const readInsights = async ({ token }: Person, query = '') => (await api(`GET /api/dashboards/insights${query}`, { token, now })).body;

test('a period has its figures, those of the previous period, and one point per hour or day', async () => {
  const person = await signedInPerson();
  const workflowId = await addRuns(person, [
    { hours: 1, status: 'Succeeded', tookMs: 200 },
    { hours: 1, status: 'Succeeded', tookMs: 3_000 },
    { hours: 2, status: 'Failed' },
    { hours: 3, status: 'Cancelled' },
    { hours: 3, status: 'Failed', isTest: true },
    { hours: 30, status: 'Succeeded', tookMs: 100 },
    { hours: 30, status: 'Failed' },
  ]);
  const day = await readInsights(person, '?period=24h');
  expect(day).toMatchObject({
    from: '2026-06-09T13:00:00.000Z',
    byHour: true,
    figures: { runs: 4, succeeded: 2, failed: 1, cancelled: 1, successRate: 2 / 3 },
    before: { runs: 2, failed: 1, successRate: 0.5 },
    failing: [{ workflowId, name: null, failed: 1, runs: 4 }],
    slowest: [{ workflowId, runs: 2 }],
  });
  expect(day.series).toHaveLength(24);
  expect(day.series.at(-2)).toEqual({ startsAt: '2026-06-10T11:00:00.000Z', succeeded: 2, failed: 0, cancelled: 0 });
  expect(day.figures.p95Ms / 3_000).toBeGreaterThan(0.7);
  expect(day.figures.p95Ms / 3_000).toBeLessThan(1.42);

  const week = await readInsights(person);
  expect(week).toMatchObject({
    from: '2026-06-04T00:00:00.000Z',
    byHour: false,
    figures: { runs: 6 },
    before: { runs: 0, successRate: null },
  });
  expect(week.series).toHaveLength(7);
  expect((await readInsights(person, '?period=30d')).series).toHaveLength(30);
});

test('HOSTILE 25: people see their own runs; only admins see everyone’s, with their owners', async () => {
  const [person, other, admin] = [await signedInPerson(), await signedInPerson(), await signedInPerson({ roles: ['ADMIN'] })];
  await addRuns(person, [{ hours: 1, status: 'Failed' }]);
  expect((await readInsights(other)).figures.runs).toBe(0);
  expect(await api('GET /api/dashboards/insights?isAdmin=true', { token: other.token })).toMatchObject({ status: 403 });
  expect((await readInsights(admin, '?isAdmin=true')).figures.failed).toBeGreaterThanOrEqual(1);
  expect((await readInsights(admin)).figures.runs).toBe(0);
  expect((await api('GET /api/dashboards/insights?period=1y', { token: person.token })).status).toBe(400);
});

test('each figure is what the run list finds with the same filter', async () => {
  const person = await signedInPerson();
  await addRuns(person, [
    { hours: 1, status: 'Failed' },
    { hours: 5, status: 'Failed' },
    { hours: 5, status: 'Failed', isTest: true },
    { hours: 24 * 20, status: 'Failed' },
  ]);
  const { from, figures } = await readInsights(person);
  const found = await api(
    `GET /api/workflows/find-instances?workflowInstanceStatus=Failed&withoutTests=true&workflowStartedAtStart=${from}`,
    { token: person.token },
  );
  expect(found.body.totalCount).toBe(figures.failed);
  expect(figures.failed).toBe(2);
});
