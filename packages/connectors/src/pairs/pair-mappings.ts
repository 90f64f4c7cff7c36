import { bookingToShop, shopToBooking } from './booking-and-shop.ts';
import { crmToAccounting, crmToEvents, meetingsToCrm } from './crm-pairs.ts';
import { erpToCrm, erpToMarketplace, erpToShop } from './erp-pairs.ts';
import type { PairMappings } from './pair.ts';
import { findSystem, type NamedConnectorType, type PairSystem } from './sync-type-systems.ts';

export const pairMappings: readonly PairMappings[] = [
  ...bookingToShop,
  ...shopToBooking,
  ...erpToCrm,
  ...erpToShop,
  ...erpToMarketplace,
  ...crmToEvents,
  ...meetingsToCrm,
  ...crmToAccounting,
];

export interface PairSide {
  type: NamedConnectorType;
  entity: string;
}

/** The initial mappings; null if the pair isn't known. */
export function findPairMappings(source: PairSide, target: PairSide): PairMappings | null {
  const [from, to] = [findPairSystem(source.type), findPairSystem(target.type)];
  const isSide = (side: PairMappings['source'], system: PairSystem | null, entity: string) =>
    side.system === system && side.entity === entity;
  return pairMappings.find((pair) => isSide(pair.source, from, source.entity) && isSide(pair.target, to, target.entity)) ?? null;
}

/** A shop's custom app has the same records as the shop. */
function findPairSystem(type: NamedConnectorType): PairSystem | null {
  return type.id === 'system-shopify-custom-app' ? 'shopify' : findSystem(type);
}
