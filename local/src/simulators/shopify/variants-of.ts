import type { Shop, ShopVariant } from './shop.ts';

export function variantsOf(shop: Shop, productId: string): ShopVariant[] {
  return shop.variantsByProduct(productId);
}
