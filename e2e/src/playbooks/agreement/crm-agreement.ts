import type { SimulatedRecord, SimulatedRecords } from '../simulated-records.ts';
import { type ComparedRecord, differences } from './differences.ts';

export async function campaignAndEvent(systems: SimulatedRecords, members: readonly SimulatedRecord[], eventId: string) {
  const people = (await systems.all('swapcard', 'people')).filter((person) => person.eventId === eventId);
  const leads = await Promise.all(members.map(({ LeadId }) => systems.one('salesforce', 'Lead', LeadId)));
  return differences(
    'The person of the event',
    leads.map(({ Email, FirstName, LastName, Title }): ComparedRecord => [Email, [FirstName, LastName, Title]]),
    people.map(({ email, firstName, lastName, jobTitle }): ComparedRecord => [email, [firstName, lastName, jobTitle]]),
  );
}

/** @param kind meeting or webinar */
export async function zoomAndCampaign(systems: SimulatedRecords, kind: string, gatheringId: string, campaignId: string) {
  const of = async (entity: string) =>
    (await systems.all('zoom', `${kind}${entity}`)).filter((one) => String(one.gatheringId) === gatheringId);
  const registrants = (await of('Registrants')).filter(({ status }) => status === 'approved');
  const attended = new Set((await of('Participants')).map(({ user_email }) => user_email).filter(Boolean));
  const leads = await systems.all('salesforce', 'Lead');
  const emails = new Map(leads.map(({ Id, Email }) => [Id, Email]));
  const members = (await systems.all('salesforce', 'CampaignMember')).filter(({ CampaignId }) => CampaignId === campaignId);
  return [
    ...differences(
      `The lead of the ${kind}`,
      registrants.map(({ email, last_name, job_title }): ComparedRecord => [email, [last_name, job_title]]),
      leads.map(({ Email, LastName, Title }): ComparedRecord => [Email, [LastName, Title]]),
    ),
    ...differences(
      `The member of the ${kind}`,
      [...new Set([...registrants.map(({ email }) => email), ...attended])].map(
        (email): ComparedRecord => [email, attended.has(email) ? 'Responded' : 'Sent'],
      ),
      members.map(({ LeadId, Status }): ComparedRecord => [emails.get(LeadId), Status]),
    ),
  ];
}

export async function netSuiteAndSalesforce(
  systems: SimulatedRecords,
  priceMapping: Readonly<Record<string, string>>,
  opportunities: readonly SimulatedRecord[],
) {
  const products = await systems.all('salesforce', 'Product2');
  const codes = new Map(products.map(({ Id, ProductCode }) => [Id, ProductCode]));
  const items = await Promise.all(
    ['inventoryItem', 'nonInventorySaleItem', 'serviceSaleItem'].map((type) => systems.all('netsuite', type)),
  );
  const prices = items.flat().flatMap(({ itemId, price }) =>
    price.items.flatMap((one: SimulatedRecord): ComparedRecord[] => {
      const book = priceMapping[one.priceLevel.id];
      return book === undefined ? [] : [[`${itemId} in ${book}`, one.price]];
    }),
  );
  const entries = await systems.all('salesforce', 'PricebookEntry');
  const customers = (await systems.all('netsuite', 'customer')).map(
    ({ entityId, isPerson, companyName, firstName, lastName, phone }): ComparedRecord => [
      entityId,
      [isPerson ? `${firstName} ${lastName}` : companyName, phone],
    ],
  );
  const written = await systems.all('netsuite', 'opportunity');
  return [
    ...differences(
      'The product of NetSuite’s item',
      items.flat().map(({ itemId, displayName }): ComparedRecord => [itemId, displayName]),
      products.map(({ ProductCode, Name }): ComparedRecord => [ProductCode, Name]),
    ),
    ...differences(
      'The price of',
      prices,
      entries.map(({ Product2Id, Pricebook2Id, UnitPrice }): ComparedRecord => [`${codes.get(Product2Id)} in ${Pricebook2Id}`, UnitPrice]),
    ),
    ...differences(
      'The account of NetSuite’s customer',
      customers,
      (await systems.all('salesforce', 'Account')).map(({ AccountNumber, Name, Phone }): ComparedRecord => [AccountNumber, [Name, Phone]]),
    ),
    ...differences(
      'The opportunity in NetSuite',
      await Promise.all(
        opportunities.map(async ({ Id }): Promise<ComparedRecord> => {
          const { Name, Amount, CloseDate } = await systems.one('salesforce', 'Opportunity', Id);
          return [Name, [Amount, CloseDate]];
        }),
      ),
      written.map(({ title, projectedTotal, expectedCloseDate }): ComparedRecord => [title, [projectedTotal, expectedCloseDate]]),
    ),
  ];
}

export async function schedulesAndInvoices(systems: SimulatedRecords, schedules: readonly SimulatedRecord[]) {
  const invoices = await systems.all('quickbooks', 'Invoice');
  const now = await Promise.all(schedules.map(({ Id }) => systems.one('salesforce', 'OpportunityLineItemSchedule', Id)));
  return differences(
    'The invoice of the schedule',
    now.map(({ Id, Revenue, ScheduleDate }): ComparedRecord => [Id, [Revenue, ScheduleDate]]),
    invoices.map(({ DocNumber, TotalAmt, TxnDate }): ComparedRecord => [DocNumber, [TotalAmt, TxnDate]]),
  );
}

/** Accounts and active products, each in QuickBooks with everything that the flows carry. */
export async function accountsAndProducts(
  systems: SimulatedRecords,
  accounts: readonly SimulatedRecord[],
  products: readonly SimulatedRecord[],
): Promise<string[]> {
  const now = (entity: string, records: readonly SimulatedRecord[]) =>
    Promise.all(records.map(({ Id }) => systems.one('salesforce', entity, Id)));
  return [
    ...differences(
      'The customer of the account',
      (await now('Account', accounts)).map(
        (one): ComparedRecord => [
          one.Name,
          [one.Phone, one.BillingStreet, one.BillingCity, one.BillingPostalCode, one.BillingCountry].map(orNull),
        ],
      ),
      (await systems.all('quickbooks', 'Customer')).map(
        ({ DisplayName, PrimaryPhone, BillAddr }): ComparedRecord => [
          DisplayName,
          [PrimaryPhone?.FreeFormNumber, BillAddr?.Line1, BillAddr?.City, BillAddr?.PostalCode, BillAddr?.Country].map(orNull),
        ],
      ),
    ),
    ...differences(
      'The item of the product',
      (await now('Product2', products)).map((one): ComparedRecord => [one.Name, [one.Id, one.Description].map(orNull)]),
      (await systems.all('quickbooks', 'Item')).map(({ Name, Sku, Description }): ComparedRecord => [Name, [Sku, Description].map(orNull)]),
    ),
  ];
}

/** An empty field and a missing one mean the same. */
function orNull(value: unknown): unknown {
  return value === undefined || value === '' ? null : value;
}
