import { CREDENTIAL, isKnownSecret } from '../client-apps.ts';
import { entityOf } from '../entity-of.ts';
import { jsonAnswer, parseJsonObject, type SimulatedAnswer, type SimulatedCall } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import type { Records } from '../store/records.ts';
import { mindbodySubscriptions } from './mindbody-subscriptions.ts';

export interface MindbodySettings {
  siteId: string;
  /** Calls of a day. Mindbody bills more than that, and then refuses. */
  dailyLimit?: number;
}

interface Product {
  ProductId: number;
  Id: string;
  Name: string;
  Price: number;
  OnlinePrice: number;
  stock: number;
}

interface Client {
  Id: string;
  UniqueId: number;
  FirstName: string;
  LastName: string;
  Email: string | null;
  LastModifiedDateTime: string;
}

interface Sale {
  Id: number;
  SaleDateTime: string;
  ClientId: string;
  LocationId: number;
  PurchasedItems: {
    SaleDetailId: number;
    Id: number;
    BarcodeId: string;
    Description: string;
    UnitPrice: number;
    Quantity: number;
    TotalAmount: number;
  }[];
  Payments: { Id: number; Amount: number; Type: string }[];
}

/** The records of a site. */
export interface MindbodySite {
  products: Records<Product>;
  clients: Records<Client>;
  sales: Records<Sale>;
}

const DAY_MS = 86_400_000;
const FIRST_NAMES = ['Ada', 'Ben', 'Chiara', 'Deniz', 'Emil', 'Fatou', 'Greta', 'Hugo', 'Ines', 'Jonas'];
const LOCATION = { Id: 1, Name: 'Studio Harbour', City: 'Hamburg', PostalCode: '20457', HasClasses: true };
/** Those that the playbook with a shop looks for. */
const PAYMENT_METHODS = [
  { Id: 25, Name: 'Shopify' },
  { Id: 26, Name: 'Shopify Adjustment' },
];
const PRODUCTS: readonly (readonly [barcode: string, name: string, price: number, stock: number])[] = [
  ['4006381333931', 'Yoga mat', 39, 12],
  ['4006381333948', 'Water bottle', 14.5, 40],
  ['4006381333955', 'Towel', 19, 0],
  ['SHOPIFYADJ', 'Shopify Adjustments', 0, 0],
];

/**
 * Mindbody's Public API over a small site: two headers on every call, `request.limit` and `request.offset`, a `PaginationResponse` with
 * every list, errors in `Error`, a number of calls a day.
 */
export function createMindbodySimulator(
  ports: SimulatorPorts,
  { siteId, dailyLimit = 1_000 }: MindbodySettings,
): OpenSystem & { site: MindbodySite } {
  const { now, store } = ports;
  const staffTokens = store.records<{ token: string }>('staff-tokens', ({ token }) => token);
  const nextToken = store.counter('tokens', 1);
  const nextClient = store.counter('clients', 100_000_001);
  const nextSale = store.counter('sales', 1);
  const subscriptions = mindbodySubscriptions(ports);
  const site: MindbodySite = {
    products: store.records('products', ({ Id }) => Id),
    clients: store.records('clients', ({ Id }) => Id),
    sales: store.records('sales', ({ Id }) => String(Id)),
  };
  if (store.isNew) {
    PRODUCTS.forEach(([Id, Name, Price, stock], index) => {
      site.products.put({ ProductId: 100 + index, Id, Name, Price, OnlinePrice: Price, stock });
    });
  }
  let day = 0;
  let used = 0;
  const timestamp = () => new Date(now()).toISOString().slice(0, 19);

  function route(call: SimulatedCall): SimulatedAnswer {
    const { searchParams } = call.url;
    const place = `${call.method} ${call.url.pathname.replace(/^\/public\/v6/, '')}`;
    const many = (name: string) => searchParams.getAll(`request.${name}`);
    switch (place) {
      case 'GET /sale/products': {
        const [ids, search] = [many('productIds'), (searchParams.get('request.searchText') ?? '').toLowerCase()];
        const found = site.products
          .all()
          .filter(({ Id, Name }) => (ids.length === 0 || ids.includes(Id)) && Name.toLowerCase().includes(search));
        return page(
          call,
          'Products',
          found.map(({ stock: _stock, ...product }) => product),
        );
      }
      case 'GET /sale/productsinventory': {
        const barcodes = many('barcodeIds');
        const levels = site.products.all().map(({ ProductId, Id, stock }) => ({
          ProductId,
          BarcodeId: Id,
          LocationId: LOCATION.Id,
          UnitsInStock: stock,
        }));
        return page(
          call,
          'ProductsInventory',
          levels.filter(({ BarcodeId }) => barcodes.length === 0 || barcodes.includes(BarcodeId)),
        );
      }
      case 'POST /sale/updateproductprice':
        return updatePrice(parseJsonObject(call.body) ?? {});
      case 'GET /sale/sales': {
        const [from, to] = ['startSaleDateTime', 'endSaleDateTime'].map((name) => Date.parse(searchParams.get(`request.${name}`) ?? ''));
        const isWithin = ({ SaleDateTime }: Sale) => {
          const at = Date.parse(`${SaleDateTime}Z`);
          return !(at < (from ?? Number.NaN)) && !(at > (to ?? Number.NaN));
        };
        return page(call, 'Sales', site.sales.all().filter(isWithin));
      }
      case 'POST /sale/checkoutshoppingcart':
        return checkOut(parseJsonObject(call.body) ?? {});
      case 'GET /sale/custompaymentmethods':
        return page(call, 'PaymentMethods', PAYMENT_METHODS);
      case 'POST /usertoken/issue': {
        const { Username, Password } = parseJsonObject(call.body) ?? {};
        if (Username !== CREDENTIAL || !isKnownSecret(String(Password))) return notStaff();
        const AccessToken = `staff-token-${nextToken()}-of-site-${siteId.replace('-', '')}`;
        staffTokens.put({ token: AccessToken });
        return jsonAnswer({ TokenType: 'Bearer', AccessToken, ExpiresIn: 3_600 });
      }
      case 'GET /client/clients': {
        if (!staffTokens.get((call.header('authorization') ?? '').replace(/^Bearer /, ''))) return notStaff();
        const [ids, search] = [many('clientIds'), (searchParams.get('request.searchText') ?? '').toLowerCase()];
        const since = Date.parse(searchParams.get('request.lastModifiedDate') ?? '');
        const found = site.clients
          .all()
          .filter(
            ({ Id, FirstName, LastName, Email, LastModifiedDateTime }) =>
              (ids.length === 0 || ids.includes(Id)) &&
              `${FirstName} ${LastName} ${Email}`.toLowerCase().includes(search) &&
              !(Date.parse(`${LastModifiedDateTime}Z`) < since),
          );
        return page(call, 'Clients', found);
      }
      case 'POST /client/addclient':
        return addClient(parseJsonObject(call.body) ?? {});
      case 'GET /site/locations':
        return page(call, 'Locations', [LOCATION]);
      case 'GET /site/sites':
        return page(call, 'Sites', [{ Id: Number(siteId), Name: 'Portage Demo Studio', CurrencyIsoCode: 'EUR' }]);
      default:
        return failed(404, 'NotFound', 'The resource was not found.');
    }
  }

  function updatePrice({ BarcodeId, Price, OnlinePrice }: Record<string, unknown>): SimulatedAnswer {
    const product = site.products.get(String(BarcodeId));
    if (!product) return failed(400, 'InvalidParameter', 'The product was not found.');
    if (typeof Price === 'number') product.Price = Price;
    if (typeof OnlinePrice === 'number') product.OnlinePrice = OnlinePrice;
    site.products.put(product);
    const { stock: _stock, ...shown } = product;
    return jsonAnswer({ Product: shown });
  }

  function addClient({ FirstName, LastName, Email, NewId, Test }: Record<string, unknown>): SimulatedAnswer {
    for (const [name, value] of Object.entries({ FirstName, LastName })) {
      if (typeof value !== 'string' || value.trim() === '') return failed(400, 'MissingRequiredFields', `${name} is required.`);
    }
    const UniqueId = nextClient();
    const Id = typeof NewId === 'string' && NewId !== '' ? NewId : String(UniqueId);
    if (site.clients.get(Id)) return failed(400, 'InvalidClientId', 'The client id is in use already.');
    const client: Client = {
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

  function checkOut({ ClientId, Items, Payments, Test, LocationId }: Record<string, unknown>): SimulatedAnswer {
    if (!site.clients.get(String(ClientId))) return failed(400, 'InvalidClientId', 'The client was not found.');
    const wanted = (Array.isArray(Items) ? Items : []) as {
      Item?: { Type?: string; Metadata?: { Id?: string } };
      Quantity?: number;
      DiscountAmount?: number;
    }[];
    if (wanted.length === 0) return failed(400, 'MissingRequiredFields', 'Items is required.');
    const lines = wanted.map(({ Item, Quantity = 1, DiscountAmount = 0 }) => ({
      product:
        Item?.Type === 'Product'
          ? site.products.find(({ Id, ProductId }) => Item.Metadata?.Id === Id || Item.Metadata?.Id === String(ProductId))
          : undefined,
      quantity: Quantity,
      discount: DiscountAmount,
    }));
    if (lines.some(({ product }) => !product)) return failed(400, 'InvalidParameter', 'An item of the cart was not found.');
    const GrandTotal = lines.reduce((sum, { product, quantity, discount }) => sum + (product?.Price ?? 0) * quantity - discount, 0);
    const payments = (Array.isArray(Payments) ? Payments : []) as { Type?: string; Metadata?: { Amount?: number } }[];
    const paid = payments.reduce((sum, { Metadata }) => sum + Number(Metadata?.Amount ?? 0), 0);
    if (Math.abs(paid - GrandTotal) > 0.005)
      return failed(400, 'PaymentAmountMismatch', `The payments are ${paid}, the cart is ${GrandTotal}.`);
    const Id = Test === true ? 0 : nextSale();
    if (Test !== true) {
      const items = lines.map(({ product, quantity, discount }, index) => ({
        SaleDetailId: Id * 100 + index,
        Id: product?.ProductId ?? 0,
        BarcodeId: product?.Id ?? '',
        Description: product?.Name ?? '',
        UnitPrice: product?.Price ?? 0,
        Quantity: quantity,
        TotalAmount: (product?.Price ?? 0) * quantity - discount,
      }));
      for (const { product, quantity } of lines) if (product) site.products.put({ ...product, stock: product.stock - quantity });
      const sale = site.sales.put({
        Id,
        SaleDateTime: timestamp(),
        ClientId: String(ClientId),
        LocationId: Number(LocationId ?? LOCATION.Id),
        PurchasedItems: items,
        Payments: payments.map(({ Type = 'Cash', Metadata }, index) => ({ Id: index + 1, Amount: Number(Metadata?.Amount ?? 0), Type })),
      });
      subscriptions.tell('clientSale.created', {
        siteId: Number(siteId),
        saleId: Id,
        purchasingClientId: sale.ClientId,
        saleDateTime: `${sale.SaleDateTime}Z`,
        locationId: sale.LocationId,
        totalAmountPaid: paid,
      });
    }
    return jsonAnswer({ ShoppingCart: { Id: `cart-${Id}`, SubTotal: GrandTotal, DiscountTotal: 0, TaxTotal: 0, GrandTotal } });
  }

  return {
    site,
    isWrite: ({ method, url }) => method !== 'GET' && !url.pathname.includes('/usertoken/'),
    entities: [
      entityOf({
        name: 'products',
        records: site.products,
        idOf: ({ Id }) => Id,
        fixed: ['ProductId', 'Id'],
        make() {
          const number = 100 + site.products.size;
          const Id = String(4_006_381_000_000 + number);
          site.products.put({
            ProductId: number,
            Id,
            Name: `Studio item ${number}`,
            Price: 10 + (number % 40),
            OnlinePrice: 10 + (number % 40),
            stock: number % 25,
          });
        },
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
        make() {
          const count = site.clients.size;
          const FirstName = FIRST_NAMES[count % FIRST_NAMES.length] ?? 'Ada';
          addClient({ FirstName, LastName: `Client ${count + 1}`, Email: `${FirstName}.${count + 1}@example.com`.toLowerCase() });
        },
      }),
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
      if (used > dailyLimit) return failed(429, 'TooManyRequests', 'The number of calls of this day is used up.');
      return route(call);
    },
  };
}

function notStaff(): SimulatedAnswer {
  return failed(401, 'DeniedAccess', 'Staff identity authentication failed.');
}

const USUAL_LIMIT = 100;
const MOST_ITEMS = 200;

function page({ url }: SimulatedCall, name: string, items: readonly unknown[]): SimulatedAnswer {
  const number = (parameter: string, usual: number) => Number(url.searchParams.get(`request.${parameter}`) ?? usual);
  const [RequestedLimit, RequestedOffset] = [number('limit', USUAL_LIMIT), number('offset', 0)];
  if (!(RequestedLimit >= 1 && RequestedLimit <= MOST_ITEMS) || !(RequestedOffset >= 0)) {
    return failed(400, 'InvalidParameter', `Limit must be from 1 to ${MOST_ITEMS}, offset 0 or more.`);
  }
  const shown = items.slice(RequestedOffset, RequestedOffset + RequestedLimit);
  return jsonAnswer({
    PaginationResponse: { RequestedLimit, RequestedOffset, PageSize: shown.length, TotalResults: items.length },
    [name]: shown,
  });
}

function failed(status: number, Code: string, Message: string): SimulatedAnswer {
  return jsonAnswer({ Error: { Message, Code } }, { status });
}
