import { appByClient, isKnownSecret } from '../client-apps.ts';
import { entityOf } from '../entity-of.ts';
import { jsonAnswer, parseJsonObject, type SimulatedAnswer, type SimulatedCall } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import { refused, succeeded } from './booker-answers.ts';
import { addPayment, createOrder, type Order, placeOrder } from './booker-orders.ts';

export interface Customer {
  ID: number;
  FirstName: string;
  LastName: string;
  Email: string | null;
  CellPhone: string | null;
  LocationID: number;
}

interface Variant {
  ID: number;
  Name: string;
  SKU: string;
  RetailPrice: { Amount: number; CurrencyCode: string };
  Inventory: number;
  BackbarInventory: number;
}

export interface Product {
  ID: number;
  Name: string;
  Description: string;
  ProductVariants: Variant[];
}

/** The records of the business; customers and orders of its locations together. */
export interface BookerBusiness {
  products: Records<Product>;
  customers: Records<Customer>;
  orders: Records<Order>;
  nextOrderId(): number;
}

type Body = Readonly<Record<string, unknown>>;

const TOKEN_MS = 1_800_000;
const LOCATIONS = [
  { ID: 30_234, BusinessName: 'Spa Harbour' },
  { ID: 30_235, BusinessName: 'Spa Hill' },
];
const PAYMENT_METHODS = [{ ID: 901, Name: 'Shopify' }];
const PRODUCTS: readonly (readonly [name: string, sku: string, price: number, stock: number])[] = [
  ['Rose oil', 'OIL-ROSE', 24, 9],
  ['Sea salt scrub', 'SCRUB-SALT', 31.5, 4],
  ['Bath robe', 'ROBE', 79, 0],
  ['Shopify Adjustments', 'SHOPIFYADJ', 0, 0],
];

/**
 * Booker's Merchant API over a small business: a key of the subscription on every call, a token of the business that is traded
 * for that of a location, lists that are read by POST and end with an empty page, refusals with the status 200.
 */
export function createBookerSimulator({ now, store }: SimulatorPorts): OpenSystem & { business: BookerBusiness } {
  const idOf = ({ ID }: { ID: number }) => String(ID);
  const business: BookerBusiness = {
    products: store.records<Product>('products', idOf),
    customers: store.records<Customer>('customers', idOf),
    orders: store.records<Order>('orders', idOf),
    nextOrderId: store.counter('orders', 40_000),
  };
  if (store.isNew) for (const [Name, SKU, Amount, Inventory] of PRODUCTS) addProduct(Name, SKU, Amount, Inventory);
  const nextCustomerId = store.counter('customers', 9_000);
  const nextToken = store.counter('tokens', 1);
  /** The location of each token; null: the whole business. */
  const tokens = store.records<{ token: string; locationId: number | null; endsMs: number }>('tokens', ({ token }) => token);

  function addProduct(Name: string, SKU: string, Amount: number, Inventory: number): void {
    const index = business.products.size;
    business.products.put({
      ID: 500 + index,
      Name,
      Description: `${Name} of the house`,
      ProductVariants: [{ ID: 700 + index, Name, SKU, RetailPrice: { Amount, CurrencyCode: 'USD' }, Inventory, BackbarInventory: 0 }],
    });
  }

  function newToken(locationId: number | null): string {
    const token = `booker-token-${nextToken()}-${locationId ?? 'business'}`;
    for (const old of tokens.all()) if (old.endsMs < now()) tokens.remove(old.token);
    return tokens.put({ token, locationId, endsMs: now() + TOKEN_MS }).token;
  }

  function tokenOf(token: unknown) {
    const known = typeof token === 'string' ? tokens.get(token) : undefined;
    return known && known.endsMs > now() ? known : null;
  }

  function connect({ header, body }: SimulatedCall): SimulatedAnswer {
    const form = new URLSearchParams(body);
    const isClient = appByClient(form.get('client_id'), form.get('client_secret')) !== undefined;
    if (!/urlencoded/.test(header('content-type') ?? '') || form.get('grant_type') !== 'client_credentials' || !isClient) {
      return jsonAnswer({ error: 'invalid_client' }, { status: 400 });
    }
    return jsonAnswer({ access_token: newToken(null), token_type: 'Bearer', expires_in: TOKEN_MS / 1_000 });
  }

  /** Answers with nothing but the token. */
  function changeContext({ url, header }: SimulatedCall): SimulatedAnswer {
    const locationId = Number(url.searchParams.get('locationId'));
    if (!tokenOf((header('authorization') ?? '').replace(/^Bearer /, ''))) return jsonAnswer({ error: 'unauthorized' }, { status: 401 });
    if (!LOCATIONS.some(({ ID }) => ID === locationId)) return jsonAnswer({ error: 'forbidden' }, { status: 403 });
    return jsonAnswer(newToken(locationId));
  }

  function merchant(call: SimulatedCall): SimulatedAnswer {
    const body: Body = parseJsonObject(call.body) ?? {};
    const given = tokenOf(body.access_token ?? call.url.searchParams.get('access_token'));
    if (!given) return jsonAnswer({ error: 'invalid access token', IsSuccess: false });
    const path = call.url.pathname.replace(/^\/v4\.1\/(merchant|customer)/, '');
    if (path === '/locations') return listed(body, 'Results', LOCATIONS);
    if (given.locationId === null) return refused(205, 'The token is not that of a location.');
    if (body.LocationID !== undefined && Number(body.LocationID) !== given.locationId) return refused(206, 'LocationID is another one.');
    return ofLocation(`${call.method} ${path}`, body, given.locationId);
  }

  function ofLocation(place: string, body: Body, locationId: number): SimulatedAnswer {
    const [, kind = '', id = '', action = ''] = /^\w+ \/([a-z]+)(?:\/(\d+))?(?:\/(\w+))?/.exec(place) ?? [];
    switch (`${place.split(' ')[0]} ${kind}${id ? '/id' : ''}${action ? `/${action}` : ''}`) {
      case 'POST products':
        return listed(body, 'Results', business.products.all().filter(hasIn('Name', body.Name)));
      case 'GET product/id':
        return one('Product', business.products, id);
      case 'PUT product/id/update':
        return updateStock(id, body);
      case 'POST customers': {
        const found = business.customers.all().filter((customer) => !body.Email || customer.Email === body.Email);
        const entries = found.map((customer) => ({ CustomerID: customer.ID, Customer: customer }));
        return listed(body, 'Customers', entries);
      }
      case 'POST customer':
        return saveCustomer({ ID: nextCustomerId(), LocationID: locationId }, body);
      case 'GET customer/id':
        return one('Customer', business.customers, id);
      case 'PUT customer/id':
        return saveCustomer({ ID: Number(id), LocationID: locationId }, body);
      case 'POST orders':
      case 'POST orders/partial':
        return listed(body, 'Results', business.orders.all());
      case 'POST order':
        return createOrder(business, body, new Date(now()));
      case 'GET order/id':
        return one('Order', business.orders, id);
      case 'POST order/id/add_payment':
        return addPayment(business, id, body, PAYMENT_METHODS);
      case 'POST order/id/place_order':
        return placeOrder(business, id, new Date(now()));
      case 'GET location/id/payment_settings':
        return succeeded({ PaymentSettings: { CustomPaymentMethods: PAYMENT_METHODS } });
      case 'GET location/id':
        return succeeded({ ...LOCATIONS.find(({ ID }) => ID === locationId) });
      default:
        return refused(404, `There is no ${place}.`);
    }
  }

  function updateStock(id: string, { Product: changed }: Body): SimulatedAnswer {
    const product = business.products.get(id);
    const wanted = (changed as { ProductVariantsToUpdate?: Partial<Variant>[] } | undefined)?.ProductVariantsToUpdate ?? [];
    const pairs = wanted.map((change) => ({ change, variant: product?.ProductVariants.find(({ ID }) => ID === change.ID) }));
    if (!product || pairs.length === 0 || pairs.some(({ variant }) => !variant)) return refused(203, 'The product was not found.');
    for (const { change, variant } of pairs) if (variant) Object.assign(variant, change);
    business.products.put(product);
    return succeeded({ Product: product });
  }

  function saveCustomer(ids: Pick<Customer, 'ID' | 'LocationID'>, { Customer: given }: Body): SimulatedAnswer {
    const known = business.customers.get(String(ids.ID));
    const customer = { Email: null, CellPhone: null, FirstName: '', LastName: '', ...known, ...(given as Partial<Customer>), ...ids };
    for (const name of ['FirstName', 'LastName'] as const) {
      if (!customer[name].trim()) return refused(200, 'invalid argument', [{ ArgumentName: name, ErrorMessage: `${name} is required` }]);
    }
    business.customers.put(customer);
    return succeeded({ CustomerID: customer.ID, Customer: customer });
  }

  return {
    business,
    // Lists are asked for by POST, too.
    isWrite: ({ method, url }) =>
      method !== 'GET' && !/\/(connect\/token|context\/update|locations|products|customers|orders|orders\/partial)$/.test(url.pathname),
    entities: [
      entityOf<Product>({
        name: 'products',
        records: business.products,
        idOf,
        fixed: ['ID'],
        make() {
          const count = business.products.size;
          addProduct(`Care product ${count + 1}`, `CARE-${100 + count}`, 12 + (count % 50), count % 20);
        },
      }),
      entityOf<Customer>({
        name: 'customers',
        records: business.customers,
        idOf,
        fixed: ['ID', 'LocationID'],
        make() {
          const ID = nextCustomerId();
          const customer = { FirstName: 'Guest', LastName: String(ID), Email: `guest.${ID}@example.com` };
          saveCustomer({ ID, LocationID: LOCATIONS[0]?.ID ?? 0 }, { Customer: customer });
        },
      }),
      entityOf<Order>({ name: 'orders', records: business.orders, idOf, fixed: ['ID', 'OrderNumber', 'CustomerID', 'Items', 'Payments'] }),
    ],
    async answer(call) {
      // The gateway before everything else.
      if (!isKnownSecret(call.header('ocp-apim-subscription-key'))) {
        return jsonAnswer({ statusCode: 401, message: 'Access denied due to missing subscription key.' }, { status: 401 });
      }
      if (call.url.pathname === '/v5/auth/connect/token') return connect(call);
      if (call.url.pathname === '/v5/auth/context/update') return changeContext(call);
      return merchant(call);
    },
  };
}

function one<Item extends object>(name: string, items: Records<Item>, id: string): SimulatedAnswer {
  const found = items.get(id);
  return found ? succeeded({ [name]: found }) : refused(203, `The ${name.toLowerCase()} was not found.`);
}

function hasIn(name: 'Name', part: unknown): (item: { Name: string }) => boolean {
  return (item) => typeof part !== 'string' || item[name].toLowerCase().includes(part.toLowerCase());
}

/** Pages count from 1. */
function listed({ UsePaging, PageSize, PageNumber }: Body, name: string, items: readonly unknown[]): SimulatedAnswer {
  if (UsePaging !== true) return succeeded({ TotalResultsCount: items.length, [name]: items });
  const [size, page] = [Number(PageSize), Number(PageNumber)];
  if (!(size >= 1) || !(page >= 1)) return refused(200, 'invalid argument');
  return succeeded({ TotalResultsCount: items.length, [name]: items.slice((page - 1) * size, page * size) });
}
