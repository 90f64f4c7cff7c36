import { changeVariant, type Shop } from './shop.ts';
import { toInventoryItemId } from './shop-views.ts';
import { refused } from './user-errors.ts';

interface StockChange {
  inventoryItemId: string;
  locationId: string;
  quantity?: number;
  delta?: number;
  changeFromQuantity?: number | null;
  compareQuantity?: number | null;
}

interface StockInput {
  name: string;
  reason: string;
  quantities?: StockChange[];
  changes?: StockChange[];
}

/** Mutations of the stock at the shop's location. */
export function stockMutations(shop: Shop): Record<string, unknown> {
  const variantOf = (inventoryItemId: string) => {
    const variant = shop.variants.get(inventoryItemId.replace('InventoryItem', 'ProductVariant'));
    return variant && toInventoryItemId(variant) === inventoryItemId ? variant : undefined;
  };

  /** All changes, or none if one is wrong. */
  function change({ name, reason }: StockInput, list: string, changes: readonly StockChange[]) {
    for (const [index, { inventoryItemId, locationId, changeFromQuantity, compareQuantity }] of changes.entries()) {
      const place = ['input', list, String(index)];
      const variant = variantOf(inventoryItemId);
      if (!variant) return refused([...place, 'inventoryItemId'], 'The specified inventory item could not be found.');
      if (locationId !== shop.locationId) return refused([...place, 'locationId'], 'The specified location could not be found.');
      const expected = changeFromQuantity ?? compareQuantity ?? null;
      if (expected !== null && expected !== variant.available) {
        return refused([...place, 'changeFromQuantity'], 'The changeFromQuantity argument no longer matches the persisted quantity.');
      }
    }
    const done = changes.map(({ inventoryItemId, quantity, delta = 0 }) => {
      const variant = variantOf(inventoryItemId);
      const before = variant?.available ?? 0;
      const available = quantity ?? before + delta;
      if (variant) changeVariant(shop, variant, { available });
      return { name, delta: available - before };
    });
    return { inventoryAdjustmentGroup: { id: shop.nextId('InventoryAdjustmentGroup'), reason, changes: done }, userErrors: [] };
  }

  return {
    inventorySetQuantities: ({ input }: { input: StockInput }) => change(input, 'quantities', input.quantities ?? []),
    inventoryAdjustQuantities: ({ input }: { input: StockInput }) => change(input, 'changes', input.changes ?? []),
  };
}
