import type { Shop } from './shop.ts';
import type { ShopCompany, ShopCustomer, ShopOrder, ShopProduct, ShopVariant } from './shop-records.ts';
import { shopSearch } from './shop-search.ts';
import { findCustomer } from './shop-views.ts';

export function shopSearches(shop: Shop) {
  const { products, variants, customers, orders, companies } = shop;
  const bySku = variants.indexedBy(({ sku }) => sku.toLowerCase());
  const byBarcode = variants.indexedBy(({ barcode }) => barcode?.toLowerCase());
  const byPhone = customers.indexedBy(({ phone }) => phone);
  const byOrderEmail = orders.indexedBy(({ email }) => email?.toLowerCase());
  const byName = orders.indexedBy(({ name }) => name.toLowerCase());
  const bySource = orders.indexedBy(({ sourceIdentifier }) => sourceIdentifier?.toLowerCase());
  const productsOf = (found: readonly { productId: string }[]) => found.flatMap(({ productId }) => products.get(productId) ?? []);
  const idIs = ({ id }: { id: string }) => [id, id.split('/').at(-1)];
  const stockedAt = ({ stockedAt: at, productId }: { stockedAt?: string; productId: string }) =>
    at ?? products.get(productId)?.createdAt ?? '';
  const variantFields = {
    id: { read: idIs },
    sku: { read: ({ sku }: { sku: string }) => [sku], find: (sku: string) => bySku(sku.toLowerCase()) },
    barcode: { read: ({ barcode }: { barcode?: string | null }) => [barcode], find: (code: string) => byBarcode(code.toLowerCase()) },
    title: { read: ({ title }: { title: string }) => [title] },
    product_id: { read: ({ productId }: { productId: string }) => [productId, productId.split('/').at(-1)] },
  };
  const changing = {
    id: { read: idIs },
    updated_at: { read: ({ updatedAt }: { updatedAt: string }) => [updatedAt] },
    created_at: { read: ({ createdAt }: { createdAt: string }) => [createdAt] },
  };
  const variantTimes = variants.orderedBy(stockedAt);

  return {
    products: shopSearch<ShopProduct>({
      records: products,
      version: () => products.version + variants.version,
      texts: ({ title, vendor, productType, tags }) => [title, vendor, productType, ...tags].join(' '),
      times: { updated_at: products.orderedBy(({ updatedAt }) => updatedAt), created_at: products.orderedBy(({ createdAt }) => createdAt) },
      fields: {
        ...changing,
        title: { read: ({ title }) => [title] },
        handle: { read: ({ handle }) => [handle], find: (handle) => shop.productsByHandle(handle.toLowerCase()) },
        status: { read: ({ status }) => [status] },
        vendor: { read: ({ vendor }) => [vendor] },
        product_type: { read: ({ productType }) => [productType] },
        tag: { read: ({ tags }) => tags },
        sku: { read: ({ id }) => shop.variantsByProduct(id).map(({ sku }) => sku), find: (sku) => productsOf(bySku(sku.toLowerCase())) },
        barcode: {
          read: ({ id }) => shop.variantsByProduct(id).map(({ barcode }) => barcode),
          find: (code) => productsOf(byBarcode(code.toLowerCase())),
        },
      },
    }),
    variants: shopSearch<ShopVariant>({
      records: variants,
      texts: ({ title, sku, productId }) => `${title} ${sku} ${products.get(productId)?.title ?? ''}`,
      times: {},
      fields: variantFields,
    }),
    levels: shopSearch<ShopVariant>({
      records: variants,
      texts: ({ sku }) => sku,
      times: { updated_at: variantTimes },
      fields: { ...variantFields, updated_at: { read: (variant) => [stockedAt(variant)] } },
    }),
    customers: shopSearch<ShopCustomer>({
      records: customers,
      texts: ({ firstName, lastName, email, phone }) => [firstName, lastName, email, phone].join(' '),
      times: {
        updated_at: customers.orderedBy(({ updatedAt }) => updatedAt),
        created_at: customers.orderedBy(({ createdAt }) => createdAt),
      },
      fields: {
        ...changing,
        email: { read: ({ email }) => [email], find: (email) => shop.customersByEmail(email) },
        phone: { read: ({ phone }) => [phone], find: byPhone },
        first_name: { read: ({ firstName }) => [firstName] },
        last_name: { read: ({ lastName }) => [lastName] },
        tag: { read: ({ tags }) => tags },
      },
    }),
    orders: shopSearch<ShopOrder>({
      records: orders,
      texts: ({ name, email, note }) => [name, email, note].join(' '),
      times: { updated_at: orders.orderedBy(({ updatedAt }) => updatedAt), created_at: orders.orderedBy(({ createdAt }) => createdAt) },
      fields: {
        ...changing,
        name: { read: ({ name }) => [name, name.replace('#', '')], find: (name) => [...byName(name.toLowerCase()), ...byName(`#${name}`)] },
        email: { read: ({ email }) => [email], find: (email) => byOrderEmail(email.toLowerCase()) },
        source_identifier: { read: ({ sourceIdentifier }) => [sourceIdentifier], find: (id) => bySource(id.toLowerCase()) },
        financial_status: { read: ({ financialStatus }) => [financialStatus] },
        tag: { read: ({ tags }) => tags },
        customer_id: { read: (order) => idIs({ id: findCustomer(shop, order)?.id ?? '' }) },
      },
    }),
    companies: shopSearch<ShopCompany>({
      records: companies,
      texts: ({ name }) => name,
      times: { updated_at: companies.orderedBy(({ updatedAt }) => updatedAt) },
      fields: { ...changing, name: { read: ({ name }) => [name] }, external_id: { read: ({ externalId }) => [externalId] } },
    }),
  };
}
