import type { OwnerId } from '@portage/contracts';
import type { SyncItemStatus } from '@portage/workflow';
import { type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type Page, toLimitOffset } from '../rows/scope.ts';
import { containsText, isUuid } from '../rows/text-search.ts';
import { MOST_FOUND_ITEMS } from './sync-items.ts';

/** A sync item as a dashboard shows it (spec INT-13). Instants in ms since the epoch. */
export interface SyncedDashboardItem {
  kind: 'synced';
  flowId: string;
  sourceConnectorTypeId: string;
  sourceConnectorTypeName: string | null;
  targetConnectorTypeId: string;
  sourceItemId: string;
  targetItemId: string | null;
  name: string;
  description: string | null;
  status: SyncItemStatus;
  error: string | null;
  createdAtMs: number;
  lastUpdatedAtMs: number;
}

export interface WrittenDashboardItem {
  kind: 'written';
  id: string;
  externalId: string;
  name: string;
  source: string;
  object: Record<string, unknown>;
  createdAtMs: number;
}

export interface IntegrationItemFilter extends Page {
  /** Part of the name; for a synced item, also of its ids. */
  searchTerm?: string | undefined;
  dashboardEntity?: string | undefined;
}

const toEpochMs = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
const searchedItem = sql.raw("(i.name || ' ' || i.source_item_id || ' ' || coalesce(i.target_item_id, ''))");

/**
 * Integration items of an owner's dashboard, last changed first (spec INT-14): those of the flows of its workflows, and those that steps
 * wrote, by their own dates. The owner is the first parameter.
 */
export async function listIntegrationItems(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  dashboardId: string,
  filter: IntegrationItemFilter,
): Promise<{ items: (SyncedDashboardItem | WrittenDashboardItem)[]; totalCount: number }> {
  if (!isUuid(dashboardId)) return { items: [], totalCount: 0 };
  const { limit, offset } = toLimitOffset(filter);
  const flows = buildFlowsQuery(ownerUserId, dashboardId, filter.dashboardEntity);
  const written = writtenItems(ownerUserId, dashboardId, filter);
  const syncedFound = containsText(searchedItem, filter.searchTerm) ?? sql`true`;
  const most = limit + offset;
  const page = db.execute<{ item: SyncedDashboardItem | WrittenDashboardItem }>(sql`
    with flows as (${flows})
    select item from (
      select s.at, s.id, ${syncedJson} as item from flows cross join lateral (
        select i.*, i.last_updated_at as at, i.source_item_id as id from sync_items i
        where i.flow_id = flows.id and ${syncedFound}
        order by i.last_updated_at desc, i.source_item_id desc limit ${most}
      ) s
      union all
      (select coalesce(d.made_at, d.created_at), d.id::text, json_build_object('kind', 'written', 'id', d.id, 'externalId', d.external_id, 'name', d.name,
        'source', d.source, 'object', d.object, 'createdAtMs', ${toEpochMs('d.created_at')})
       from dashboard_items d where ${written} order by coalesce(d.made_at, d.created_at) desc, d.id desc limit ${most})
    ) found order by at desc, id desc limit ${limit} offset ${offset}`);
  const counted = db.execute<{ count: number }>(sql`
    with flows as (${flows})
    select (${syncedCount(filter.searchTerm, syncedFound)} + (select count(*) from dashboard_items d where ${written}))::int as count`);
  const [{ rows }, counts] = await db.batch([page, counted]);
  return { items: rows.map(({ item }) => item), totalCount: counts.rows[0]?.count ?? 0 };
}

/** One synced item of the owner's dashboard; null if it doesn't exist. */
export async function findSyncedItem(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  dashboardId: string,
  { flowId, sourceItemId }: { flowId: string; sourceItemId: string },
): Promise<SyncedDashboardItem | null> {
  if (!isUuid(dashboardId) || !isUuid(flowId)) return null;
  const { rows } = await db.execute<{ item: SyncedDashboardItem }>(sql`
    with flows as (${buildFlowsQuery(ownerUserId, dashboardId, undefined)})
    select ${syncedJson} as item from flows join sync_items s on s.flow_id = flows.id
    where flows.id = ${flowId}::uuid and s.source_item_id = ${sourceItemId}`);
  return rows[0]?.item ?? null;
}

function buildFlowsQuery(ownerUserId: OwnerId, dashboardId: string, dashboardEntity: string | undefined): SQL {
  const ofEntity =
    dashboardEntity === undefined
      ? sql`true`
      : sql`(f.dashboard_entity = ${dashboardEntity} or (f.dashboard_entity is null and ${dashboardEntity} in (f.source_entity, f.target_entity)))`;
  return sql`select f.id, f.source_connector_type_id, f.target_connector_type_id, t.name as source_connector_type_name
    from workflows w join sync_flows f on f.workflow_id = w.id and f.owner_user_id = w.owner_user_id
    left join connector_types t on t.id = f.source_connector_type_id
    where w.owner_user_id = ${ownerUserId}::uuid and w.dashboard_id = ${dashboardId} and not w.is_deleted and ${ofEntity}`;
}

const syncedJson = sql`json_build_object('kind', 'synced', 'flowId', flows.id, 'sourceConnectorTypeId', flows.source_connector_type_id,
  'sourceConnectorTypeName', flows.source_connector_type_name, 'targetConnectorTypeId', flows.target_connector_type_id,
  'sourceItemId', s.source_item_id, 'targetItemId', s.target_item_id, 'name', s.name, 'description', s.description, 'status', s.status,
  'error', s.error, 'createdAtMs', ${toEpochMs('s.created_at')}, 'lastUpdatedAtMs', ${toEpochMs('s.last_updated_at')})`;

function writtenItems(ownerUserId: OwnerId, dashboardId: string, { searchTerm, dashboardEntity }: IntegrationItemFilter): SQL {
  const found = containsText(sql.raw('d.name'), searchTerm) ?? sql`true`;
  const ofEntity = dashboardEntity === undefined ? sql`true` : sql`d.dashboard_entity = ${dashboardEntity}`;
  return sql`d.owner_user_id = ${ownerUserId}::uuid and d.dashboard_id = ${dashboardId}::uuid and d.type = 'IntegrationItem' and ${found} and ${ofEntity}`;
}

function syncedCount(searchTerm: string | undefined, found: SQL): SQL {
  if (!searchTerm) return sql`(select coalesce(sum(c.items), 0) from flows join sync_item_counts c on c.flow_id = flows.id)`;
  return sql`(select count(*) from (select 1 from flows join sync_items i on i.flow_id = flows.id where ${found} limit ${MOST_FOUND_ITEMS}) found)`;
}
