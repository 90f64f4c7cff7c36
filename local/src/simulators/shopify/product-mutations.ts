import { setMetafields } from './metafields.ts';
import { addProduct, addVariant, changeProduct, changeVariant, removeProduct, type Shop } from './shop.ts';
import type { ShopProduct, ShopVariant } from './shop-records.ts';
import type { ShopViews } from './shop-views.ts';
import { given, type Input, refused } from './user-errors.ts';

const FIELDS = ['title', 'handle', 'status', 'vendor', 'productType', 'tags', 'descriptionHtml'] as const;

export function productMutations(shop: Shop, { productView, variantView }: ShopViews): Record<string, unknown> {
  const problemOf = (input: Input, known: ShopProduct | null, place: string[]) => {
    if (known === null || input.title !== undefined) {
      if (!String(input.title ?? '').trim()) return refused([...place, 'title'], "Title can't be blank");
    }
    const handle = input.handle as string | undefined;
    const taken = handle ? shop.productsByHandle(handle).some((other) => other !== known) : false;
    return taken ? refused([...place, 'handle'], `Handle '${handle}' already in use. Please provide a new handle.`) : null;
  };

  function save(input: Input, known: ShopProduct | null, variant: Partial<ShopVariant> | null): ShopProduct {
    const fields = given(input, FIELDS) as Partial<ShopProduct> & { title: string };
    const product = known ? changeProduct(shop, known, fields) : addProduct(shop, fields, variant);
    setMetafields(shop, product.id, input.metafields);
    return product;
  }

  function bulkChange(productId: string, variants: readonly Input[]) {
    const product = shop.products.get(productId);
    if (!product) return refused(['productId'], 'Product does not exist');
    const own = shop.variantsByProduct(productId);
    const missing = variants.findIndex(({ id }) => !own.some((variant) => variant.id === id));
    if (missing >= 0) return refused(['variants', String(missing), 'id'], 'Product variant does not exist');
    const changed = variants.map((input) => {
      const variant = shop.variants.get(String(input.id)) as ShopVariant;
      changeVariant(shop, variant, { ...variantFields(input), ...(input.optionValues ? { title: variantTitle(input) } : {}) });
      setMetafields(shop, variant.id, input.metafields);
      return variant;
    });
    return { product: productView(changeProduct(shop, product, {})), productVariants: changed.map(variantView), userErrors: [] };
  }

  return {
    productCreate({ product: input }: { product: Input }) {
      const problem = problemOf(input, null, []);
      return problem ?? { product: productView(save(input, null, {})), userErrors: [] };
    },

    productUpdate({ product: input }: { product: Input }) {
      const known = shop.products.get(String(input.id));
      if (!known) return refused(['id'], 'Product does not exist');
      const problem = problemOf(input, known, []);
      return problem ?? { product: productView(save(input, known, null)), userErrors: [] };
    },

    /** Creates or updates a product; the given variants replace its variants. */
    productSet({ input, identifier }: { input: Input; identifier?: { id?: string | null; handle?: string | null } | null }) {
      const id = identifier?.id ?? (input.id as string | undefined);
      const known = id
        ? (shop.products.get(id) ?? null)
        : identifier?.handle
          ? (shop.productsByHandle(identifier.handle)[0] ?? null)
          : null;
      if (id && !known) return refused(['identifier', 'id'], 'Product does not exist');
      const problem = problemOf(input, known, ['input']);
      if (problem) return problem;
      const variants = input.variants as Input[] | undefined;
      if (variants && !input.productOptions && !known) {
        return refused(['input', 'variants'], 'Product options input is required when updating variants');
      }
      const product = save(input, known, variants ? null : {});
      if (variants) setVariants(shop, product, variants);
      return { product: productView(product), userErrors: [] };
    },

    productDelete({ input }: { input: { id: string } }) {
      if (!removeProduct(shop, input.id)) return refused(['id'], 'Product does not exist');
      return { deletedProductId: input.id, userErrors: [] };
    },

    productVariantsBulkCreate({ productId, variants }: { productId: string; variants: Input[] }) {
      const product = shop.products.get(productId);
      if (!product) return refused(['productId'], 'Product does not exist');
      const titles = shop.variantsByProduct(productId).map(({ title }) => title);
      const taken = variants.findIndex((input) => titles.includes(variantTitle(input)));
      if (taken >= 0) return refused(['variants', String(taken)], `The variant '${variantTitle(variants[taken] ?? {})}' already exists.`);
      const made = variants.map((input) => {
        const variant = addVariant(shop, product, { title: variantTitle(input), ...variantFields(input) });
        setMetafields(shop, variant.id, input.metafields);
        return variant;
      });
      return { product: productView(changeProduct(shop, product, {})), productVariants: made.map(variantView), userErrors: [] };
    },

    productVariantsBulkUpdate: ({ productId, variants }: { productId: string; variants: Input[] }) => bulkChange(productId, variants),
  };
}

function setVariants(shop: Shop, product: ShopProduct, variants: readonly Input[]): void {
  const before = shop.variantsByProduct(product.id);
  const kept = variants.map((input) => {
    const known = before.find(({ id, title }) => (input.id === undefined ? title === variantTitle(input) : id === input.id));
    const fields = { title: variantTitle(input), ...variantFields(input) };
    if (known) changeVariant(shop, known, fields);
    const variant = known ?? addVariant(shop, product, fields);
    setMetafields(shop, variant.id, input.metafields);
    return variant;
  });
  for (const variant of before) if (!kept.includes(variant)) shop.variants.remove(variant.id);
}

function variantTitle({ optionValues }: Input): string {
  const names = ((optionValues ?? []) as { name: string }[]).map(({ name }) => name);
  return names.join(' / ') || 'Default Title';
}

function variantFields(input: Input): Partial<ShopVariant> {
  const item = (input.inventoryItem ?? {}) as Input;
  const options = input.optionValues as { optionName: string; name: string }[] | undefined;
  const stock = ((input.inventoryQuantities ?? []) as { quantity?: number; availableQuantity?: number }[])[0];
  const available = stock?.quantity ?? stock?.availableQuantity;
  return {
    ...(given(input, ['barcode', 'compareAtPrice', 'sku']) as Partial<ShopVariant>),
    ...(given(item, ['sku', 'tracked', 'cost']) as Partial<ShopVariant>),
    ...(input.price === undefined ? {} : { price: Number(input.price).toFixed(2) }),
    ...(options ? { options: options.map(({ optionName, name }) => ({ name: optionName, value: name })) } : {}),
    ...(available === undefined ? {} : { available }),
  };
}
