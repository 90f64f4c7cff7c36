import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { namedInDocument, wrongFailure, wrongGraphQl, wrongPaging, wrongReferences } from '../../testing/document-checks.ts';
import { sampleValues } from '../../testing/sample-values.ts';
import { readSystemFolder, systemNames } from '../../tools/read-system-types.ts';
import { loadOperation } from '../extracted/connector-document.ts';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { buildRequest } from '../requests/build-request.ts';
import { signatureSchemes } from '../signatures/verify-signature.ts';
import { openDocument } from '../stored/open-document.ts';

interface Offer {
  operations: number;
  events: number;
  paged: number;
  resources: string[];
}

const SHOPIFY: Offer = {
  operations: 32,
  events: 11,
  paged: 10,
  resources: [
    'Companies',
    'Customers',
    'Draft Orders',
    'Gift Cards',
    'Inventory',
    'Locations',
    'Orders',
    'Price Lists',
    'Products',
    'Shop',
  ],
};

/** What each system offers, one line per system. */
const table: Record<string, Offer> = {
  shopify: SHOPIFY,
  'shopify-custom-app': SHOPIFY,
  salesforce: {
    operations: 39,
    events: 14,
    paged: 13,
    resources: [
      'Accounts',
      'Any Object',
      'Campaign Members',
      'Campaigns',
      'Contacts',
      'Leads',
      'Opportunities',
      'Opportunity Products',
      'Opportunity Schedules',
      'Orders',
      'Price Book Entries',
      'Price Books',
      'Products',
    ],
  },
  airtable: {
    operations: 12,
    events: 4,
    paged: 3,
    resources: ['Comments', 'Records', 'Tables', 'Webhooks'],
  },
  plaid: {
    operations: 14,
    events: 3,
    paged: 2,
    resources: ['Accounts', 'Connection', 'Identity', 'Institutions', 'Investments', 'Liabilities', 'Transactions'],
  },
  sendgrid: {
    operations: 18,
    events: 7,
    paged: 4,
    resources: ['Contacts', 'Lists', 'Mail', 'Settings', 'Statistics', 'Suppressions', 'Templates'],
  },
  twilio: {
    operations: 18,
    events: 2,
    paged: 5,
    resources: ['Account', 'Calls', 'Lookup', 'Messages', 'Phone Numbers', 'Recordings', 'Verify'],
  },
  xero: {
    operations: 27,
    events: 6,
    paged: 5,
    resources: ['Contacts', 'Credit Notes', 'Invoices', 'Items', 'Payments', 'Purchase Orders', 'Quotes', 'Settings'],
  },
  zoom: {
    operations: 24,
    events: 16,
    paged: 8,
    resources: ['Meeting Registrants', 'Meetings', 'Recordings', 'Users', 'Webinar Registrants', 'Webinars'],
  },
  netsuite: {
    operations: 50,
    events: 8,
    paged: 18,
    resources: [
      'Any Record',
      'Contacts',
      'Customers',
      'Inventory',
      'Inventory Items',
      'Invoices',
      'Non-inventory Items',
      'Opportunities',
      'Price Levels',
      'Sales Orders',
      'Service Items',
      'SuiteQL',
    ],
  },
  quickbooks: {
    operations: 25,
    events: 9,
    paged: 7,
    resources: ['Company', 'Customers', 'Estimates', 'Invoices', 'Payments', 'Products and Services', 'Sales Receipts'],
  },
  mindbody: {
    operations: 27,
    events: 11,
    paged: 17,
    resources: ['Appointments', 'Classes', 'Clients', 'Gift Cards', 'Pricing Options', 'Products', 'Sales', 'Site', 'Webhooks'],
  },
  swapcard: {
    operations: 14,
    events: 1,
    paged: 5,
    resources: ['Custom Fields', 'Events', 'Exhibitors', 'Meetings', 'People', 'Sessions'],
  },
  hubspot: {
    operations: 31,
    events: 15,
    paged: 10,
    resources: ['Account', 'Associations', 'Companies', 'Contacts', 'Deals', 'Notes', 'Products', 'Tickets'],
  },
  booker: {
    operations: 28,
    events: 1,
    paged: 9,
    resources: ['Appointments', 'Customers', 'Locations', 'Orders', 'Products', 'Specials', 'Treatments'],
  },
  stripe: {
    operations: 35,
    events: 15,
    paged: 11,
    resources: ['Account', 'Checkout', 'Customers', 'Invoices', 'Payments', 'Prices', 'Products', 'Subscriptions'],
  },
  github: {
    operations: 26,
    events: 10,
    paged: 11,
    resources: ['Actions', 'Files', 'Issues', 'Pull Requests', 'Releases', 'Repositories', 'Users'],
  },
  'u-api': { operations: 14, events: 2, paged: 3, resources: ['Account', 'Inventory', 'Listings', 'Orders'] },
  etsy: { operations: 15, events: 1, paged: 5, resources: ['Listings', 'Orders', 'Reviews', 'Shop'] },
  merge: { operations: 10, events: 0, paged: 3, resources: ['Account', 'Contacts', 'Invoices', 'Items'] },
  printify: { operations: 15, events: 0, paged: 2, resources: ['Catalog', 'Orders', 'Products', 'Shops'] },
  printful: { operations: 14, events: 0, paged: 6, resources: ['Catalog', 'Orders', 'Products', 'Stores'] },
  tiktok: { operations: 11, events: 1, paged: 2, resources: ['Orders', 'Products', 'Shops'] },
  amazon: { operations: 12, events: 1, paged: 4, resources: ['Catalog', 'Inventory', 'Listings', 'Orders', 'Seller'] },
  sunwave: {
    operations: 44,
    events: 0,
    paged: 0,
    resources: [
      'Assessments',
      'Bedboard',
      'Billing',
      'Census',
      'Forms',
      'Group Notes',
      'Opportunities',
      'Patients',
      'Referrals',
      'Reports',
      'Timelines',
      'Users',
    ],
  },
  slack: { operations: 25, events: 6, paged: 5, resources: ['Channels', 'Messages', 'Users', 'Workspace'] },
  'google-sheets': { operations: 15, events: 3, paged: 1, resources: ['Rows', 'Sheets', 'Spreadsheets'] },
  rest: { operations: 8, events: 1, paged: 3, resources: ['Calls', 'Lists'] },
};

async function opened(name: string) {
  const { yaml, stored, settings, logo } = readSystemFolder(name);
  const document = openDocument(stored.index, async (part) => stored.parts[part] ?? '');
  const operations: ExtractedOperation[] = [];
  for (const { id } of document.summary.operations) operations.push(await loadOperation(document, id));
  return { written: load(yaml) as Record<string, unknown>, document, operations, settings, logo };
}

const names = systemNames();

test('has a line in the table for every system', () => {
  expect(Object.keys(table).sort()).toEqual(names);
});

describe.each(names)('%s', (name) => {
  test('is read without errors or warnings and has what the table says', async () => {
    const { document, operations } = await opened(name);
    const { resources, events } = document.summary;
    const shown = operations.filter(({ isHidden }) => !isHidden);
    expect({
      operations: shown.length,
      events: events.length,
      paged: shown.filter(({ paging }) => paging).length,
      resources: resources.map(({ id }) => id),
    }).toEqual(table[name]);
  });

  test('names every operation in words, uniquely in its resource, and says where the system is', async () => {
    const { operations, document, settings } = await opened(name);
    const labels = operations.filter(({ isHidden }) => !isHidden).map((operation) => `${operation.resourceId}: ${operation.name}`);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.filter((label) => !/^[\w &/'-]+: [A-Z][^.]{4,70}$/.test(label))).toEqual([]);
    expect(document.summary.servers).not.toEqual([]);
    expect(settings.name).toMatch(/\S/);
  });

  test('describes its resources in whole sentences', async () => {
    const { written } = await opened(name);
    // A comma in an unquoted description begins the next key.
    const { tags = [] } = written as { tags?: Record<string, unknown>[] };
    expect(tags.flatMap((tag) => Object.keys(tag)).filter((key) => !['name', 'description', 'externalDocs'].includes(key))).toEqual([]);
  });

  test('can build a request for every operation', async () => {
    const { operations, document } = await opened(name);
    for (const operation of operations) {
      const request = await document.withSchemas((source) =>
        buildRequest(source, operation, sampleValues(source, operation), { baseUrl: 'https://system.example' }),
      );
      expect(request.url, operation.id).toMatch(/^https:\/\/system\.example\//);
    }
  });

  test('uses parameters and fields for paging that its operations have', async () => {
    const { operations, document } = await opened(name);
    expect(await document.withSchemas((source) => operations.flatMap((operation) => wrongPaging(source, operation)))).toEqual([]);
  });

  test('recognises failures by fields that its responses have', async () => {
    const { operations, document } = await opened(name);
    expect(await document.withSchemas((source) => operations.flatMap((operation) => wrongFailure(source, operation)))).toEqual([]);
  });

  test('gets choices, own fields and events from operations, parameters and fields that exist', async () => {
    const { written, operations, document } = await opened(name);
    const named = namedInDocument(written);
    expect(await document.withSchemas((source) => named.flatMap((one) => wrongReferences(source, operations, one)))).toEqual([]);
  });

  test('has valid GraphQL queries, whose variables are those of its forms', async () => {
    const { operations, document } = await opened(name);
    expect(await document.withSchemas((source) => operations.flatMap((operation) => wrongGraphQl(source, operation)))).toEqual([]);
  });

  test('verifies its events with known schemes', async () => {
    const { written, settings } = await opened(name);
    const known = signatureSchemes.map((scheme): string => scheme.name);
    const schemes = [...JSON.stringify(written).matchAll(/"scheme":"([\w-]+)"/g)].map(([, scheme]) => scheme ?? '');
    const used = [settings.webhookType, ...schemes.filter((scheme) => !['bearer', 'basic'].includes(scheme))];
    expect(used.filter((scheme) => scheme !== undefined && !known.includes(scheme))).toEqual([]);
  });

  test('has a logo of 48 by 48 that runs and loads nothing', async () => {
    const { logo } = await opened(name);
    expect(logo).toMatch(/^<svg [^>]*viewBox="0 0 48 48"/);
    expect(logo).not.toMatch(/<script|<foreignObject|\son\w+=|href=|url\((?!#)/i);
    expect(logo.length).toBeLessThan(3_000);
  });
});
