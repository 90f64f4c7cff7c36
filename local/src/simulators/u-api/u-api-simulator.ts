import { callRate } from '../call-rate.ts';
import { isAcceptedSecret } from '../client-apps.ts';
import { createEntity } from '../entity-of.ts';
import { createIdempotentResponses } from '../idempotent-answers.ts';
import { decodeCursor, encodeCursor, type ListPosition, type Ordered, pageAfter } from '../page-of.ts';
import { NO_CONTENT, parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse, withHeaders } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import { readInput, readListing, shipmentSchema, stockSchema, type WrongInput } from './listing-input.ts';
import { CURRENCY, type Listing, type MarketOrder, openMarket } from './market.ts';

interface UApiSettings {
  burst?: number;
  perSecond?: number;
}

const MOST_ITEMS = 200;
const MOST_SKUS = 50;

/** A marketplace's REST API: a key in a header, pages by cursor in order of the last change, an idempotency key on calls that create. */
export function createUApiSimulator(ports: SimulatorPorts, { burst = 1_000, perSecond = 500 }: UApiSettings = {}): OpenSystem {
  const market = openMarket(ports);
  const rate = callRate({ burst, perSecond }, ports);
  const answers = createIdempotentResponses(ports);

  function route(call: SimulatedCall): SimulatedResponse {
    const [kind = '', ...rest] = call.url.pathname
      .replace(/^\/v1\//, '')
      .split('/')
      .map(decodeURIComponent);
    switch (kind) {
      case 'account':
        return toJsonResponse({ id: 'acc_1', name: 'Portage Demo Seller', currency: CURRENCY });
      case 'listings':
        return listings(call, rest);
      case 'inventory':
        return inventory(call, rest);
      case 'orders':
        return orders(call, rest);
      default:
        return notFound();
    }
  }

  function listings(call: SimulatedCall, [id, sku]: string[]): SimulatedResponse {
    if (id === undefined) {
      if (call.method === 'GET') return listListings(call);
      return call.method === 'POST' ? createListing(parseJsonObject(call.body)) : notAllowed();
    }
    if (id === 'by-seller-sku' && sku !== undefined) {
      const listing = market.listingOfSku(sku);
      if (call.method === 'GET') return listing ? toJsonResponse(listing) : notFound();
      if (call.method !== 'PUT') return notAllowed();
      const body = { ...parseJsonObject(call.body), sellerSku: sku };
      return listing ? updateListing(listing, body) : createListing(body);
    }
    const listing = market.listings.get(id);
    if (!listing) return notFound();
    switch (call.method) {
      case 'GET':
        return toJsonResponse(listing);
      case 'PATCH':
        return updateListing(listing, parseJsonObject(call.body));
      case 'DELETE':
        market.changeListing(listing, { status: 'archived' });
        return NO_CONTENT;
      default:
        return notAllowed();
    }
  }

  function createListing(body: unknown): SimulatedResponse {
    const read = readListing(body, ['sellerSku', 'title', 'price']);
    if ('details' in read) return invalid(read);
    const known = market.listingOfSku(read.sellerSku ?? '');
    if (known) {
      return failed(409, 'duplicate_seller_sku', `The SKU ${known.sellerSku} has the listing ${known.id} already.`);
    }
    return toJsonResponse(market.addListing(read as Listing), { status: 201 });
  }

  function updateListing(listing: Listing, body: unknown): SimulatedResponse {
    const read = readListing(body);
    if ('details' in read) return invalid(read);
    const other = read.sellerSku === undefined ? undefined : market.listingOfSku(read.sellerSku);
    if (other && other !== listing) {
      return failed(409, 'duplicate_seller_sku', `The SKU ${other.sellerSku} has the listing ${other.id} already.`);
    }
    return toJsonResponse(market.changeListing(listing, read));
  }

  function listListings(call: SimulatedCall): SimulatedResponse {
    const asked = (name: string) => call.url.searchParams.get(name);
    const [status, externalId, search] = [asked('status'), asked('externalId'), asked('search')?.toLowerCase()];
    const skus = asked('sellerSku')?.split(',').filter(Boolean);
    if (skus && skus.length > MOST_SKUS) return invalid({ details: [{ field: 'sellerSku', message: `takes ${MOST_SKUS} at most` }] });
    const named = skus
      ? skus.flatMap((sku) => market.listingOfSku(sku) ?? [])
      : externalId
        ? market.listingsByExternalId(externalId)
        : null;
    const matches = (listing: Listing) =>
      (status === null || listing.status === status) &&
      (externalId === null || listing.externalId === externalId) &&
      (search === undefined || `${listing.title} ${listing.sellerSku}`.toLowerCase().includes(search));
    return paged(call, named ? few(named) : market.listingsByTime, matches, (listing) => listing);
  }

  function inventory(call: SimulatedCall, [sku]: string[]): SimulatedResponse {
    const levelOf = ({ sellerSku, id, quantity, updatedAt }: Listing) => ({ sellerSku, listingId: id, quantity, updatedAt });
    if (sku === undefined) {
      if (call.method !== 'GET') return notAllowed();
      const skus = call.url.searchParams.get('sellerSku')?.split(',').filter(Boolean);
      const named = skus?.flatMap((one) => market.listingOfSku(one) ?? []);
      return paged(call, named ? few(named) : market.listingsByTime, () => true, levelOf);
    }
    const listing = market.listingOfSku(sku);
    if (!listing) return notFound();
    if (call.method === 'GET') return toJsonResponse(levelOf(listing));
    if (call.method !== 'PUT') return notAllowed();
    const read = readInput(stockSchema, parseJsonObject(call.body));
    return 'details' in read ? invalid(read) : toJsonResponse(levelOf(market.changeListing(listing, { quantity: read.value.quantity })));
  }

  function orders(call: SimulatedCall, [id, action]: string[]): SimulatedResponse {
    if (id === undefined) {
      const status = call.url.searchParams.get('status');
      if (call.method !== 'GET') return notAllowed();
      return paged(
        call,
        market.ordersByTime,
        (order) => status === null || order.status === status,
        (order) => order,
      );
    }
    const order = market.orders.get(id);
    if (!order) return notFound();
    if (action === undefined) return call.method === 'GET' ? toJsonResponse(order) : notAllowed();
    if (action !== 'shipments' || call.method !== 'POST') return notFound();
    const read = readInput(shipmentSchema, parseJsonObject(call.body));
    if ('details' in read) return invalid(read);
    if (order.status !== 'unshipped') return failed(409, 'order_not_open', `The order ${order.number} is ${order.status}.`);
    const shipment = { carrier: read.value.carrier, trackingNumber: read.value.trackingNumber ?? null, shippedAt: market.at() };
    return toJsonResponse(market.changeOrder(order, { status: 'shipped', shipments: [shipment] }), { status: 201 });
  }

  return {
    isWrite: ({ method }) => method !== 'GET',
    failure: (status, message) => failed(status, status === 429 ? 'rate_limited' : status >= 500 ? 'internal_error' : 'refused', message),
    entities: [
      createEntity<Listing>({
        name: 'listings',
        records: market.listings,
        fixed: ['createdAt', 'updatedAt'],
        changed: (listing) => void Object.assign(listing, { updatedAt: market.at() }),
        make: market.makeListing,
      }),
      createEntity<MarketOrder>({
        name: 'orders',
        records: market.orders,
        fixed: ['number', 'lines', 'createdAt', 'updatedAt'],
        changed: (order) => void Object.assign(order, { updatedAt: market.at() }),
        make: market.makeOrder,
      }),
    ],
    async answer(call) {
      if (!isAcceptedSecret(call.header('x-api-key')))
        return failed(401, 'unauthorized', 'The header X-Api-Key is missing, or its key is not known.');
      const waitSeconds = rate.take();
      if (waitSeconds > 0) {
        const refused = failed(429, 'rate_limited', `Too many calls: wait for ${waitSeconds} s.`);
        return withHeaders(refused, { ...rate.headers(), 'retry-after': String(waitSeconds) });
      }
      const key = call.method === 'GET' ? null : call.header('idempotency-key');
      const answer = answers.once(key === null ? null : `${call.method} ${call.url.pathname} ${key}`, () => route(call));
      return withHeaders(answer, rate.headers());
    },
  };
}

interface Changing {
  id: string;
  updatedAt: string;
}

/** A few records as a sorted list. */
function few<Item extends Changing>(items: readonly Item[]): Ordered<Item> {
  const sorted = items.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : Number(a.updatedAt > b.updatedAt)));
  return { all: () => sorted, from: (bound) => sorted.filter(({ updatedAt }) => updatedAt >= bound) };
}

function paged<Item extends Changing>(
  { url }: SimulatedCall,
  ordered: Ordered<Item>,
  matches: (item: Item) => boolean,
  view: (item: Item) => object,
): SimulatedResponse {
  const size = Number(url.searchParams.get('limit') ?? 100);
  const [cursor, since] = [url.searchParams.get('cursor'), url.searchParams.get('updatedSince')];
  const after = cursor === null ? null : decodeCursor(cursor);
  const details = [
    ...(Number.isInteger(size) && size >= 1 && size <= MOST_ITEMS ? [] : [{ field: 'limit', message: `is from 1 to ${MOST_ITEMS}` }]),
    ...(cursor !== null && after === null ? [{ field: 'cursor', message: 'was given by no page' }] : []),
    ...(since !== null && Number.isNaN(Date.parse(since)) ? [{ field: 'updatedSince', message: 'is no time' }] : []),
  ];
  if (details.length > 0) return invalid({ details });
  const placeOf = ({ updatedAt, id }: Item): ListPosition => ({ key: updatedAt, id });
  const bound = since === null ? null : new Date(since).toISOString();
  const { page, next } = pageAfter({ ordered, placeOf, after, since: bound, matches, size });
  return toJsonResponse({ data: page.map(view), hasMore: next !== null, nextCursor: next ? encodeCursor(next) : null });
}

function notFound(): SimulatedResponse {
  return failed(404, 'not_found', 'There is nothing at this address.');
}

function notAllowed(): SimulatedResponse {
  return failed(405, 'method_not_allowed', 'This address does not take that method.');
}

function invalid({ details }: WrongInput): SimulatedResponse {
  const [first] = details;
  return failed(422, 'invalid_input', `${first?.field || 'The body'} ${first?.message ?? 'is not valid'}.`, details);
}

function failed(status: number, code: string, message: string, details?: WrongInput['details']): SimulatedResponse {
  return toJsonResponse({ error: { code, message, ...(details ? { details } : {}) } }, { status });
}
