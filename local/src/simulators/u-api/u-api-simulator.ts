import type { z } from 'zod';
import { callRate } from '../call-rate.ts';
import { isAcceptedSecret } from '../client-apps.ts';
import { createEntity } from '../entity-of.ts';
import { createIdempotentResponses } from '../idempotent-answers.ts';
import { decodeCursor, encodeCursor, type Ordered, pageAfter } from '../page-of.ts';
import { openRoutes } from '../route-calls.ts';
import { NO_CONTENT, Refusal, type SimulatedResponse, toJsonResponse, withHeaders } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import { changeSchema, listingSchema, shipmentSchema, stockSchema } from './listing-input.ts';
import { CURRENCY, type Listing, openMarket } from './market.ts';

interface UApiSettings {
  burst?: number;
  perSecond?: number;
}

const MOST_ITEMS = 200;
const MOST_SKUS = 50;

/** A marketplace's REST API: a key in a header, pages by cursor in order of the last change, an idempotency key on calls that create. */
export function createUApiSimulator(ports: SimulatorPorts, { burst = 1_000, perSecond = 500 }: UApiSettings = {}): OpenSystem {
  const market = openMarket(ports);
  const { listings, orders, listingOfSku, changeListing } = market;
  const rate = callRate({ burst, perSecond }, ports);
  const answers = createIdempotentResponses(ports);
  const levelOf = ({ sellerSku, id, quantity, updatedAt }: Listing) => ({ sellerSku, listingId: id, quantity, updatedAt });

  const route = openRoutes({
    'GET /v1/account': () => toJsonResponse({ id: 'acc_1', name: 'Portage Demo Seller', currency: CURRENCY }),
    'GET /v1/listings': ({ query }) => listListings(query),
    'POST /v1/listings': ({ body }) => createListing(body),
    'GET /v1/listings/by-seller-sku/{id}': ({ id }) => toJsonResponse(existing(listingOfSku(id))),
    'PUT /v1/listings/by-seller-sku/{id}': ({ id: sellerSku, body }) => {
      const listing = listingOfSku(sellerSku);
      return listing ? updateListing(listing, { ...body, sellerSku }) : createListing({ ...body, sellerSku });
    },
    'GET /v1/listings/{id}': ({ id }) => toJsonResponse(existing(listings.get(id))),
    'PATCH /v1/listings/{id}': ({ id, body }) => updateListing(existing(listings.get(id)), body),
    'DELETE /v1/listings/{id}': ({ id }) => {
      changeListing(existing(listings.get(id)), { status: 'archived' });
      return NO_CONTENT;
    },
    'GET /v1/inventory': ({ query }) => paged(query, few(listingsWith(query)) ?? market.listingsByTime, () => true, levelOf),
    'GET /v1/inventory/{id}': ({ id }) => toJsonResponse(levelOf(existing(listingOfSku(id)))),
    'PUT /v1/inventory/{id}': ({ id, body }) =>
      toJsonResponse(levelOf(changeListing(existing(listingOfSku(id)), readInput(stockSchema, body)))),
    'GET /v1/orders': ({ query }) => {
      const status = query.get('status');
      return paged(query, market.ordersByTime, (order) => status === null || order.status === status);
    },
    'GET /v1/orders/{id}': ({ id }) => toJsonResponse(existing(orders.get(id))),
    'POST /v1/orders/{id}/shipments': ({ id, body }) => {
      const order = existing(orders.get(id));
      const { carrier, trackingNumber = null } = readInput(shipmentSchema, body);
      if (order.status !== 'unshipped') return failed(409, 'order_not_open', `The order ${order.number} is ${order.status}.`);
      const shipments = [{ carrier, trackingNumber, shippedAt: market.at() }];
      return toJsonResponse(market.changeOrder(order, { status: 'shipped', shipments }), { status: 201 });
    },
  });

  /** @throws Refusal if the SKU is another listing's */
  function checkSku(sku: string | undefined, listing?: Listing): void {
    const other = sku === undefined ? undefined : listingOfSku(sku);
    if (!other || other === listing) return;
    throw new Refusal(failed(409, 'duplicate_seller_sku', `The SKU ${other.sellerSku} has the listing ${other.id} already.`));
  }

  function createListing(body: object): SimulatedResponse {
    const fields = readInput(listingSchema, body);
    checkSku(fields.sellerSku);
    return toJsonResponse(market.addListing(fields), { status: 201 });
  }

  function updateListing(listing: Listing, body: object): SimulatedResponse {
    const fields = readInput(changeSchema, body);
    checkSku(fields.sellerSku, listing);
    return toJsonResponse(changeListing(listing, fields));
  }

  /** The listings that a call names by SKU; undefined: it names none. @throws Refusal */
  function listingsWith(query: URLSearchParams): Listing[] | undefined {
    const skus = query.get('sellerSku')?.split(',').filter(Boolean);
    if (skus && skus.length > MOST_SKUS) throw invalid([{ field: 'sellerSku', message: `takes ${MOST_SKUS} at most` }]);
    return skus?.flatMap((sku) => listingOfSku(sku) ?? []);
  }

  function listListings(query: URLSearchParams): SimulatedResponse {
    const [status, externalId, search] = [query.get('status'), query.get('externalId'), query.get('search')?.toLowerCase()];
    const named = listingsWith(query) ?? (externalId ? market.listingsByExternalId(externalId) : undefined);
    const matches = (listing: Listing) =>
      (status === null || listing.status === status) &&
      (externalId === null || listing.externalId === externalId) &&
      (search === undefined || `${listing.title} ${listing.sellerSku}`.toLowerCase().includes(search));
    return paged(query, few(named) ?? market.listingsByTime, matches);
  }

  return {
    isWrite: ({ method }) => method !== 'GET',
    failure: (status, message) => failed(status, status === 429 ? 'rate_limited' : status >= 500 ? 'internal_error' : 'refused', message),
    entities: [
      createEntity({
        name: 'listings',
        records: listings,
        fixed: ['createdAt', 'updatedAt'],
        changed: (listing) => void Object.assign(listing, { updatedAt: market.at() }),
        make: market.makeListing,
      }),
      createEntity({
        name: 'orders',
        records: orders,
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
      const answer = answers.once(key === null ? null : `${call.method} ${call.url.pathname} ${key}`, () => route(call) ?? notFound());
      return withHeaders(answer, rate.headers());
    },
  };
}

interface Changing {
  id: string;
  updatedAt: string;
}

/** A few records as a sorted list. */
function few<Item extends Changing>(items: readonly Item[] | undefined): Ordered<Item> | undefined {
  const sorted = items?.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : Number(a.updatedAt > b.updatedAt)));
  return sorted && { all: () => sorted, from: (bound) => sorted.filter(({ updatedAt }) => updatedAt >= bound) };
}

/** @throws Refusal */
function paged<Item extends Changing>(
  query: URLSearchParams,
  ordered: Ordered<Item>,
  matches: (item: Item) => boolean,
  view: (item: Item) => object = (item) => item,
): SimulatedResponse {
  const size = Number(query.get('limit') ?? 100);
  const [cursor, since] = [query.get('cursor'), query.get('updatedSince')];
  const after = cursor === null ? null : decodeCursor(cursor);
  if (!(Number.isInteger(size) && size >= 1 && size <= MOST_ITEMS))
    throw invalid([{ field: 'limit', message: `is from 1 to ${MOST_ITEMS}` }]);
  if (cursor !== null && after === null) throw invalid([{ field: 'cursor', message: 'was given by no page' }]);
  if (since !== null && Number.isNaN(Date.parse(since))) throw invalid([{ field: 'updatedSince', message: 'is no time' }]);
  const bound = since === null ? null : new Date(since).toISOString();
  const placeOf = ({ updatedAt, id }: Item) => ({ key: updatedAt, id });
  const { page, next } = pageAfter({ ordered, placeOf, after, since: bound, matches, size });
  return toJsonResponse({ data: page.map(view), hasMore: next !== null, nextCursor: next ? encodeCursor(next) : null });
}

/** @throws Refusal */
function existing<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Refusal(notFound());
  return item;
}

/** @throws Refusal */
function readInput<Value>(schema: z.ZodType<Value>, body: object): Value {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw invalid(read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
}

function notFound(): SimulatedResponse {
  return failed(404, 'not_found', 'There is nothing at this address.');
}

function invalid(details: { field: string; message: string }[]): Refusal {
  const [first] = details;
  return new Refusal(failed(422, 'invalid_input', `${first?.field || 'The body'} ${first?.message ?? 'is not valid'}.`, { details }));
}

function failed(status: number, code: string, message: string, more: object = {}): SimulatedResponse {
  return toJsonResponse({ error: { code, message, ...more } }, { status });
}
