import { appByClient, isKnownSecret } from '../client-apps.ts';
import { entityOf } from '../entity-of.ts';
import { nth } from '../sample-words.ts';
import { jsonAnswer, parseJsonObject, type SimulatedAnswer, type SimulatedCall } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import { refused, succeeded } from './booker-answers.ts';
import { bookAppointment, changeAppointment, EMPLOYEES, ROOMS, TREATMENTS } from './booker-appointments.ts';
import { type BookerBusiness, makeProduct, openBusiness, sampleCustomer } from './booker-business.ts';
import { addPayment, createOrder, ordersOf, placeOrder } from './booker-orders.ts';
import type { Appointment, Customer, Order, PaymentMethod, Product, Variant } from './booker-records.ts';

type Body = Readonly<Record<string, unknown>>;

const TOKEN_MS = 1_800_000;
const LOCATIONS = [
  { ID: 30_234, BusinessName: 'Spa Harbour' },
  { ID: 30_235, BusinessName: 'Spa Hill' },
];
/**
 * Booker's Merchant API over a small business: a key of the subscription on every call, a token of the business that is traded
 * for that of a location, lists that are read by POST and end with an empty page, refusals with the status 200.
 */
export function createBookerSimulator(ports: SimulatorPorts): OpenSystem & { business: BookerBusiness } {
  const { now, store } = ports;
  const idOf = ({ ID }: { ID: number }) => String(ID);
  const business = openBusiness(ports);
  const nextToken = store.counter('tokens', 1);
  /** The location of each token; null: the whole business. */
  const tokens = store.records<{ token: string; locationId: number | null; endsMs: number }>('tokens', ({ token }) => token);

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
        return listed(body, 'Results', named(business.products.all(), body.Name));
      case 'GET product/id':
        return one('Product', business.products, id);
      case 'PUT product/id/update':
        return updateStock(id, body);
      case 'POST customers':
        return listed(body, 'Customers', customersOf(body), entryOf);
      case 'POST customer':
        return saveCustomer({ ID: business.nextCustomerId(), LocationID: locationId }, body);
      case 'GET customer/id':
        return customerEntry(id);
      case 'PUT customer/id':
        return saveCustomer({ ID: Number(id), LocationID: locationId }, body);
      case 'POST orders':
      case 'POST orders/partial':
        return listed(body, 'Results', ordersOf(business, body));
      case 'POST order':
        return createOrder(business, body, new Date(now()));
      case 'GET order/id':
        return one('Order', business.orders, id);
      case 'POST order/id/add_payment':
        return addPayment(business, id, body);
      case 'POST order/id/place_order':
        return placeOrder(business, id, new Date(now()));
      case 'GET customer/id/appointments':
        return succeeded({ Appointments: business.appointments.all().filter(({ CustomerID }) => CustomerID === Number(id)) });
      case 'POST appointments':
        return listed(body, 'Results', business.appointments.all());
      case 'POST appointment':
        return bookAppointment(business, body);
      case 'GET appointment/id':
        return one('Appointment', business.appointments, id);
      case 'PUT appointment/confirm':
        return changeAppointment(business, body.ID, { Status: { ID: 2, Name: 'Confirmed' } });
      case 'PUT appointment/cancel':
        return changeAppointment(business, body.ID, { Status: { ID: 6, Name: 'Cancelled' } });
      case 'PUT appointment/id/notes':
        return changeAppointment(business, id, { Notes: String(body.Notes ?? '') });
      case 'POST treatments':
        return listed(body, 'Results', TREATMENTS);
      case 'POST employees':
        return listed(body, 'Results', EMPLOYEES);
      case 'POST rooms':
        return listed(body, 'Results', ROOMS);
      case 'POST special':
        return succeeded({ SpecialID: 801 });
      case 'GET location/id/payment_settings':
        return succeeded({ PaymentSettings: { CustomPaymentMethods: business.paymentMethods.all() } });
      case 'GET location/id':
        return succeeded({ ...LOCATIONS.find(({ ID }) => ID === locationId) });
      default:
        return refused(404, `There is no ${place}.`);
    }
  }

  function customersOf({ Email, Phone, FirstNameStart, LastNameStart }: Body): readonly Customer[] {
    const { customers, customersByEmail, customersByPhone } = business;
    if (Email) return customersByEmail(String(Email));
    if (Phone) return customersByPhone(String(Phone));
    if (!FirstNameStart && !LastNameStart) return customers.all();
    const begins = (name: string, start: unknown) => name.toLowerCase().startsWith(String(start ?? '').toLowerCase());
    return customers.all().filter(({ FirstName, LastName }) => begins(FirstName, FirstNameStart) && begins(LastName, LastNameStart));
  }

  function customerEntry(id: string): SimulatedAnswer {
    const customer = business.customers.get(id);
    return customer ? succeeded(entryOf(customer)) : refused(203, 'The customer was not found.');
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
    const customer: Customer = {
      Email: null,
      CellPhone: null,
      FirstName: '',
      LastName: '',
      IsActive: true,
      ...known,
      ...(given as Partial<Customer>),
      ...ids,
    };
    for (const name of ['FirstName', 'LastName'] as const) {
      if (!customer[name].trim()) return refused(200, 'invalid argument', [{ ArgumentName: name, ErrorMessage: `${name} is required` }]);
    }
    business.customers.put(customer);
    return succeeded({ CustomerID: customer.ID, Customer: customer });
  }

  /** A plausible order that is paid and placed. */
  function makeOrder(): void {
    const index = business.orders.size;
    if (business.customers.size === 0)
      saveCustomer({ ID: business.nextCustomerId(), LocationID: LOCATIONS[0]?.ID ?? 0 }, { Customer: sampleCustomer(index) });
    const customer = nth(business.customers.all(), index);
    const variant = nth(business.products.all(), index).ProductVariants[0];
    createOrder(
      business,
      { CustomerID: customer.ID, Items: [{ ProductVariantID: variant?.ID, Quantity: 1 + (index % 3) }] },
      new Date(now()),
    );
    const order = business.orders.all().at(-1);
    if (!order) return;
    addPayment(business, String(order.ID), { PaymentItem: { Amount: order.FinalTotal } });
    placeOrder(business, String(order.ID), new Date(now()));
  }

  return {
    business,
    failure: (status, message) => jsonAnswer({ IsSuccess: false, ErrorCode: status, ErrorMessage: message }, { status }),
    // Lists are read by POST, too.
    isWrite: ({ method, url }) =>
      method !== 'GET' &&
      !/\/(connect\/token|context\/update|locations|products|customers|orders|orders\/partial|appointments|treatments|employees|rooms)$/.test(
        url.pathname,
      ),
    entities: [
      entityOf<Product>({
        name: 'products',
        records: business.products,
        idOf,
        fixed: ['ID'],
        make: () => makeProduct(business),
      }),
      entityOf<Customer>({
        name: 'customers',
        records: business.customers,
        idOf,
        fixed: ['ID', 'LocationID'],
        make() {
          const ID = business.nextCustomerId();
          saveCustomer({ ID, LocationID: LOCATIONS[0]?.ID ?? 0 }, { Customer: sampleCustomer(ID) });
        },
      }),
      entityOf<Appointment>({ name: 'appointments', records: business.appointments, idOf, fixed: ['ID', 'CustomerID'] }),
      entityOf<PaymentMethod>({ name: 'paymentMethods', records: business.paymentMethods, idOf, fixed: ['ID'] }),
      entityOf<Order>({
        name: 'orders',
        records: business.orders,
        idOf,
        fixed: ['ID', 'OrderNumber', 'CustomerID', 'Items', 'Payments'],
        make: makeOrder,
      }),
    ],
    async answer(call) {
      // The gateway before everything else.
      if (!isKnownSecret(call.header('ocp-apim-subscription-key'))) {
        return jsonAnswer({ statusCode: 401, message: 'Access denied due to missing subscription key.' }, { status: 401 });
      }
      if (call.url.pathname === '/v5/auth/connect/token') return connect(call);
      if (call.url.pathname === '/v5/auth/context/update') return changeContext(call);
      if (call.url.pathname === '/v5/realtime_availability/AvailableDates') return jsonAnswer([]);
      return merchant(call);
    },
  };
}

function one<Item extends object>(name: string, items: Records<Item>, id: string): SimulatedAnswer {
  const found = items.get(id);
  return found ? succeeded({ [name]: found }) : refused(203, `The ${name.toLowerCase()} was not found.`);
}

function named(items: readonly Product[], part: unknown): readonly Product[] {
  if (typeof part !== 'string' || part === '') return items;
  return items.filter(({ Name }) => Name.toLowerCase().includes(part.toLowerCase()));
}

function entryOf(customer: Customer): { CustomerID: number; Customer: Customer } {
  return { CustomerID: customer.ID, Customer: customer };
}

/** Pages count from 1. */
function listed<Item>(
  { UsePaging, PageSize, PageNumber }: Body,
  name: string,
  items: readonly Item[],
  view: (item: Item) => unknown = (item) => item,
): SimulatedAnswer {
  if (UsePaging !== true) return succeeded({ TotalResultsCount: items.length, [name]: items.map(view) });
  const [size, page] = [Number(PageSize), Number(PageNumber)];
  if (!(size >= 1) || !(page >= 1)) return refused(200, 'invalid argument');
  return succeeded({ TotalResultsCount: items.length, [name]: items.slice((page - 1) * size, page * size).map(view) });
}
