import { CREDENTIAL, isKnownSecret } from '../client-apps.ts';
import { entityOf } from '../entity-of.ts';
import { jsonAnswer, parseJsonObject, type SimulatedAnswer, type SimulatedCall } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import { failed, notStaff, page } from './mindbody-answers.ts';
import { checkOut } from './mindbody-checkout.ts';
import { type Client, LOCATION, type MindbodySite, makeProduct, openSite, type Product, sampleClient } from './mindbody-site.ts';
import { answerStudio } from './mindbody-studio.ts';
import { mindbodySubscriptions } from './mindbody-subscriptions.ts';

export interface MindbodySettings {
  siteId: string;
  /** Calls of a day. Mindbody bills those past 1,000, and refuses very many. */
  dailyLimit?: number;
}

const DAY_MS = 86_400_000;

/**
 * Mindbody's Public API over a small site: two headers on every call, `request.limit` and `request.offset`, a `PaginationResponse` with
 * every list, errors in `Error`, a number of calls a day.
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
  let day = 0;
  let used = 0;
  const { timestamp } = site;

  function route(call: SimulatedCall): SimulatedAnswer {
    const { searchParams } = call.url;
    const place = `${call.method} ${call.url.pathname.replace(/^\/public\/v6/, '')}`;
    const many = (name: string) => searchParams.getAll(`request.${name}`);
    switch (place) {
      case 'GET /sale/products': {
        const [ids, search] = [many('productIds'), (searchParams.get('request.searchText') ?? '').toLowerCase()];
        const named = ids.length === 0 ? site.products.all() : ids.flatMap((id) => site.productOf(id) ?? []);
        const found = search === '' ? named : named.filter(({ Name }) => Name.toLowerCase().includes(search));
        return page(call, 'Products', found, productView);
      }
      case 'GET /sale/productsinventory': {
        const ids = [...many('barcodeIds'), ...many('productIds')];
        const isHere = many('locationIds').length === 0 || many('locationIds').includes(String(LOCATION.Id));
        const found = ids.length === 0 ? site.products.all() : ids.flatMap((id) => site.productOf(id) ?? []);
        return page(call, 'ProductsInventory', isHere ? found : [], inventoryView);
      }
      case 'POST /sale/updateproductprice':
        return updatePrice(parseJsonObject(call.body) ?? {});
      case 'GET /sale/sales':
        return listSales(call);
      case 'POST /sale/checkoutshoppingcart':
        return checkOut(site, parseJsonObject(call.body) ?? {}, (sale, paid) =>
          subscriptions.tell('clientSale.created', {
            siteId: Number(siteId),
            saleId: sale.Id,
            purchasingClientId: sale.ClientId,
            saleDateTime: `${sale.SaleDateTime}Z`,
            locationId: sale.LocationId,
            totalAmountPaid: paid,
          }),
        );
      case 'GET /sale/custompaymentmethods':
        return page(call, 'PaymentMethods', site.paymentMethods.all());
      case 'POST /usertoken/issue': {
        const { Username, Password } = parseJsonObject(call.body) ?? {};
        if (Username !== CREDENTIAL || !isKnownSecret(String(Password))) return notStaff();
        const AccessToken = `staff-token-${nextToken()}-of-site-${siteId.replace('-', '')}`;
        staffTokens.put({ token: AccessToken });
        return jsonAnswer({ TokenType: 'Bearer', AccessToken, ExpiresIn: 3_600 });
      }
      case 'GET /client/clients':
        return isStaff(call) ? listClients(call) : notStaff();
      case 'POST /client/updateclient':
        return updateClient(parseJsonObject(call.body) ?? {});
      case 'POST /client/addclient':
        return addClient(parseJsonObject(call.body) ?? {});
      case 'GET /site/locations':
        return page(call, 'Locations', [LOCATION]);
      case 'GET /site/sites':
        return page(call, 'Sites', [{ Id: Number(siteId), Name: 'Portage Demo Studio', CurrencyIsoCode: 'EUR' }]);
      default:
        return answerStudio(site, siteId, call, place) ?? failed(404, 'NotFound', 'The resource was not found.');
    }
  }

  function isStaff({ header }: SimulatedCall): boolean {
    return staffTokens.get((header('authorization') ?? '').replace(/^Bearer /, '')) !== undefined;
  }

  /** Without a time, only the sales of today. */
  function listSales(call: SimulatedCall): SimulatedAnswer {
    const { searchParams } = call.url;
    const saleId = searchParams.get('request.saleId');
    if (saleId !== null)
      return page(
        call,
        'Sales',
        [site.sales.get(saleId)].filter((sale) => sale !== undefined),
      );
    const [from, to] = ['startSaleDateTime', 'endSaleDateTime'].map((name) => siteTime(searchParams.get(`request.${name}`)));
    const since = site.salesSince(from ?? timestamp().slice(0, 10));
    return page(call, 'Sales', to === null || to === undefined ? since : since.filter(({ SaleDateTime }) => SaleDateTime <= to));
  }

  function listClients(call: SimulatedCall): SimulatedAnswer {
    const { searchParams } = call.url;
    const ids = searchParams.getAll('request.clientIds');
    const search = (searchParams.get('request.searchText') ?? '').toLowerCase();
    const since = siteTime(searchParams.get('request.lastModifiedDate'));
    const all = since === null ? site.clients.all() : site.clientsSince(since);
    const named =
      ids.length > 0 ? ids.flatMap((id) => site.clients.get(id) ?? []) : search.includes('@') ? site.clientsByEmail(search) : [];
    const isFew = ids.length > 0 || named.length > 0;
    const includesInactive = searchParams.get('request.includeInactive') === 'true';
    const isWanted = ({ FirstName, LastName, Email, LastModifiedDateTime, Active }: Client) =>
      (includesInactive || Active !== false) &&
      (search === '' || `${FirstName} ${LastName} ${Email}`.toLowerCase().includes(search)) &&
      (since === null || LastModifiedDateTime >= since);
    return page(call, 'Clients', (isFew ? named : all).filter(isWanted));
  }

  function updateClient({ Client: given, Test }: Record<string, unknown>): SimulatedAnswer {
    const { Id, UniqueId: _unique, LastModifiedDateTime: _modified, ...fields } = (given ?? {}) as Partial<Client>;
    const client = site.clients.get(String(Id ?? ''));
    if (!client) return failed(400, 'InvalidClientId', 'The client was not found.');
    const changed = { ...client, ...fields, LastModifiedDateTime: timestamp() };
    if (Test !== true) {
      site.clients.put(changed);
      tellOfClient(changed.Active === false ? 'client.deactivated' : 'client.updated', changed);
    }
    return jsonAnswer({ Client: changed });
  }

  function productView({ stock: _stock, stockedAt: _at, ...product }: Product) {
    return product;
  }

  function inventoryView({ ProductId, Id, stock, stockedAt }: Product) {
    const level = { ProductId, BarcodeId: Id, LocationId: LOCATION.Id, UnitsInStock: stock };
    return { ...level, ...(stockedAt === undefined ? {} : { ModifiedDateTimeUTC: stockedAt }) };
  }

  function updatePrice({ BarcodeId, Price, OnlinePrice }: Record<string, unknown>): SimulatedAnswer {
    const product = site.products.get(String(BarcodeId));
    if (!product) return failed(400, 'InvalidParameter', 'The product was not found.');
    if (typeof Price === 'number') product.Price = Price;
    if (typeof OnlinePrice === 'number') product.OnlinePrice = OnlinePrice;
    site.products.put(product);
    return jsonAnswer({ Product: productView(product) });
  }

  function addClient({
    NewId,
    Test,
    SendAccountEmails: _account,
    SendPromotionalEmails: _promotion,
    ...given
  }: Record<string, unknown>): SimulatedAnswer {
    const { FirstName, LastName, Email } = given;
    for (const [name, value] of Object.entries({ FirstName, LastName })) {
      if (typeof value !== 'string' || value.trim() === '') return failed(400, 'MissingRequiredFields', `${name} is required.`);
    }
    const UniqueId = site.nextClient();
    const Id = typeof NewId === 'string' && NewId !== '' ? NewId : String(UniqueId);
    if (site.clients.get(Id)) return failed(400, 'InvalidClientId', 'The client id is in use already.');
    const client: Client = {
      ...given,
      Active: true,
      CreationDate: timestamp(),
      Id,
      UniqueId,
      FirstName: String(FirstName),
      LastName: String(LastName),
      Email: typeof Email === 'string' ? Email : null,
      LastModifiedDateTime: timestamp(),
    };
    if (Test !== true) {
      site.clients.put(client);
      tellOfClient('client.created', client);
    }
    return jsonAnswer({ Client: client });
  }

  function tellOfClient(eventId: string, { Id, UniqueId, FirstName, LastName, Email, LastModifiedDateTime }: Client): void {
    subscriptions.tell(eventId, {
      siteId: Number(siteId),
      clientId: Id,
      clientUniqueId: UniqueId,
      creationDateTime: `${LastModifiedDateTime}Z`,
      status: 'Active',
      firstName: FirstName,
      lastName: LastName,
      email: Email,
    });
  }

  return {
    site,
    failure: (status, message) =>
      failed(status, status === 429 ? 'TooManyRequests' : status >= 500 ? 'InternalError' : 'InvalidParameter', message),
    isWrite: ({ method, url }) => method !== 'GET' && !url.pathname.includes('/usertoken/'),
    entities: [
      entityOf({
        name: 'products',
        records: site.products,
        idOf: ({ Id }) => Id,
        fixed: ['ProductId', 'Id'],
        changed: (product) => void Object.assign(product, { stockedAt: `${timestamp()}Z` }),
        make: () => makeProduct(site),
      }),
      entityOf({
        name: 'clients',
        records: site.clients,
        idOf: ({ Id }) => Id,
        fixed: ['Id', 'UniqueId', 'LastModifiedDateTime'],
        changed(client) {
          client.LastModifiedDateTime = timestamp();
          tellOfClient('client.updated', client);
        },
        removed: (client) => tellOfClient('client.deactivated', client),
        make: () => void addClient(sampleClient(site)),
      }),
      entityOf({ name: 'paymentMethods', records: site.paymentMethods, idOf: ({ Id }) => String(Id), fixed: ['Id'] }),
      entityOf({
        name: 'sales',
        records: site.sales,
        idOf: ({ Id }) => String(Id),
        fixed: ['Id', 'SaleDateTime', 'PurchasedItems', 'Payments'],
      }),
    ],
    async answer(call) {
      if (!isKnownSecret(call.header('api-key'))) return failed(401, 'DeniedAccess', 'API-Key is missing or invalid.');
      if (call.url.pathname.startsWith('/api/v1/')) return subscriptions.answer(call);
      if (call.header('siteid') !== siteId) return failed(401, 'DeniedAccess', 'SiteId is missing, or the site did not activate this key.');
      const today = Math.floor(now() / DAY_MS);
      if (today !== day) [day, used] = [today, 0];
      used += 1;
      if (used > dailyLimit && !ports.isUnlimited?.()) return failed(429, 'TooManyRequests', 'The number of calls of this day is used up.');
      return route(call);
    },
  };
}

/** A time as Mindbody keeps it: of the site, which is in UTC here, without a zone. Null for none. */
function siteTime(text: string | null): string | null {
  const ms = text === null ? Number.NaN : Date.parse(/Z$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(0, 19);
}
