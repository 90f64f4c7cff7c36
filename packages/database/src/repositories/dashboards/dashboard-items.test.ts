import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { putDashboardItem, putDashboardItems, updateDashboardItem } from './dashboard-items.ts';
import { insertDashboard, listDashboardItems } from './dashboards.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

async function board() {
  const { id: ownerUserId } = await makeUser();
  const dashboardId = crypto.randomUUID();
  await insertDashboard(database(), ownerUserId, { id: dashboardId, dashboardType: 'Ecommerce', createdAt: NOW });
  const page = async (pageIndex: number, pageSize: number) => {
    const { items } = await listDashboardItems(database(), ownerUserId, dashboardId, { type: 'Order', pageIndex, pageSize });
    return items.map(({ name }) => name);
  };
  return { ownerUserId, dashboardId, page };
}

const order = (name: string, createdAt?: string) => ({
  ...{ type: 'Order' as const, source: 'Shop', externalId: name, name },
  object: createdAt === undefined ? {} : { createdAt },
});

test('orders are listed by their own dates, whatever their order of arrival and time zone, and equal dates have a stable order', async () => {
  const { ownerUserId, dashboardId, page } = await board();
  const came = [
    order('second', '2026-11-03T09:00:00+09:00'),
    order('day', '2026-11-05'),
    order('oldest', '2019-01-01T00:00:00Z'),
    order('newest', '2026-11-05T08:00:00'),
    ...['a', 'b', 'c', 'd', 'e'].map((name) => order(`tie ${name}`, '2026-10-01')),
  ];
  await putDashboardItems(database(), ownerUserId, dashboardId, came.slice(0, 4), NOW);
  await putDashboardItems(database(), ownerUserId, dashboardId, came.slice(4), new Date(NOW.getTime() - 86_400_000));
  const all = await page(0, 100);
  expect(all.filter((name) => !name.startsWith('tie'))).toEqual(['newest', 'day', 'second', 'oldest']);
  expect(all.slice(3, 8).sort()).toEqual(['tie a', 'tie b', 'tie c', 'tie d', 'tie e']);
  const leafed = await Promise.all([0, 1, 2, 3, 4].map((pageIndex) => page(pageIndex, 2)));
  expect(leafed.flat()).toEqual(all);
});

test('an order without a date is sorted by its arrival, and a changed date moves it', async () => {
  const { ownerUserId, dashboardId, page } = await board();
  const write = { dashboardId, type: 'Order' as const, source: 'Shop', at: NOW };
  const put = (name: string, object: object) =>
    putDashboardItem(
      database(),
      ownerUserId,
      { ...write, externalId: name, writeKey: crypto.randomUUID() },
      { name, object, newId: crypto.randomUUID() },
    );
  await put('old', { createdAt: '2026-11-01' });
  await put('undated', {});
  await put('future', { createdAt: '2026-12-01T10:00:00Z' });
  expect(await page(0, 10)).toEqual(['future', 'undated', 'old']);
  const change = { ...write, externalId: 'old', writeKey: crypto.randomUUID() };
  await updateDashboardItem(database(), ownerUserId, change, { name: 'old', object: { createdAt: '2027-01-01' } });
  await put('future', { createdAt: '2025-01-01' });
  expect(await page(0, 10)).toEqual(['old', 'undated', 'future']);
});

test('items of an earlier release are sorted too, even those with an impossible date', async () => {
  const { ownerUserId, dashboardId, page } = await board();
  const dates = ['2026-11-01', '2026-02-31', 'soon', '2026-11-20 08:00:00+02:00', '2026-11-20T07:00:00Z', '2026-11-20T05:00:00'];
  await putDashboardItems(
    database(),
    ownerUserId,
    dashboardId,
    dates.map((date) => order(date, date)),
    NOW,
  );
  await database().execute(sql`update dashboard_items set made_at = null where owner_user_id = ${ownerUserId}::uuid`);
  const migration = readFileSync(new URL('../../../migrations/0046_own_dates.sql', import.meta.url), 'utf8');
  await database().execute(sql.raw(migration.slice(migration.indexOf('UPDATE'))));
  const shown = await page(0, 10);
  expect(shown.slice(0, 2).sort()).toEqual(['2026-02-31', 'soon']);
  expect(shown.slice(2)).toEqual(['2026-11-20T07:00:00Z', '2026-11-20 08:00:00+02:00', '2026-11-20T05:00:00', '2026-11-01']);
});
