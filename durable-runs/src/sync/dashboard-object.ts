import { textAt } from '@portage/connectors/events';
import type { DashboardRecord } from './sync-port.ts';

type Kind = DashboardRecord['type'];

/** The kind of item that a kind of data becomes (spec DASH-15, STEP-92). */
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

/** Where systems keep what the dashboard's columns show (spec DASH-16..20); the first path that leads to something counts. */
const fields: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  Order: {
    createdAt: ['createdAt', 'created_at', 'CreatedDate', 'SaleDateTime', 'TxnDate', 'DateCreated', 'createdDate', 'created', 'date'],
    'customer.displayName': [
      'customer.displayName',
      'CustomerRef.name',
      'Customer.Name',
      'entity.refName',
      'customer.name',
      'buyer.name',
      'Contact.Name',
      'name',
    ],
    'totalPriceSet.presentmentMoney.amount': [
      'totalPriceSet.presentmentMoney.amount',
      'TotalAmt',
      'Total',
      'total',
      'TotalAmount',
      'amount_total',
      'grandtotal.amount',
      'Amount',
      'total_price',
    ],
    'totalPriceSet.presentmentMoney.currencyCode': [
      'totalPriceSet.presentmentMoney.currencyCode',
      'CurrencyRef.value',
      'CurrencyCode',
      'currency.refName',
      'currency',
      'CurrencyIsoCode',
      'grandtotal.currency_code',
    ],
    displayFinancialStatus: ['displayFinancialStatus', 'financial_status', 'status.refName', 'Status', 'status', 'StageName'],
  },
  Contact: {
    firstName: ['firstName', 'FirstName', 'first_name', 'properties.firstname', 'GivenName', 'Customer.FirstName'],
    lastName: ['lastName', 'LastName', 'last_name', 'properties.lastname', 'FamilyName', 'Customer.LastName'],
  },
  Event: {
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
  Product: {},
  Company: {},
};

/** The record itself, with what the dashboard shows at the places where it looks. */
export function dashboardObject(kind: Kind, record: unknown): Record<string, unknown> {
  const own =
    typeof record === 'object' && record !== null && !Array.isArray(record)
      ? { ...(record as Record<string, unknown>) }
      : { value: record };
  for (const [path, places] of Object.entries(fields[kind])) {
    const text = places.map((place) => textAt(record, place)).find((one) => one !== null);
    if (text !== undefined && text !== null && textAt(own, path) === null) put(own, path.split('.'), text);
  }
  return own;
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
