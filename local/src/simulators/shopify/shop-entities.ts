import { createEntity } from '../entity-of.ts';
import { sampleAddress, sampleCompany, samplePerson, sampleProduct } from '../sample-words.ts';
import type { SimulatedEntity } from '../simulated-system.ts';
import { addCustomer, addOrder, addProduct, changeProduct, changeVariant, removeProduct, type Shop } from './shop.ts';
import { parseIdNumber } from './shop-events.ts';
import type { ShopProduct, ShopVariant } from './shop-records.ts';

const FIXED = ['createdAt', 'updatedAt'];

/** A shop's records for `/local/simulators`; a product shows its first variant's SKU, price and stock. */
export function shopEntities(shop: Shop): SimulatedEntity[] {
  return [
    createProductsEntity(shop),
    createEntity({
      name: 'customers',
      records: shop.customers,
      fixed: FIXED,
      changed(customer) {
        customer.updatedAt = shop.at();
        shop.tell('customers/update', customer);
      },
      make() {
        const count = shop.customers.size;
        const { firstName, lastName, email, phone } = samplePerson(count, parseIdNumber(shop.nextId('Email')));
        const { street, city, postalCode, country } = sampleAddress(count);
        const address = { firstName, lastName, address1: street, city, zip: postalCode, countryCode: country };
        addCustomer(shop, { firstName, lastName, email, phone, addresses: [address] });
      },
    }),
    createEntity({
      name: 'orders',
      records: shop.orders,
      fixed: [...FIXED, 'name'],
      changed(order) {
        order.updatedAt = shop.at();
        shop.tell('orders/updated', order);
      },
      make() {
        const variants = shop.variants.all();
        const count = shop.orders.size;
        const variant = variants[count % Math.max(1, variants.length)];
        const title = shop.products.get(variant?.productId ?? '')?.title ?? 'Item';
        const line = { title, quantity: 1 + (count % 3), price: variant?.price ?? '10.00', variantId: variant?.id ?? null };
        const email = shop.customers.all()[count % Math.max(1, shop.customers.size)]?.email ?? null;
        const { street, city, postalCode, country } = sampleAddress(count);
        const shippingAddress = { address1: street, city, zip: postalCode, countryCode: country };
        addOrder(shop, { email, financialStatus: 'PAID', shippingAddress, lines: [{ id: shop.nextId('LineItem'), ...line }] });
      },
    }),
    createEntity({
      name: 'companies',
      records: shop.companies,
      fixed: FIXED,
      changed: (company) => void Object.assign(company, { updatedAt: shop.at() }),
      make() {
        const name = `${sampleCompany(shop.companies.size)} ${shop.companies.size + 1}`;
        shop.companies.put({ id: shop.nextId('Company'), name, externalId: null, note: null, createdAt: shop.at(), updatedAt: shop.at() });
      },
    }),
    createEntity({ name: 'priceLists', records: shop.priceLists, fixed: [] }),
    createEntity({ name: 'giftCards', records: shop.giftCards, fixed: ['createdAt', 'code'] }),
    createEntity({ name: 'metafields', records: shop.metafields, fixed: ['ownerId', 'namespace', 'key'] }),
    createEntity({
      name: 'webhooks',
      records: shop.webhooks,
      fixed: ['topic', 'uri', 'appSecret'],
      // Never show an app secret.
      view: ({ id, topic, uri }) => ({ id, topic, uri }),
    }),
  ];
}

function createProductsEntity(shop: Shop): SimulatedEntity {
  const view = ({ id, title, ...product }: ShopProduct) => {
    const variants: Partial<ShopVariant>[] = shop.variantsByProduct(id);
    const [{ id: variantId = null, sku = '', price = '0.00', available = 0 } = {}] = variants;
    const others = variants.map((one) => ({ id: one.id, title: one.title, sku: one.sku, price: one.price, available: one.available }));
    return { id, title, sku, price, available, ...product, variantId, ...(others.length > 1 ? { variants: others } : {}) };
  };
  const entity = createEntity<ShopProduct>({
    name: 'products',
    records: shop.products,
    fixed: ['variantId', 'variants', ...FIXED],
    view,
    change(product, { sku, price, available, ...own }) {
      const ofVariant = Object.fromEntries(Object.entries({ sku, price, available }).filter(([, value]) => value !== undefined));
      const [variant] = shop.variantsByProduct(product.id);
      if (variant && Object.keys(ofVariant).length > 0) changeVariant(shop, variant, ofVariant);
      changeProduct(shop, product, own);
    },
    make() {
      const count = shop.products.size;
      const { title, sku, price, available } = sampleProduct(count, parseIdNumber(shop.nextId('Sku')));
      addProduct(shop, { title }, { sku, price, available });
    },
  });
  return { ...entity, remove: (id) => removeProduct(shop, id) };
}
