import { parseJsonObject, type SimulatedCall, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import { failed, page } from './mindbody-answers.ts';
import type { MindbodySite } from './mindbody-site.ts';
import seed from './studio-seed.json' with { type: 'json' };

/** Lists that don't change, by their address. */
const PAGES: Readonly<Record<string, readonly [name: string, items: readonly object[]]>> = {
  'GET /sale/services': ['Services', seed.services],
  'GET /sale/packages': ['Packages', []],
  'GET /sale/contracts': ['Contracts', []],
  'GET /sale/giftcards': ['GiftCards', seed.giftCards],
  'GET /client/clientcontracts': ['Contracts', []],
  'GET /appointment/staffappointments': ['Appointments', []],
  'GET /site/memberships': ['Memberships', []],
  'GET /site/locations': ['Locations', [seed.location]],
  'GET /staff/staff': ['StaffMembers', seed.staff],
};

/** A studio's other data besides goods and clients: few records, most of which don't change. Null for another address. */
export function handleStudioCall(site: MindbodySite, siteId: string, call: SimulatedCall, place: string): SimulatedResponse | null {
  const shownPage = PAGES[place];
  if (shownPage) return page(call, ...shownPage);
  const asked = (name: string) => call.url.searchParams.get(`request.${name}`);
  const start = `${site.timestamp().slice(0, 10)}T18:00:00`;
  const shown = {
    Id: 501,
    ClassScheduleId: 1,
    ClassDescription: { Id: 1, Name: 'Morning flow', Description: 'Yoga' },
    Staff: seed.staff[0],
    Location: seed.location,
  };
  const yoga = {
    ...shown,
    StartDateTime: start,
    EndDateTime: start.replace('18', '19'),
    MaxCapacity: 12,
    TotalBooked: 0,
    IsCanceled: false,
    IsAvailable: true,
  };
  switch (place) {
    case 'GET /sale/giftcardbalance':
      return toJsonResponse({ BarcodeId: call.url.searchParams.get('barcodeId') ?? '', RemainingBalance: 0 });
    case 'GET /sale/transactions': {
      const saleId = asked('saleId');
      const sales = saleId === null ? site.sales.all() : [site.sales.get(saleId)].filter((sale) => sale !== undefined);
      const transactions = sales.flatMap(({ Id, ClientId, SaleDateTime, LocationId, Payments }) =>
        Payments.map(({ Id: number, Amount }) => ({
          TransactionId: Id * 10 + number,
          SaleId: Id,
          ClientId: Number(ClientId),
          Amount,
          Settled: true,
          Status: 'Approved',
          TransactionTime: SaleDateTime,
          LocationId,
        })),
      );
      return page(call, 'Transactions', transactions);
    }
    case 'POST /sale/purchasegiftcard': {
      const { GiftCardId, BarcodeId } = parseJsonObject(call.body) ?? {};
      const card = seed.giftCards.find(({ Id }) => Id === GiftCardId);
      if (!card) return failed(400, 'InvalidParameter', 'The gift card was not found.');
      return toJsonResponse({
        BarcodeId: String(BarcodeId ?? 'GC-1'),
        Value: card.CardValue,
        AmountPaid: card.SalePrice,
        SaleId: site.nextSale(),
      });
    }
    case 'GET /class/classes':
      return page(call, 'Classes', [yoga]);
    case 'GET /class/classvisits':
      return Number(asked('classID')) === yoga.Id
        ? toJsonResponse({ Class: { ...yoga, Visits: [] } })
        : failed(404, 'NotFound', 'The class was not found.');
    case 'POST /class/addclienttoclass': {
      const { ClientId, ClassId } = parseJsonObject(call.body) ?? {};
      if (ClassId !== yoga.Id || !site.clients.get(String(ClientId)))
        return failed(400, 'InvalidParameter', 'The client or class was not found.');
      const { StartDateTime, EndDateTime } = yoga;
      return toJsonResponse({
        Visit: { Id: 1, ClassId: yoga.Id, ClientId: String(ClientId), StartDateTime, EndDateTime, SignedIn: false, SiteId: Number(siteId) },
      });
    }
    case 'GET /site/paymenttypes':
      return toJsonResponse({ PaymentTypes: seed.paymentTypes });
    case 'GET /site/activationcode':
      return toJsonResponse({ ActivationCode: 'portage-demo', ActivationLink: 'https://clients.mindbodyonline.com/activate' });
    default:
      return null;
  }
}
