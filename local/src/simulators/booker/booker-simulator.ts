import { isAcceptedSecret } from '../client-apps.ts';
import { openShippedDocument } from '../documented/shipped-document.ts';
import { createEntity } from '../entity-of.ts';
import { openRoutes, type RoutedCall } from '../route-calls.ts';
import { nth } from '../sample-words.ts';
import { parseJsonObject, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import { existing, invalid, refused, succeeded } from './booker-answers.ts';
import { type BookerBusiness, type Customer, makeProduct, openBusiness, sampleCustomer, type Variant } from './booker-business.ts';
import { addPayment, createOrder, findOrders, placeOrder } from './booker-orders.ts';
import { bookerTokens } from './booker-tokens.ts';
import seed from './business-seed.json' with { type: 'json' };

type Body = Readonly<Record<string, unknown>>;

/**
 * Booker's Merchant API for a small business: every call needs the subscription key; a token for the business is
 * exchanged for a location's token; lists are read by POST and end with an empty page; refusals have status 200.
 * Treatments, employees and other things that no sync carries come from the connector type's document.
 */
export function createBookerSimulator(ports: SimulatorPorts): OpenSystem & { business: BookerBusiness } {
  const now = () => new Date(ports.now());
  const business = openBusiness(ports);
  const { products, customers, orders, appointments } = business;
  const tokens = bookerTokens(ports);
  const byDocument = openShippedDocument('booker', ports);
  const entry = (customer: Customer) => ({ CustomerID: customer.ID, Customer: customer });
  const givenToken = (body: Body, query: URLSearchParams) => tokens.tokenOf(body.access_token ?? query.get('access_token'));
  const save = (ID: number, { body, query }: RoutedCall) =>
    saveCustomer(business, { ID, LocationID: givenToken(body, query)?.locationId ?? 0 }, body);
  const changeAppointment = (id: unknown, fields: object) =>
    succeeded({ Appointment: appointments.put(Object.assign(existing(appointments, id, 'appointment'), fields)) });

  const route = openRoutes({
    'POST /locations': ({ body }) => listed(body, 'Results', seed.locations),
    'GET /location/{id}': ({ id }) => succeeded({ ...seed.locations.find(({ ID }) => ID === Number(id)) }),
    'GET /location/{id}/payment_settings': () => succeeded({ PaymentSettings: { CustomPaymentMethods: business.paymentMethods.all() } }),
    'POST /products': ({ body }) => {
      const part = String(body.Name ?? '').toLowerCase();
      return listed(body, 'Results', part === '' ? products.all() : products.all().filter(({ Name }) => Name.toLowerCase().includes(part)));
    },
    'GET /product/{id}': ({ id }) => succeeded({ Product: existing(products, id, 'product') }),
    'PUT /product/{id}/update': ({ id, body }) => updateStock(business, id, body),
    'POST /customers': ({ body }) => listed(body, 'Customers', findCustomers(business, body), entry),
    'POST /customer': (call) => save(business.nextCustomerId(), call),
    'GET /customer/{id}': ({ id }) => succeeded(entry(existing(customers, id, 'customer'))),
    'PUT /customer/{id}': (call) => save(Number(call.id), call),
    'POST /orders': ({ body }) => listed(body, 'Results', findOrders(business, body)),
    'POST /orders/partial': ({ body }) => listed(body, 'Results', findOrders(business, body)),
    'POST /order': ({ body }) => createOrder(business, body, now()),
    'GET /order/{id}': ({ id }) => succeeded({ Order: existing(orders, id, 'order') }),
    'POST /order/{id}/add_payment': ({ id, body }) => addPayment(business, id, body),
    'POST /order/{id}/place_order': ({ id }) => placeOrder(business, id, now()),
    'GET /customer/{id}/appointments': ({ id }) =>
      succeeded({ Appointments: appointments.all().filter(({ CustomerID }) => CustomerID === Number(id)) }),
    'POST /appointments': ({ body }) => listed(body, 'Results', appointments.all()),
    'POST /appointment': ({ body }) => bookAppointment(business, body),
    'GET /appointment/{id}': ({ id }) => succeeded({ Appointment: existing(appointments, id, 'appointment') }),
    'PUT /appointment/confirm': ({ body }) => changeAppointment(body.ID, { Status: { ID: 2, Name: 'Confirmed' } }),
    'PUT /appointment/cancel': ({ body }) => changeAppointment(body.ID, { Status: { ID: 6, Name: 'Cancelled' } }),
    'PUT /appointment/{id}/notes': ({ id, body: { Notes = '' } }) => changeAppointment(id, { Notes }),
  });

  return {
    business,
    failure: (status, message) => toJsonResponse({ IsSuccess: false, ErrorCode: status, ErrorMessage: message }, { status }),
    // Lists are also read by POST.
    isWrite: ({ method, url }) =>
      method === 'PUT' || (method === 'POST' && !/(s|\/partial|\/connect\/token|\/context\/update)$/.test(url.pathname)),
    entities: [
      createEntity({ name: 'products', records: products, fixed: ['ID'], make: () => makeProduct(business) }),
      createEntity({ name: 'customers', records: customers, fixed: ['ID', 'LocationID'], make: () => makeCustomer(business) }),
      createEntity({ name: 'appointments', records: appointments, fixed: ['ID', 'CustomerID'] }),
      createEntity({ name: 'paymentMethods', records: business.paymentMethods, fixed: ['ID'] }),
      createEntity({
        name: 'orders',
        records: orders,
        fixed: ['ID', 'OrderNumber', 'CustomerID', 'Items', 'Payments'],
        make: () => makeOrder(business, now()),
      }),
    ],
    async answer(call) {
      // The gateway checks before everything else.
      if (!isAcceptedSecret(call.header('ocp-apim-subscription-key'))) {
        return toJsonResponse({ statusCode: 401, message: 'Access denied due to missing subscription key.' }, { status: 401 });
      }
      const { pathname, searchParams } = call.url;
      if (pathname === '/v5/auth/connect/token') return tokens.connect(call);
      if (pathname === '/v5/auth/context/update') return tokens.changeContext(call);
      if (pathname === '/v5/realtime_availability/AvailableDates') return toJsonResponse([]);
      const body = parseJsonObject(call.body) ?? {};
      const given = givenToken(body, searchParams);
      if (!given) return toJsonResponse({ error: 'invalid access token', IsSuccess: false });
      const path = pathname.replace(/^\/v4\.1\/(merchant|customer)/, '');
      if (path !== '/locations') {
        if (given.locationId === null) return refused(205, 'The token is not that of a location.');
        if (body.LocationID !== undefined && Number(body.LocationID) !== given.locationId)
          return refused(206, 'LocationID is another one.');
      }
      return route(call, path) ?? (await byDocument(call)) ?? refused(404, `There is no ${call.method} ${path}.`);
    },
  };
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

function updateStock({ products }: BookerBusiness, id: string, { Product: changed }: Body): SimulatedResponse {
  const product = existing(products, id, 'product');
  const wanted = (changed as { ProductVariantsToUpdate?: Partial<Variant>[] } | undefined)?.ProductVariantsToUpdate ?? [];
  const pairs = wanted.map((change) => ({ change, variant: product.ProductVariants.find(({ ID }) => ID === change.ID) }));
  if (pairs.length === 0 || pairs.some(({ variant }) => !variant)) return refused(203, 'The product was not found.');
  for (const { change, variant } of pairs) if (variant) Object.assign(variant, change);
  return succeeded({ Product: products.put(product) });
}

function findCustomers(
  { customers, customersByEmail, customersByPhone }: BookerBusiness,
  { Email, Phone, FirstNameStart, LastNameStart }: Body,
): readonly Customer[] {
  if (Email) return customersByEmail(String(Email));
  if (Phone) return customersByPhone(String(Phone));
  if (!FirstNameStart && !LastNameStart) return customers.all();
  const begins = (name: string, start: unknown) => name.toLowerCase().startsWith(String(start ?? '').toLowerCase());
  return customers.all().filter(({ FirstName, LastName }) => begins(FirstName, FirstNameStart) && begins(LastName, LastNameStart));
}

function saveCustomer({ customers }: BookerBusiness, ids: Pick<Customer, 'ID' | 'LocationID'>, { Customer: given }: Body) {
  const usual = { Email: null, CellPhone: null, FirstName: '', LastName: '', IsActive: true };
  const customer: Customer = { ...usual, ...customers.get(String(ids.ID)), ...(given as Partial<Customer>), ...ids };
  for (const name of ['FirstName', 'LastName'] as const) {
    if (!customer[name].trim()) return invalid(name, `${name} is required`);
  }
  return succeeded({ CustomerID: customer.ID, Customer: customers.put(customer) });
}

function bookAppointment({ appointments, customersByEmail, nextAppointmentId }: BookerBusiness, body: Body): SimulatedResponse {
  const { FirstName, LastName, Email = null, ID } = (body.Customer ?? {}) as Partial<Customer>;
  const [wanted] = (body.AppointmentTreatmentDTOs ?? []) as { TreatmentID?: number; StartTimeOffset?: string; EndTimeOffset?: string }[];
  const StartDateTimeOffset = wanted?.StartTimeOffset ?? body.AppointmentDateOffset;
  const Appointment = appointments.put({
    ID: nextAppointmentId(),
    CustomerID: ID ?? customersByEmail(Email ?? '')[0]?.ID ?? 0,
    CustomerFirstName: FirstName,
    CustomerLastName: LastName,
    CustomerEmail: Email,
    TreatmentName: `Treatment ${wanted?.TreatmentID}`,
    StartDateTimeOffset,
    EndDateTimeOffset: wanted?.EndTimeOffset ?? StartDateTimeOffset,
    Status: { ID: 1, Name: 'Booked' },
    Notes: body.Notes ?? '',
  });
  return succeeded({ Appointment });
}

function makeCustomer(business: BookerBusiness, ID = business.nextCustomerId()): void {
  saveCustomer(business, { ID, LocationID: seed.locations[0]?.ID ?? 0 }, { Customer: sampleCustomer(ID) });
}

function makeOrder(business: BookerBusiness, now: Date): void {
  const index = business.orders.size;
  if (business.customers.size === 0) makeCustomer(business);
  const customer = nth(business.customers.all(), index);
  const variant = nth(business.products.all(), index).ProductVariants[0];
  createOrder(business, { CustomerID: customer.ID, Items: [{ ProductVariantID: variant?.ID, Quantity: 1 + (index % 3) }] }, now);
  const order = business.orders.all().at(-1);
  if (!order) return;
  addPayment(business, String(order.ID), { PaymentItem: { Amount: order.FinalTotal } });
  placeOrder(business, String(order.ID), now);
}
