import type { Shop } from './shop.ts';
import type { ShopMetafield } from './shop-records.ts';

export interface MetafieldInput {
  namespace?: string | null;
  key: string;
  type?: string | null;
  value: string;
}

export function setMetafields(shop: Shop, ownerId: string, inputs: unknown): ShopMetafield[] {
  return ((inputs ?? []) as MetafieldInput[]).map(({ namespace, key, type, value }) => {
    const place = { ownerId, namespace: namespace ?? 'custom', key };
    const known = shop.metafields.get(`${ownerId} ${place.namespace}.${key}`);
    return shop.metafields.put({
      ...place,
      id: known?.id ?? shop.nextId('Metafield'),
      type: type ?? known?.type ?? 'single_line_text_field',
      value,
    });
  });
}
