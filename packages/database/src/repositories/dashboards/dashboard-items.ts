import type { OwnerId } from '@portage/contracts';
import { storableJson } from '@portage/primitives/storable';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../connect.ts';
import type { DashboardItemKind } from '../../schema/dashboards.ts';
import { isUuid } from '../rows/text-search.ts';
import { findOwnDate } from './own-date.ts';

/** Identifies one write of a run: `writeKey` is the same for every attempt of the same step. */
export interface DashboardItemWrite {
  dashboardId: string;
  type: DashboardItemKind;
  source: string;
  externalId: string;
  writeKey: string;
  at: Date;
}

/** `no-dashboard`: the owner has no such dashboard. `no-item`: there is nothing to update. */
export type DashboardItemWritten = 'written' | 'no-dashboard' | 'no-item';

/** How many writes an item remembers, so that one repeated after a crash is recognized. */
const RECENT_WRITES = 64;

/**
 * Adds an item to the owner's dashboard, or replaces the one with its type, source and external id, keeping that one's age and id. One
 * statement; repeated with the same key, it changes nothing.
 *
 * @param newId the item's id if it is new
 */
export async function putDashboardItem(
  db: Database,
  ownerUserId: OwnerId,
  write: DashboardItemWrite,
  { name, object, newId }: { name: string; object: object; newId: string },
): Promise<DashboardItemWritten> {
  if (!isUuid(write.dashboardId)) return 'no-dashboard';
  const at = write.at.toISOString();
  return readOutcome(
    await db.execute<Outcome>(sql`
      with board as (${ownBoard(ownerUserId, write)}), written as (
        insert into dashboard_items (id, owner_user_id, dashboard_id, type, source, external_id, name, object, made_at, created_at, last_updated_at, recent_writes)
        select ${newId}::uuid, ${ownerUserId}::uuid, board.id, ${write.type}, ${write.source}, ${write.externalId}, ${name},
          ${storableJson(object)}::json, ${madeAt(write.type, object)}::timestamptz, ${at}::timestamptz, ${at}::timestamptz, array[${write.writeKey}]
        from board
        on conflict (dashboard_id, type, source, external_id) do update
        set name = excluded.name, object = excluded.object, made_at = excluded.made_at, last_updated_at = excluded.last_updated_at, recent_writes = ${remembering(write)}
        where not (${write.writeKey} = any(dashboard_items.recent_writes))
      )
      select (select count(*) from board)::int as boards, 1 as items`),
  );
}

/** Replaces an existing item; `no-item` if it doesn't exist. */
export async function updateDashboardItem(
  db: Database,
  ownerUserId: OwnerId,
  write: DashboardItemWrite,
  { name, object }: { name: string; object: object },
): Promise<DashboardItemWritten> {
  if (!isUuid(write.dashboardId)) return 'no-dashboard';
  return readOutcome(
    await db.execute<Outcome>(sql`
      with board as (${ownBoard(ownerUserId, write)}), item as (
        update dashboard_items set
          name = case when ${isDone(write)} then name else ${name} end,
          object = case when ${isDone(write)} then object else ${storableJson(object)}::json end,
          made_at = case when ${isDone(write)} then made_at else ${madeAt(write.type, object)}::timestamptz end,
          last_updated_at = case when ${isDone(write)} then last_updated_at else ${write.at.toISOString()}::timestamptz end,
          recent_writes = case when ${isDone(write)} then recent_writes else ${remembering(write)} end
        where ${isItem(write)} returning 1
      )
      select (select count(*) from board)::int as boards, (select count(*) from item)::int as items`),
  );
}

/** Removes an item from the owner's dashboard; a missing item counts as already deleted. */
export async function removeDashboardItem(db: Database, ownerUserId: OwnerId, write: DashboardItemWrite): Promise<DashboardItemWritten> {
  if (!isUuid(write.dashboardId)) return 'no-dashboard';
  return readOutcome(
    await db.execute<Outcome>(sql`
      with board as (${ownBoard(ownerUserId, write)}), item as (delete from dashboard_items where ${isItem(write)})
      select (select count(*) from board)::int as boards, 1 as items`),
  );
}

/**
 * Adds records read from a system to the owner's dashboard, or replaces those with their type, source and external id; one idempotent
 * statement. Unchanged records aren't written.
 *
 * @returns how many were added and how many changed; null: the owner has no such dashboard
 */
export async function putDashboardItems(
  db: Database,
  ownerUserId: OwnerId,
  dashboardId: string,
  items: readonly { type: DashboardItemKind; source: string; externalId: string; name: string; object: object }[],
  at: Date,
): Promise<{ created: number; updated: number } | null> {
  if (!isUuid(dashboardId)) return null;
  const instant = at.toISOString();
  const { rows } = await db.execute<{ boards: number; created: number; updated: number }>(sql`
    with board as (select id from dashboards where id = ${dashboardId}::uuid and owner_user_id = ${ownerUserId}::uuid), written as (
      insert into dashboard_items as i (id, owner_user_id, dashboard_id, type, source, external_id, name, object, made_at, created_at, last_updated_at)
      select gen_random_uuid(), ${ownerUserId}::uuid, board.id, r.type, r.source, r.external_id, r.name, r.object, r."madeAt"::timestamptz,
        -- Of records without a date, those that come later in a page are newer.
        ${instant}::timestamptz - (${items.length}::int - r.place) * interval '1 millisecond', ${instant}::timestamptz
      from board, rows from (json_to_recordset(${storableJson(items.map((item) => ({ ...item, madeAt: madeAt(item.type, item.object) })))}::json) as (type text, source text, "externalId" text, name text, object json, "madeAt" text))
        with ordinality as r(type, source, external_id, name, object, "madeAt", place)
      on conflict (dashboard_id, type, source, external_id) do update
      set name = excluded.name, object = excluded.object, made_at = excluded.made_at, last_updated_at = excluded.last_updated_at
      where i.name <> excluded.name or i.object::text <> excluded.object::text
      -- A row that was just inserted has no xmax.
      returning xmax = 0 as is_new
    )
    select (select count(*) from board)::int as boards, count(*) filter (where is_new)::int as created,
      count(*) filter (where not is_new)::int as updated from written`);
  const [row] = rows;
  return row && row.boards > 0 ? { created: row.created, updated: row.updated } : null;
}

function madeAt(type: DashboardItemKind, object: object): string | null {
  return findOwnDate(type, object)?.toISOString() ?? null;
}

interface Outcome extends Record<string, unknown> {
  boards: number;
  items: number;
}

function readOutcome({ rows }: { rows: Outcome[] }): DashboardItemWritten {
  const [row] = rows;
  if (!row || row.boards === 0) return 'no-dashboard';
  return row.items === 0 ? 'no-item' : 'written';
}

function ownBoard(ownerUserId: OwnerId, { dashboardId }: DashboardItemWrite): SQL {
  return sql`select id from dashboards where id = ${dashboardId}::uuid and owner_user_id = ${ownerUserId}::uuid`;
}

function isItem({ type, source, externalId }: DashboardItemWrite): SQL {
  return sql`dashboard_id in (select id from board) and type = ${type} and source = ${source} and external_id = ${externalId}`;
}

function isDone({ writeKey }: DashboardItemWrite): SQL {
  return sql`${writeKey}::text = any(dashboard_items.recent_writes)`;
}

/** The item's list of writes with this one appended. */
function remembering({ writeKey }: DashboardItemWrite): SQL {
  const all = sql`array_append(dashboard_items.recent_writes, ${writeKey}::text)`;
  return sql`(${all})[greatest(1, cardinality(dashboard_items.recent_writes) + 2 - ${RECENT_WRITES}::int):]`;
}
