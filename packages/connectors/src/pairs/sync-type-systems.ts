import { systemTypeId } from '../system/system-type.ts';

/** Systems as people and workflows name them, by the folder of their connector type. */
export const pairSystems = {
  airtable: 'Airtable',
  booker: 'Booker',
  hubspot: 'HubSpot',
  mindbody: 'Mindbody',
  netsuite: 'NetSuite',
  quickbooks: 'QuickBooks',
  salesforce: 'Salesforce',
  shopify: 'Shopify',
  stripe: 'Stripe',
  swapcard: 'Swapcard',
  'u-api': 'UApi',
  xero: 'Xero',
  zoom: 'Zoom',
} as const;
export type PairSystem = keyof typeof pairSystems;

export interface SystemsOfSyncType {
  sources: readonly PairSystem[];
  targets: readonly PairSystem[];
  /** Whether a target can only be chosen once a source from this list is (STEP-86). */
  targetsNeedSource: boolean;
}

/** Which systems a sync step accepts (spec STEP-84..88). */
export const systemsOfSyncType = {
  Products: { sources: ['mindbody'], targets: ['shopify'], targetsNeedSource: true },
  Inventory: { sources: ['mindbody'], targets: ['shopify'], targetsNeedSource: true },
  IntegrationApplication: {
    sources: ['netsuite', 'salesforce'],
    targets: ['netsuite', 'salesforce', 'shopify', 'quickbooks'],
    targetsNeedSource: false,
  },
} as const satisfies Record<string, SystemsOfSyncType>;

export interface NamedConnectorType {
  id: string;
  name: string;
}

/**
 * The system of a connector type. A type that comes with Portage is recognised by its id, another by the beginning of its name
 * (`QuickBooks of Ada` is QuickBooks). Null: no system that Portage knows.
 */
export function findSystem({ id, name }: NamedConnectorType): PairSystem | null {
  return systems.find((system) => isOfSystem({ id, name }, system)) ?? null;
}

/** Whether a connector type belongs to a system. `Shopify Custom App` is Shopify for mappings, but not for a sync step. */
export function isOfSystem({ id, name }: NamedConnectorType, system: PairSystem): boolean {
  if (id.startsWith('system-')) return id === systemTypeId({ name: system });
  return name.toLowerCase().replace(/\s+/g, '').startsWith(pairSystems[system].toLowerCase());
}

const systems = Object.keys(pairSystems) as PairSystem[];

export type SyncTypeName = keyof typeof systemsOfSyncType;

/** Why a sync step of this type can't sync from one connector type to the other, and which of the two is wrong; null if it can. */
export function syncTypeProblem(
  syncType: SyncTypeName,
  source: NamedConnectorType,
  target: NamedConnectorType,
): { side: 'source' | 'target'; message: string } | null {
  const { sources, targets }: SystemsOfSyncType = systemsOfSyncType[syncType];
  const side = !isOneOf(sources, source) ? 'source' : !isOneOf(targets, target) ? 'target' : null;
  if (side === null) return null;
  const what = syncType === 'IntegrationApplication' ? 'Integration applications' : syncType;
  const names = (all: readonly PairSystem[]) => all.map((system) => pairSystems[system]).join(', ');
  return { side, message: `${what} are synced from ${names(sources)} to ${names(targets)}, not from ${source.name} to ${target.name}.` };
}

function isOneOf(all: readonly PairSystem[], type: NamedConnectorType): boolean {
  return all.some((system) => isOfSystem(type, system));
}
