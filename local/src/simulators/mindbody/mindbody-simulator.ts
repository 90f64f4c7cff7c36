import { CREDENTIAL, isAcceptedSecret } from '../client-apps.ts';
import { openShippedDocument } from '../documented/shipped-document.ts';
import { createEntity } from '../entity-of.ts';
import { openRoutes } from '../route-calls.ts';
import { type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import { failed, notStaff, page } from './mindbody-answers.ts';
import { checkOut } from './mindbody-checkout.ts';
import { mindbodyClients } from './mindbody-clients.ts';
import { type MindbodySite, makeProduct, openSite, type Product, sampleClient, siteTime } from './mindbody-site.ts';
import { mindbodySubscriptions } from './mindbody-subscriptions.ts';
import seed from './studio-seed.json' with { type: 'json' };

export interface MindbodySettings {
  siteId: string;
  /** Calls per day. Mindbody bills calls past 1,000, and refuses very many. */
  dailyLimit?: number;
}

const DAY_MS = 86_400_000;

/**
 * Mindbody's Public API for a small site: two headers on every call, `request.limit` and `request.offset`, a
 * `PaginationResponse` with every list, errors in `Error`, a daily number of calls. Classes, staff and other things
 * that no sync carries come from the connector type's document.
 */
export function createMindbodySimulator(
  ports: SimulatorPorts,
  { siteId, dailyLimit = 50_000 }: MindbodySettings,
): OpenSystem & { site: MindbodySite } {
  const { now, store } = ports;
  const staffTokens = store.records<{ token: string }>('staff-tokens', ({ token }) => token);
  const nextToken = store.counter('tokens', 1);
  const subscriptions = mindbodySubscriptions(ports);
  const site = openSite(ports);
  const clients = mindbodyClients(site, siteId, subscriptions);
  const byDocument = openShippedDocument('mindbody', ports);
  let day = 0;
  let used = 0;
  const { timestamp } = site;

  const route = openRoutes({
    'GET /sale/products': ({ query, call }) => {
      const search = (query.get('request.searchText') ?? '').toLowerCase();
      const named = site.productsOf(query.getAll('request.productIds'));
      return page(call, 'Products', search === '' ? named : named.filter(({ Name }) => Name.toLowerCase().includes(search)), productView);
    },
    'GET /sale/productsinventory': ({ query, call }) => {
      const locationIds = query.getAll('request.locationIds');
      const isHere = locationIds.length === 0 || locationIds.includes(String(seed.location.Id));
      const ids = [...query.getAll('request.barcodeIds'), ...query.getAll('request.productIds')];
      return page(call, 'ProductsInventory', isHere ? site.productsOf(ids) : [], inventoryView);
    },
    'POST /sale/updateproductprice': ({ body: { BarcodeId, Price, OnlinePrice } }) => {
      const product = site.products.get(String(BarcodeId));
      if (!product) return failed(400, 'InvalidParameter', 'The product was not found.');
      if (typeof Price === 'number') product.Price = Price;
      if (typeof OnlinePrice === 'number') product.OnlinePrice = OnlinePrice;
      return toJsonResponse({ Product: productView(site.products.put(product)) });
    },
    'GET /sale/sales': ({ query, call }) => {
      const saleId = query.get('request.saleId');
      // Without a time, only today's sales.
      const from = siteTime(query.get('request.startSaleDateTime')) ?? timestamp().slice(0, 10);
      const to = siteTime(query.get('request.endSaleDateTime'));
      const since = saleId === null ? site.salesInTime.from(from) : salesWith(saleId);
      return page(call, 'Sales', saleId !== null || to === null ? since : since.filter(({ SaleDateTime }) => SaleDateTime <= to));
    },
    'GET /sale/transactions': ({ query, call }) => {
      const saleId = query.get('request.saleId');
      const sales = saleId === null ? site.sales.all() : salesWith(saleId);
      const transactions = sales.flatMap(({ Id: SaleId, ClientId, SaleDateTime: TransactionTime, LocationId, Payments }) => {
        const sale = { SaleId, ClientId: Number(ClientId), Settled: true, Status: 'Approved', TransactionTime, LocationId };
        return Payments.map(({ Id, Amount }) => ({ TransactionId: SaleId * 10 + Id, Amount, ...sale }));
      });
      return page(call, 'Transactions', transactions);
    },
    'POST /sale/checkoutshoppingcart': ({ body }) =>
      checkOut(site, body, (sale, totalAmountPaid) => {
        const { Id: saleId, ClientId: purchasingClientId, LocationId: locationId } = sale;
        const saleDateTime = `${sale.SaleDateTime}Z`;
        const data = { siteId: Number(siteId), saleId, purchasingClientId, saleDateTime, locationId, totalAmountPaid };
        subscriptions.tell('clientSale.created', data);
      }),
    'GET /sale/custompaymentmethods': ({ call }) => page(call, 'PaymentMethods', site.paymentMethods.all()),
    'POST /usertoken/issue': ({ body: { Username, Password } }) => {
      if (Username !== CREDENTIAL || !isAcceptedSecret(String(Password))) return notStaff();
      const AccessToken = `staff-token-${nextToken()}-of-site-${siteId.replace('-', '')}`;
      staffTokens.put({ token: AccessToken });
      return toJsonResponse({ TokenType: 'Bearer', AccessToken, ExpiresIn: 3_600 });
    },
    'GET /client/clients': ({ call }) => (isStaff(call) ? clients.listClients(call) : notStaff()),
    'POST /client/updateclient': ({ body }) => clients.updateClient(body),
    'POST /client/addclient': ({ body }) => clients.addClient(body),
    'GET /site/sites': ({ call }) => page(call, 'Sites', [{ Id: Number(siteId), Name: 'Portage Demo Studio', CurrencyIsoCode: 'USD' }]),
    'GET /site/locations': ({ call }) => page(call, 'Locations', [seed.location]),
  });

  function salesWith(id: string) {
    return [site.sales.get(id)].filter((sale) => sale !== undefined);
  }

  function isStaff({ header }: SimulatedCall): boolean {
    return staffTokens.get((header('authorization') ?? '').replace(/^Bearer /, '')) !== undefined;
  }

  return {
    site,
    failure: (status, message) =>
      failed(status, status === 429 ? 'TooManyRequests' : status >= 500 ? 'InternalError' : 'InvalidParameter', message),
    isWrite: ({ method, url }) => method !== 'GET' && !url.pathname.includes('/usertoken/'),
    entities: [
      createEntity({
        name: 'products',
        records: site.products,
        fixed: ['ProductId', 'Id'],
        changed: (product) => void Object.assign(product, { stockedAt: `${timestamp()}Z` }),
        make: () => makeProduct(site),
      }),
      createEntity({
        name: 'clients',
        records: site.clients,
        fixed: ['Id', 'UniqueId', 'LastModifiedDateTime'],
        changed(client) {
          client.LastModifiedDateTime = timestamp();
          clients.tellOfClient('client.updated', client);
        },
        removed: (client) => clients.tellOfClient('client.deactivated', client),
        make: () => void clients.addClient(sampleClient(site)),
      }),
      createEntity({ name: 'paymentMethods', records: site.paymentMethods, fixed: ['Id'] }),
      createEntity({ name: 'sales', records: site.sales, fixed: ['Id', 'SaleDateTime', 'PurchasedItems', 'Payments'] }),
    ],
    async answer(call): Promise<SimulatedResponse> {
      if (!isAcceptedSecret(call.header('api-key'))) return failed(401, 'DeniedAccess', 'API-Key is missing or invalid.');
      if (call.url.pathname.startsWith('/api/v1/')) return subscriptions.answer(call);
      if (call.header('siteid') !== siteId) return failed(401, 'DeniedAccess', 'SiteId is missing, or the site did not activate this key.');
      const today = Math.floor(now() / DAY_MS);
      if (today !== day) [day, used] = [today, 0];
      used += 1;
      if (used > dailyLimit && !ports.isUnlimited?.()) return failed(429, 'TooManyRequests', 'The number of calls of this day is used up.');
      const path = call.url.pathname.replace(/^\/public\/v6/, '');
      return route(call, path) ?? (await byDocument(call)) ?? failed(404, 'NotFound', 'The resource was not found.');
    },
  };
}

function productView({ stock: _stock, stockedAt: _at, ...product }: Product) {
  return product;
}

function inventoryView({ ProductId, Id: BarcodeId, stock: UnitsInStock, stockedAt }: Product) {
  const level = { ProductId, BarcodeId, LocationId: seed.location.Id, UnitsInStock };
  return { ...level, ...(stockedAt === undefined ? {} : { ModifiedDateTimeUTC: stockedAt }) };
}
