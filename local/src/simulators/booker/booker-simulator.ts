import {
  jsonAnswer,
  parseJsonObject,
  type SimulatedAnswer,
  type SimulatedCall,
  type SimulatedSystem,
  type SimulatorPorts,
} from '../simulated-call.ts';
import { addPayment, createOrder, type Order, placeOrder } from './booker-orders.ts';

export interface BookerSettings {
  clientId: string;
  clientSecret: string;
  subscriptionKey: string;
}

interface Customer {
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

/** What the business has; customers and orders of its locations together. */
export interface BookerBusiness {
  products: Product[];
  customers: Customer[];
  orders: Order[];
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
 * Booker's Merchant API over a small business: a key of the subscription on every call, a token of the business that is traded for that
 * of a location, lists that are asked for by POST and end with an empty page, refusals with the status 200.
 */
export function createBookerSimulator(
  settings: BookerSettings,
  { now }: SimulatorPorts,
): { system: SimulatedSystem; business: BookerBusiness } {
  const business: BookerBusiness = {
    products: PRODUCTS.map(([Name, SKU, Amount, Inventory], index) => ({
      ID: 500 + index,
      Name,
      Description: `${Name} of the house`,
      ProductVariants: [{ ID: 700 + index, Name, SKU, RetailPrice: { Amount, CurrencyCode: 'USD' }, Inventory, BackbarInventory: 0 }],
    })),
    customers: [],
    orders: [],
  };
  /** The location of each token; null: the whole business. */
  const tokens = new Map<string, { locationId: number | null; endsMs: number }>();

  function newToken(locationId: number | null): string {
    const token = `booker-token-${tokens.size + 1}-${locationId ?? 'business'}`;
    tokens.set(token, { locationId, endsMs: now() + TOKEN_MS });
    return token;
  }

  function tokenOf(token: unknown) {
    const known = typeof token === 'string' ? tokens.get(token) : undefined;
    return known && known.endsMs > now() ? known : null;
  }

  function connect({ header, body }: SimulatedCall): SimulatedAnswer {
    const form = new URLSearchParams(body);
    const isClient = form.get('client_id') === settings.clientId && form.get('client_secret') === settings.clientSecret;
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
        return listed(body, 'Results', business.products.filter(hasIn('Name', body.Name)));
      case 'GET product/id':
        return one('Product', business.products, id);
      case 'PUT product/id/update':
        return updateStock(id, body);
      case 'POST customers': {
        const found = business.customers.filter((customer) => !body.Email || customer.Email === body.Email);
        const entries = found.map((customer) => ({ CustomerID: customer.ID, Customer: customer }));
        return listed(body, 'Customers', entries);
      }
      case 'POST customer':
        return saveCustomer({ ID: 9_000 + business.customers.length, LocationID: locationId }, body);
      case 'GET customer/id':
        return one('Customer', business.customers, id);
      case 'PUT customer/id':
        return saveCustomer({ ID: Number(id), LocationID: locationId }, body);
      case 'POST orders':
      case 'POST orders/partial':
        return listed(body, 'Results', business.orders);
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
    const product = business.products.find(({ ID }) => ID === Number(id));
    const wanted = (changed as { ProductVariantsToUpdate?: Partial<Variant>[] } | undefined)?.ProductVariantsToUpdate ?? [];
    const pairs = wanted.map((change) => ({ change, variant: product?.ProductVariants.find(({ ID }) => ID === change.ID) }));
    if (!product || pairs.length === 0 || pairs.some(({ variant }) => !variant)) return refused(203, 'The product was not found.');
    for (const { change, variant } of pairs) if (variant) Object.assign(variant, change);
    return succeeded({ Product: product });
  }

  function saveCustomer(ids: Pick<Customer, 'ID' | 'LocationID'>, { Customer: given }: Body): SimulatedAnswer {
    const known = business.customers.find(({ ID }) => ID === ids.ID);
    const customer = { Email: null, CellPhone: null, FirstName: '', LastName: '', ...known, ...(given as Partial<Customer>), ...ids };
    for (const name of ['FirstName', 'LastName'] as const) {
      if (!customer[name].trim()) return refused(200, 'invalid argument', [{ ArgumentName: name, ErrorMessage: `${name} is required` }]);
    }
    if (known) Object.assign(known, customer);
    else business.customers.push(customer);
    return succeeded({ CustomerID: customer.ID, Customer: customer });
  }

  return {
    business,
    async system(call) {
      // The gateway before everything else.
      if (call.header('ocp-apim-subscription-key') !== settings.subscriptionKey) {
        return jsonAnswer({ statusCode: 401, message: 'Access denied due to missing subscription key.' }, { status: 401 });
      }
      if (call.url.pathname === '/v5/auth/connect/token') return connect(call);
      if (call.url.pathname === '/v5/auth/context/update') return changeContext(call);
      return merchant(call);
    },
  };
}

export function succeeded(fields: object): SimulatedAnswer {
  return jsonAnswer({ IsSuccess: true, ErrorCode: 0, ErrorMessage: null, ...fields });
}

export function refused(ErrorCode: number, ErrorMessage: string, ArgumentErrors: object[] | null = null): SimulatedAnswer {
  return jsonAnswer({ IsSuccess: false, ErrorCode, ErrorMessage, ArgumentErrors });
}

function one(name: string, items: readonly { ID: number }[], id: string): SimulatedAnswer {
  const found = items.find(({ ID }) => ID === Number(id));
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
