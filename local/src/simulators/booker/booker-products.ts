import type { SimulatedResponse } from '../simulated-call.ts';
import { refused, succeeded } from './booker-answers.ts';
import type { BookerBusiness } from './booker-business.ts';
import type { Product, Variant } from './booker-records.ts';

type Body = Readonly<Record<string, unknown>>;

/** Products whose name contains this part; all products without one. */
export function productsNamed(items: readonly Product[], part: unknown): readonly Product[] {
  if (typeof part !== 'string' || part === '') return items;
  return items.filter(({ Name }) => Name.toLowerCase().includes(part.toLowerCase()));
}

export function updateStock({ products }: BookerBusiness, id: string, { Product: changed }: Body): SimulatedResponse {
  const product = products.get(id);
  const wanted = (changed as { ProductVariantsToUpdate?: Partial<Variant>[] } | undefined)?.ProductVariantsToUpdate ?? [];
  const pairs = wanted.map((change) => ({ change, variant: product?.ProductVariants.find(({ ID }) => ID === change.ID) }));
  if (!product || pairs.length === 0 || pairs.some(({ variant }) => !variant)) return refused(203, 'The product was not found.');
  for (const { change, variant } of pairs) if (variant) Object.assign(variant, change);
  products.put(product);
  return succeeded({ Product: product });
}
