import { CREDENTIAL, isAcceptedSecret } from '../client-apps.ts';
import { createEntity } from '../entity-of.ts';
import { parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import type { OpenSystem, SimulatorPorts } from '../simulated-system.ts';
import { failed, notStaff, page } from './mindbody-answers.ts';
import { checkOut } from './mindbody-checkout.ts';
import { mindbodyClients } from './mindbody-clients.ts';
import { inventoryView, listSales, productView, updatePrice } from './mindbody-sales.ts';
import { type MindbodySite, makeProduct, openSite, sampleClient } from './mindbody-site.ts';
import { handleStudioCall } from './mindbody-studio.ts';
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
 * `PaginationResponse` with every list, errors in `Error`, a daily number of calls.
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
  let day = 0;
  let used = 0;
  const { timestamp } = site;

  function route(call: SimulatedCall): SimulatedResponse {
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
        const isHere = many('locationIds').length === 0 || many('locationIds').includes(String(seed.location.Id));
        const found = ids.length === 0 ? site.products.all() : ids.flatMap((id) => site.productOf(id) ?? []);
        return page(call, 'ProductsInventory', isHere ? found : [], inventoryView);
      }
      case 'POST /sale/updateproductprice':
        return updatePrice(site, parseJsonObject(call.body) ?? {});
      case 'GET /sale/sales':
        return listSales(site, call);
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
        if (Username !== CREDENTIAL || !isAcceptedSecret(String(Password))) return notStaff();
        const AccessToken = `staff-token-${nextToken()}-of-site-${siteId.replace('-', '')}`;
        staffTokens.put({ token: AccessToken });
        return toJsonResponse({ TokenType: 'Bearer', AccessToken, ExpiresIn: 3_600 });
      }
      case 'GET /client/clients':
        return isStaff(call) ? clients.listClients(call) : notStaff();
      case 'POST /client/updateclient':
        return clients.updateClient(parseJsonObject(call.body) ?? {});
      case 'POST /client/addclient':
        return clients.addClient(parseJsonObject(call.body) ?? {});
      case 'GET /site/sites':
        return page(call, 'Sites', [{ Id: Number(siteId), Name: 'Portage Demo Studio', CurrencyIsoCode: 'USD' }]);
      default:
        return handleStudioCall(site, siteId, call, place) ?? failed(404, 'NotFound', 'The resource was not found.');
    }
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
      createEntity({
        name: 'sales',
        records: site.sales,
        fixed: ['Id', 'SaleDateTime', 'PurchasedItems', 'Payments'],
      }),
    ],
    async answer(call) {
      if (!isAcceptedSecret(call.header('api-key'))) return failed(401, 'DeniedAccess', 'API-Key is missing or invalid.');
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
