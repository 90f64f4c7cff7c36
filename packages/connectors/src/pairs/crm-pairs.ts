import { pair } from './pair.ts';

const PERSON = 'body.data[0].create';

/** Salesforce campaigns to Swapcard events (CPB-02). */
export const crmToEvents = [
  pair(['salesforce', 'CampaignMembers'], ['swapcard', 'People'], {
    [`${PERSON}.email`]: '$Item.Email',
    [`${PERSON}.firstName`]: '$Item.FirstName',
    [`${PERSON}.lastName`]: '$Item.LastName',
    [`${PERSON}.jobTitle`]: '$Item.Title',
    [`${PERSON}.organization`]: '$Item.CompanyOrAccount',
    [`${PERSON}.mobilePhone`]: '$Item.MobilePhone',
  }),
  pair(['salesforce', 'Contacts'], ['swapcard', 'People'], {
    [`${PERSON}.email`]: '$Item.Email',
    [`${PERSON}.firstName`]: '$Item.FirstName',
    [`${PERSON}.lastName`]: '$Item.LastName',
    [`${PERSON}.jobTitle`]: '$Item.Title',
    [`${PERSON}.mobilePhone`]: '$Item.MobilePhone',
  }),
];

const registrantAsLead = (kind: string) => ({
  'body.FirstName': '$Item.first_name',
  'body.LastName': '${firstFilled($Item.last_name, $Item.first_name, $Item.email)}',
  'body.Email': '$Item.email',
  'body.Phone': '$Item.phone',
  'body.Company': '$Item.org',
  'body.Title': '$Item.job_title',
  'body.Industry': '$Item.industry',
  'body.Street': '$Item.address',
  'body.City': '$Item.city',
  'body.State': '$Item.state',
  'body.PostalCode': '$Item.zip',
  'body.Country': '$Item.country',
  'body.Description': '$Item.comments',
  'body.LeadSource': kind,
});

/** For a participant, Zoom only knows the name and the address. */
const participantAsLead = (kind: string) => ({
  'body.LastName': '${firstFilled($Item.name, $Item.user_email)}',
  'body.Email': '$Item.user_email',
  'body.LeadSource': kind,
});

/**
 * Zoom to Salesforce (CPB-03, CPB-04): a person becomes a lead, unless they are already a lead or a contact, and a member of the
 * campaign. A participant has the status responded, and a registration doesn't reset it.
 */
export const meetingsToCrm = ['Meeting', 'Webinar'].flatMap((kind) => {
  const [registrants, participants] = [`${kind}Registrants`, `${kind}Participants`];
  const isRegistrant = { dependencies: { 'body.LeadId': [registrants, '$Item.id'] } } as const;
  const isParticipant = { dependencies: { 'body.LeadId': [participants, '$Item.user_email'] } } as const;
  return [
    pair(['zoom', registrants], ['salesforce', 'Leads'], registrantAsLead(kind)),
    pair(['zoom', registrants], ['salesforce', 'People'], registrantAsLead(kind)),
    pair(['zoom', registrants], ['salesforce', 'CampaignMembers'], { 'body.Status': 'Sent' }, isRegistrant),
    pair(['zoom', registrants], ['salesforce', 'NewCampaignMembers'], { 'body.Status': 'Sent' }, isRegistrant),
    pair(['zoom', participants], ['salesforce', 'Leads'], participantAsLead(kind)),
    pair(['zoom', participants], ['salesforce', 'NewPeople'], participantAsLead(kind)),
    pair(['zoom', participants], ['salesforce', 'CampaignMembers'], { 'body.Status': 'Responded' }, isParticipant),
  ];
});

const accountAsCustomer = {
  'body.DisplayName': '$Item.Name',
  'body.CompanyName': '$Item.Name',
  'body.PrimaryPhone.FreeFormNumber': '$Item.Phone',
  'body.BillAddr.Line1': '$Item.BillingStreet',
  'body.BillAddr.City': '$Item.BillingCity',
  'body.BillAddr.CountrySubDivisionCode': '$Item.BillingState',
  'body.BillAddr.PostalCode': '$Item.BillingPostalCode',
  'body.BillAddr.Country': '$Item.BillingCountry',
};
const productAsItem = { 'body.Name': '$Item.Name', 'body.Sku': '$Item.ProductCode', 'body.Description': '$Item.Description' };

/** Salesforce to QuickBooks (CPB-10): an opportunity's schedule becomes an invoice, identified by its number. */
export const crmToAccounting = [
  pair(['salesforce', 'Accounts'], ['quickbooks', 'Customers'], accountAsCustomer),
  pair(['salesforce', 'WonAccounts'], ['quickbooks', 'Customers'], accountAsCustomer),
  pair(['salesforce', 'Products'], ['quickbooks', 'Products'], productAsItem),
  pair(['salesforce', 'SoldProducts'], ['quickbooks', 'Products'], productAsItem),
  pair(
    ['salesforce', 'OpportunitySchedules'],
    ['quickbooks', 'Invoices'],
    {
      'match.takeOff': '${if(greaterThan($Item.Revenue, 0), null, "The schedule has no revenue, so there is nothing to invoice.")}',
      'body.TxnDate': '$Item.ScheduleDate',
      'body.Line[0].Amount': '$Item.Revenue',
      'body.Line[0].Description': '$Item.OpportunityLineItem.Name',
      'body.PrivateNote': '$Item.OpportunityLineItem.Opportunity.Name',
    },
    {
      dependencies: {
        'body.CustomerRef.value': ['Accounts', '$Item.OpportunityLineItem.Opportunity.AccountId'],
        'body.Line[0].SalesItemLineDetail.ItemRef.value': ['Products', '$Item.OpportunityLineItem.Product2Id'],
      },
      externalIdFields: ['body.DocNumber'],
    },
  ),
];
