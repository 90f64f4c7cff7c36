import type { Shop } from './shop.ts';
import type { ShopVariant } from './shop-records.ts';

export function variantsOf(shop: Shop, productId: string): ShopVariant[] {
  return shop.variantsByProduct(productId);
}
