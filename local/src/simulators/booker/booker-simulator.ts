import { isAcceptedSecret } from '../client-apps.ts';
import { createEntity } from '../entity-of.ts';
import { nth } from '../sample-words.ts';
import { parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import { refused, succeeded } from './booker-answers.ts';
import { bookAppointment, changeAppointment } from './booker-appointments.ts';
import { type BookerBusiness, makeProduct, openBusiness, sampleCustomer } from './booker-business.ts';
import { customerEntry, findCustomers, saveCustomer, toEntry } from './booker-customers.ts';
import { addPayment, createOrder, findOrders, placeOrder } from './booker-orders.ts';
import type { Appointment, Customer, Order, PaymentMethod, Product, Variant } from './booker-records.ts';
import { bookerTokens } from './booker-tokens.ts';
import seed from './business-seed.json' with { type: 'json' };

type Body = Readonly<Record<string, unknown>>;

/**
 * Booker's Merchant API for a small business: every call needs the subscription key; a token for the business is
 * exchanged for a location's token; lists are read by POST and end with an empty page; refusals have status 200.
 */
export function createBookerSimulator(ports: SimulatorPorts): OpenSystem & { business: BookerBusiness } {
  const now = () => new Date(ports.now());
  const business = openBusiness(ports);
  const tokens = bookerTokens(ports);
  function merchant(call: SimulatedCall): SimulatedResponse {
    const body: Body = parseJsonObject(call.body) ?? {};
    const given = tokens.tokenOf(body.access_token ?? call.url.searchParams.get('access_token'));
    if (!given) return toJsonResponse({ error: 'invalid access token', IsSuccess: false });
    const path = call.url.pathname.replace(/^\/v4\.1\/(merchant|customer)/, '');
    if (path === '/locations') return listed(body, 'Results', seed.locations);
    if (given.locationId === null) return refused(205, 'The token is not that of a location.');
    if (body.LocationID !== undefined && Number(body.LocationID) !== given.locationId) return refused(206, 'LocationID is another one.');
    return ofLocation(`${call.method} ${path}`, body, given.locationId);
  }

  function ofLocation(place: string, body: Body, locationId: number): SimulatedResponse {
    const [, kind = '', id = '', action = ''] = /^\w+ \/([a-z]+)(?:\/(\d+))?(?:\/(\w+))?/.exec(place) ?? [];
    switch (`${place.split(' ')[0]} ${kind}${id ? '/id' : ''}${action ? `/${action}` : ''}`) {
      case 'POST products':
        return listed(body, 'Results', productsNamed(business.products.all(), body.Name));
      case 'GET product/id':
        return one('Product', business.products, id);
      case 'PUT product/id/update':
        return updateStock(business, id, body);
      case 'POST customers':
        return listed(body, 'Customers', findCustomers(business, body), toEntry);
      case 'POST customer':
        return saveCustomer(business, { ID: business.nextCustomerId(), LocationID: locationId }, body);
      case 'GET customer/id':
        return customerEntry(business, id);
      case 'PUT customer/id':
        return saveCustomer(business, { ID: Number(id), LocationID: locationId }, body);
      case 'POST orders':
      case 'POST orders/partial':
        return listed(body, 'Results', findOrders(business, body));
      case 'POST order':
        return createOrder(business, body, now());
      case 'GET order/id':
        return one('Order', business.orders, id);
      case 'POST order/id/add_payment':
        return addPayment(business, id, body);
      case 'POST order/id/place_order':
        return placeOrder(business, id, now());
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
        return listed(body, 'Results', seed.treatments);
      case 'POST employees':
        return listed(body, 'Results', seed.employees);
      case 'POST rooms':
        return listed(body, 'Results', seed.rooms);
      case 'POST special':
        return succeeded({ SpecialID: 801 });
      case 'GET location/id/payment_settings':
        return succeeded({ PaymentSettings: { CustomPaymentMethods: business.paymentMethods.all() } });
      case 'GET location/id':
        return succeeded({ ...seed.locations.find(({ ID }) => ID === locationId) });
      default:
        return refused(404, `There is no ${place}.`);
    }
  }

  return {
    business,
    failure: (status, message) => toJsonResponse({ IsSuccess: false, ErrorCode: status, ErrorMessage: message }, { status }),
    // Lists are also read by POST.
    isWrite: ({ method, url }) =>
      method !== 'GET' &&
      !/\/(connect\/token|context\/update|locations|products|customers|orders|orders\/partial|appointments|treatments|employees|rooms)$/.test(
        url.pathname,
      ),
    entities: [
      createEntity<Product>({
        name: 'products',
        records: business.products,
        fixed: ['ID'],
        make: () => makeProduct(business),
      }),
      createEntity<Customer>({
        name: 'customers',
        records: business.customers,
        fixed: ['ID', 'LocationID'],
        make() {
          const ID = business.nextCustomerId();
          saveCustomer(business, { ID, LocationID: seed.locations[0]?.ID ?? 0 }, { Customer: sampleCustomer(ID) });
        },
      }),
      createEntity<Appointment>({ name: 'appointments', records: business.appointments, fixed: ['ID', 'CustomerID'] }),
      createEntity<PaymentMethod>({ name: 'paymentMethods', records: business.paymentMethods, fixed: ['ID'] }),
      createEntity<Order>({
        name: 'orders',
        records: business.orders,
        fixed: ['ID', 'OrderNumber', 'CustomerID', 'Items', 'Payments'],
        make: () => makeOrder(business, now()),
      }),
    ],
    async answer(call) {
      // The gateway checks before everything else.
      if (!isAcceptedSecret(call.header('ocp-apim-subscription-key'))) {
        return toJsonResponse({ statusCode: 401, message: 'Access denied due to missing subscription key.' }, { status: 401 });
      }
      if (call.url.pathname === '/v5/auth/connect/token') return tokens.connect(call);
      if (call.url.pathname === '/v5/auth/context/update') return tokens.changeContext(call);
      if (call.url.pathname === '/v5/realtime_availability/AvailableDates') return toJsonResponse([]);
      return merchant(call);
    },
  };
}

function one<Item extends object>(name: string, items: Records<Item>, id: string): SimulatedResponse {
  const found = items.get(id);
  return found ? succeeded({ [name]: found }) : refused(203, `The ${name.toLowerCase()} was not found.`);
}

/** Pages count from 1. */
function listed<Item>(
  { UsePaging, PageSize, PageNumber }: Body,
  name: string,
  items: readonly Item[],
  view: (item: Item) => unknown = (item) => item,
): SimulatedResponse {
  if (UsePaging !== true) return succeeded({ TotalResultsCount: items.length, [name]: items.map(view) });
  const [size, page] = [Number(PageSize), Number(PageNumber)];
  if (!(size >= 1) || !(page >= 1)) return refused(200, 'invalid argument');
  return succeeded({ TotalResultsCount: items.length, [name]: items.slice((page - 1) * size, page * size).map(view) });
}

/** Products whose name contains this part; all products without one. */
function productsNamed(items: readonly Product[], part: unknown): readonly Product[] {
  if (typeof part !== 'string' || part === '') return items;
  return items.filter(({ Name }) => Name.toLowerCase().includes(part.toLowerCase()));
}

function updateStock({ products }: BookerBusiness, id: string, { Product: changed }: Body): SimulatedResponse {
  const product = products.get(id);
  const wanted = (changed as { ProductVariantsToUpdate?: Partial<Variant>[] } | undefined)?.ProductVariantsToUpdate ?? [];
  const pairs = wanted.map((change) => ({ change, variant: product?.ProductVariants.find(({ ID }) => ID === change.ID) }));
  if (!product || pairs.length === 0 || pairs.some(({ variant }) => !variant)) return refused(203, 'The product was not found.');
  for (const { change, variant } of pairs) if (variant) Object.assign(variant, change);
  products.put(product);
  return succeeded({ Product: product });
}

function makeOrder(business: BookerBusiness, now: Date): void {
  const index = business.orders.size;
  if (business.customers.size === 0)
    saveCustomer(business, { ID: business.nextCustomerId(), LocationID: seed.locations[0]?.ID ?? 0 }, { Customer: sampleCustomer(index) });
  const customer = nth(business.customers.all(), index);
  const variant = nth(business.products.all(), index).ProductVariants[0];
  createOrder(business, { CustomerID: customer.ID, Items: [{ ProductVariantID: variant?.ID, Quantity: 1 + (index % 3) }] }, now);
  const order = business.orders.all().at(-1);
  if (!order) return;
  addPayment(business, String(order.ID), { PaymentItem: { Amount: order.FinalTotal } });
  placeOrder(business, String(order.ID), now);
}
