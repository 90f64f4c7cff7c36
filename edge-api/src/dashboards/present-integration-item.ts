import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { SyncedDashboardItem, WrittenDashboardItem } from '@portage/database';

type Item = HandlerResult<Calls, 'GET /api/dashboards/{dashboardId}/items/{itemId}'>['item'];

const SEPARATOR = '~';

/** A sync's item has no id of its own: its flow and the record's id in the source identify it. */
export function readSyncedItemId(itemId: string): { flowId: string; sourceItemId: string } | null {
  const at = itemId.indexOf(SEPARATOR);
  return at < 0 ? null : { flowId: itemId.slice(0, at), sourceItemId: itemId.slice(at + 1) };
}

/** Spec INT-13, DASH-14: a synced item's fields are in `object`. */
export function presentIntegrationItem(dashboardId: string, item: SyncedDashboardItem | WrittenDashboardItem): Item {
  const createdAt = new Date(item.createdAtMs).toISOString();
  if (item.kind === 'written') {
    const { id, externalId, name, source, object } = item;
    return { id, externalId, name, source, dashboardId, object, createdAt, type: 'IntegrationItem' };
  }
  const { flowId, sourceItemId, targetItemId, name, description, status, error, sourceConnectorTypeId, targetConnectorTypeId } = item;
  const lastUpdatedAt = new Date(item.lastUpdatedAtMs).toISOString();
  return {
    id: `${flowId}${SEPARATOR}${sourceItemId}`,
    externalId: sourceItemId,
    name,
    source: item.sourceConnectorTypeName ?? '',
    dashboardId,
    object: {
      ...{ flowId, sourceConnectorTypeId, targetConnectorTypeId, sourceItemId, targetItemId, name, description },
      ...{ createdAt, lastUpdatedAt, status, error },
    },
    createdAt,
    type: 'IntegrationItem',
  };
}
