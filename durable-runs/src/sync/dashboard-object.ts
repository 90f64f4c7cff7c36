import { textAt } from '@portage/connectors/events';
import type { DashboardRecord } from '../step-context/sync-port.ts';
import { asInstant, type MoneyLocation, moneyAt } from './dashboard-values.ts';

type Kind = DashboardRecord['type'];

/** The kind of item for each kind of data (spec DASH-15, STEP-92). */
export const dashboardKinds: Readonly<Record<string, Kind>> = {
  Orders: 'Order',
  Invoices: 'Order',
  Products: 'Product',
  Inventory: 'Product',
  Companies: 'Company',
  Contacts: 'Contact',
  Customers: 'Contact',
  Leads: 'Contact',
  People: 'Contact',
  Events: 'Event',
  Registrations: 'Registration',
  Activities: 'Activity',
};

/** When a record was created in its own system. */
const madeAt = [
  ...['createdAt', 'created_at', 'CreatedDate', 'SaleDateTime', 'TxnDate', 'DateCreated', 'createdDate', 'createdTime'],
  ...['created_timestamp', 'create_time', 'created', 'createdate', 'properties.createdate', 'dateCreated', 'CreationDateTime'],
  ...['MetaData.CreateTime'],
];

/** Where systems store what the dashboard's columns show (spec DASH-16..20). The first path with a value counts. */
const fields: Readonly<Record<Kind, Readonly<Record<string, readonly (string | MoneyLocation)[]>>>> = {
  Order: {
    createdAt: [...madeAt, 'date', 'Date'],
    'customer.displayName': [
      'customer.displayName',
      'CustomerRef.name',
      'Customer.Name',
      'entity.refName',
      'customer.name',
      'customer_name',
      'buyer.name',
      'buyer.buyerName',
      'recipient_address.name',
      'recipient.name',
      '{address_to.first_name} {address_to.last_name}',
      'Contact.Name',
      'name',
    ],
    'totalPriceSet.presentmentMoney.amount': [
      'totalPriceSet.presentmentMoney.amount',
      'proceeds.grandTotal.amount',
      'payment.total_amount',
      'retail_costs.total',
      'costs.total',
      'total.amount',
      'TotalAmt',
      'Total',
      // Etsy states the divisor of its whole numbers.
      { path: 'grandtotal.amount', divisorPath: 'grandtotal.divisor' },
      // Whole numbers in the smallest unit: a Stripe invoice, a Printify order.
      { path: 'total', smallestUnitOf: 'currency', where: 'hosted_invoice_url' },
      { path: 'amount_total', smallestUnitOf: 'currency' },
      { path: 'total_price', smallestUnitOf: 'currency', where: 'address_to.country' },
      'total',
      'TotalAmount',
      'Amount',
      'total_price',
    ],
    'totalPriceSet.presentmentMoney.currencyCode': [
      'totalPriceSet.presentmentMoney.currencyCode',
      'proceeds.grandTotal.currencyCode',
      'payment.currency',
      'retail_costs.currency',
      'costs.currency',
      'total.currency',
      'CurrencyRef.value',
      'CurrencyCode',
      'currency.refName',
      'currency',
      'CurrencyIsoCode',
      'grandtotal.currency_code',
    ],
    displayFinancialStatus: [
      ...['displayFinancialStatus', 'financial_status', 'status.refName', 'fulfillment.fulfillmentStatus', 'Status', 'status', 'StageName'],
    ],
  },
  Contact: {
    createdAt: madeAt,
    firstName: ['firstName', 'FirstName', 'first_name', 'properties.firstname', 'GivenName', 'Customer.FirstName'],
    lastName: ['lastName', 'LastName', 'last_name', 'properties.lastname', 'FamilyName', 'Customer.LastName'],
  },
  Event: {
    createdAt: madeAt,
    salesforceId: ['Id', 'id'],
    title: ['title', 'topic', 'Name', 'name'],
    startAt: ['startAt', 'start_time', 'beginsAt', 'StartDateTime', 'StartDate'],
  },
  Registration: {
    salesforceId: ['Id', 'id'],
    leadName: ['leadName', 'Lead.Name', 'name', 'Name', 'email'],
    eventName: ['eventName', 'topic', 'Campaign.Name'],
    registeredAt: ['registeredAt', 'create_time', 'CreatedDate'],
  },
  Activity: {
    salesforceId: ['Id', 'id'],
    leadName: ['leadName', 'name', 'Who.Name', 'user_name'],
    eventName: ['eventName', 'topic', 'What.Name'],
    activityName: ['activityName', 'Subject', 'title', 'status'],
    activityAt: ['activityAt', 'join_time', 'ActivityDate', 'beginsAt'],
  },
  Product: { createdAt: madeAt },
  Company: { createdAt: madeAt },
};

/** The record itself, with the dashboard's values at the paths where the dashboard looks for them. */
export function dashboardObject(kind: Kind, record: unknown): Record<string, unknown> {
  const own: Record<string, unknown> =
    typeof record === 'object' && record !== null && !Array.isArray(record)
      ? { ...(record as Record<string, unknown>) }
      : { value: record };
  for (const [path, places] of Object.entries(fields[kind])) {
    if (textAt(own, path) !== null) continue;
    const text = places.map((place) => (typeof place === 'string' ? readText(record, place) : moneyAt(record, place))).find(Boolean);
    if (text) put(own, path.split('.'), /At$/.test(path) ? asInstant(text) : text);
  }
  if (kind === 'Order' && own.Metafields === undefined) {
    const metafields = collectMetafields(own.metafields);
    if (metafields.length > 0) own.Metafields = metafields;
  }
  return own;
}

function collectMetafields(value: unknown): { key: string; value: string | null }[] {
  const nodes = Array.isArray(value) ? value : (value as { nodes?: unknown } | null | undefined)?.nodes;
  return (Array.isArray(nodes) ? nodes : []).flatMap((node: unknown) => {
    const key = textAt(node, 'key');
    return key === null ? [] : [{ key, value: textAt(node, 'value') }];
  });
}

/** One path, or a text with paths in braces. */
function readText(record: unknown, place: string): string | null {
  if (!place.includes('{')) return textAt(record, place);
  return place.replaceAll(/\{([^{}]+)\}/g, (_, path: string) => textAt(record, path) ?? '').trim();
}

function put(object: Record<string, unknown>, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    object[name] = value;
    return;
  }
  const inner = object[name];
  const copy = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? { ...(inner as Record<string, unknown>) } : {};
  object[name] = copy;
  put(copy, rest, value);
}
