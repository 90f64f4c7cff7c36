import { checkFields, entityOf } from '../entity-of.ts';
import type { SimulatedEntity } from '../simulated-system.ts';
import { addCustomer, addOrder, addProduct, changeProduct, changeVariant, removeProduct, type Shop, type ShopProduct } from './shop.ts';
import { variantsOf } from './variants-of.ts';

const THINGS = ['mug', 'bag', 'pen', 'notebook', 'poster', 'candle', 'apron', 'bottle', 'scarf', 'clock'];
const KINDS = ['Enamel', 'Canvas', 'Linen', 'Walnut', 'Copper', 'Wool', 'Glass', 'Cork'];
const FIRST_NAMES = ['Ada', 'Ben', 'Chiara', 'Deniz', 'Emil', 'Fatou', 'Greta', 'Hugo', 'Ines', 'Jonas'];
const LAST_NAMES = ['Lovelace', 'Okafor', 'Rossi', 'Yilmaz', 'Berg', 'Diallo', 'Lindqvist', 'Martin', 'Costa', 'Weber'];
const FIXED = ['createdAt', 'updatedAt'];

/** The records of a shop for `/local/simulators`; a product has the sku, price and stock of its variant. */
export function shopEntities(shop: Shop): SimulatedEntity[] {
  return [
    productsOf(shop),
    entityOf({
      name: 'customers',
      records: shop.customers,
      idOf: ({ id }) => id,
      fixed: FIXED,
      changed(customer) {
        customer.updatedAt = shop.at();
        shop.tell('customers/update', customer);
      },
      make() {
        const count = shop.customers.size;
        const [firstName, lastName] = [nth(FIRST_NAMES, count), nth(LAST_NAMES, Math.floor(count / FIRST_NAMES.length) + count)];
        const email = `${firstName}.${lastName}.${shop.nextId('Email').split('/').at(-1)}@example.com`.toLowerCase();
        addCustomer(shop, { firstName, lastName, email });
      },
    }),
    entityOf({
      name: 'orders',
      records: shop.orders,
      idOf: ({ id }) => id,
      fixed: [...FIXED, 'name', 'lines'],
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
        addOrder(shop, { email, financialStatus: 'PAID', lines: [{ id: shop.nextId('LineItem'), ...line }] });
      },
    }),
    entityOf({
      name: 'webhooks',
      records: shop.webhooks,
      idOf: ({ id }) => id,
      fixed: ['topic', 'uri', 'appSecret'],
      // An app secret is nothing to show.
      view: ({ id, topic, uri }) => ({ id, topic, uri }),
    }),
  ];
}

function productsOf(shop: Shop): SimulatedEntity {
  const view = ({ id, title, ...product }: ShopProduct) => {
    const [{ sku = '', price = '0.00', available = 0 } = {}] = variantsOf(shop, id);
    return { id, title, sku, price, available, ...product };
  };
  return {
    name: 'products',
    count: () => shop.products.size,
    list: (from, to) => shop.products.all().slice(from, to).map(view),
    get(id) {
      const product = shop.products.get(id);
      return product ? view(product) : null;
    },
    change(id, fields) {
      const product = shop.products.get(id);
      if (!product) return null;
      checkFields(view(product), fields, ['id', ...FIXED]);
      const { sku, price, available, ...own } = fields;
      const ofVariant = Object.fromEntries(Object.entries({ sku, price, available }).filter(([, value]) => value !== undefined));
      const [variant] = variantsOf(shop, id);
      if (variant && Object.keys(ofVariant).length > 0) changeVariant(shop, variant, ofVariant);
      changeProduct(shop, product, own);
      return view(product);
    },
    remove: (id) => removeProduct(shop, id),
    make() {
      const count = shop.products.size;
      const title = `${nth(KINDS, Math.floor(count / THINGS.length) + count)} ${nth(THINGS, count)}`;
      const sku = `${title.slice(0, 3)}-${shop.nextId('Sku').split('/').at(-1)}`.toUpperCase();
      addProduct(shop, { title }, { sku, price: (4 + ((count * 37) % 900) / 10).toFixed(2), available: (count * 7) % 60 });
    },
  };
}

function nth(words: readonly string[], index: number): string {
  return words[index % words.length] ?? '';
}
