import type { ConnectorTypeChoice } from '@portage/connectors/schema';
import type { SyncType } from '@portage/workflow';

/** Which systems can be synchronised with which, by the names of their connector types (spec STEP-86..88). */
const pairs: Record<SyncType, { sources: readonly string[]; targets: readonly string[]; targetsNeedSource: boolean }> = {
  Products: { sources: ['Mindbody'], targets: ['Shopify'], targetsNeedSource: true },
  Inventory: { sources: ['Mindbody'], targets: ['Shopify'], targetsNeedSource: true },
  IntegrationApplication: {
    sources: ['NetSuite', 'Salesforce'],
    targets: ['NetSuite', 'Salesforce', 'Shopify', 'QuickBooks'],
    targetsNeedSource: false,
  },
};

/** Of those that come with Portage one each, not the variants; `QuickBooks of Ada`, which an admin made, is QuickBooks, too. */
function isNamed({ id, name: typeName }: ConnectorTypeChoice, name: string): boolean {
  if (id.startsWith('system-')) return id === `system-${name.toLowerCase()}`;
  return typeName.toLowerCase().replace(/\s+/g, '').startsWith(name.toLowerCase());
}

export function sourceTypes(syncType: SyncType, types: readonly ConnectorTypeChoice[]): ConnectorTypeChoice[] {
  return types.filter((type) => pairs[syncType].sources.some((name) => isNamed(type, name)));
}

/** Products and inventory have a target only for their one source (spec STEP-86). */
export function targetTypes(
  syncType: SyncType,
  types: readonly ConnectorTypeChoice[],
  sourceTypeId: string | null | undefined,
): ConnectorTypeChoice[] {
  const { targets, targetsNeedSource } = pairs[syncType];
  if (targetsNeedSource && !sourceTypes(syncType, types).some(({ id }) => id === sourceTypeId)) return [];
  return types.filter((type) => targets.some((name) => isNamed(type, name)));
}

/** Spec STEP-89. */
export function canSkipProductsCreate(
  syncType: SyncType,
  types: readonly ConnectorTypeChoice[],
  sourceTypeId: string | null | undefined,
): boolean {
  return syncType === 'Products' && sourceTypes(syncType, types).some(({ id }) => id === sourceTypeId);
}
