import { isOfSystem, type SystemsOfSyncType, systemsOfSyncType } from '@portage/connectors/pairs';
import type { ConnectorTypeChoice } from '@portage/connectors/schema';
import type { SyncType } from '@portage/workflow';

export function sourceTypes(syncType: SyncType, types: readonly ConnectorTypeChoice[]): ConnectorTypeChoice[] {
  const { sources } = getSystems(syncType);
  return types.filter((type) => sources.some((system) => isOfSystem(type, system)));
}

/** Products and inventory have targets only once a supported source is chosen (spec STEP-86). */
export function targetTypes(
  syncType: SyncType,
  types: readonly ConnectorTypeChoice[],
  sourceTypeId: string | null | undefined,
): ConnectorTypeChoice[] {
  const { targets, targetsNeedSource } = getSystems(syncType);
  if (targetsNeedSource && !sourceTypes(syncType, types).some(({ id }) => id === sourceTypeId)) return [];
  return types.filter((type) => targets.some((system) => isOfSystem(type, system)));
}

/** Only a product sync from a few systems can skip the creation of products (spec STEP-89). */
export function canSkipProductsCreate(
  syncType: SyncType,
  types: readonly ConnectorTypeChoice[],
  sourceTypeId: string | null | undefined,
): boolean {
  return syncType === 'Products' && sourceTypes(syncType, types).some(({ id }) => id === sourceTypeId);
}

function getSystems(syncType: SyncType): SystemsOfSyncType {
  return systemsOfSyncType[syncType];
}
