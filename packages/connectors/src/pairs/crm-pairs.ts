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

/** Zoom to Salesforce (CPB-03, CPB-04): a person becomes a lead, and the lead a member of the campaign. */
export const meetingsToCrm = ['Meeting', 'Webinar'].flatMap((kind) => [
  pair(['zoom', `${kind}Registrants`], ['salesforce', 'Leads'], {
    'body.FirstName': '$Item.first_name',
    'body.LastName': '$Item.last_name',
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
  }),
  pair(
    ['zoom', `${kind}Registrants`],
    ['salesforce', 'CampaignMembers'],
    { 'body.Status': 'Sent' },
    { dependencies: { 'body.LeadId': [`${kind}Registrants`, '$Item.id'] } },
  ),
  pair(['zoom', `${kind}Participants`], ['salesforce', 'Leads'], {
    'body.LastName': '$Item.name',
    'body.Email': '$Item.user_email',
    'body.LeadSource': kind,
  }),
  pair(
    ['zoom', `${kind}Participants`],
    ['salesforce', 'CampaignMembers'],
    { 'body.Status': 'Responded' },
    { dependencies: { 'body.LeadId': [`${kind}Participants`, '$Item.user_id'] } },
  ),
]);

/** Salesforce to QuickBooks (CPB-10): a schedule of an opportunity is an invoice. */
export const crmToAccounting = [
  pair(['salesforce', 'Accounts'], ['quickbooks', 'Customers'], {
    'body.DisplayName': '$Item.Name',
    'body.CompanyName': '$Item.Name',
    'body.PrimaryPhone.FreeFormNumber': '$Item.Phone',
    'body.BillAddr.Line1': '$Item.BillingStreet',
    'body.BillAddr.City': '$Item.BillingCity',
    'body.BillAddr.CountrySubDivisionCode': '$Item.BillingState',
    'body.BillAddr.PostalCode': '$Item.BillingPostalCode',
    'body.BillAddr.Country': '$Item.BillingCountry',
  }),
  pair(['salesforce', 'Products'], ['quickbooks', 'Products'], {
    'body.Name': '$Item.Name',
    'body.Sku': '$Item.ProductCode',
    'body.Description': '$Item.Description',
  }),
  pair(
    ['salesforce', 'OpportunitySchedules'],
    ['quickbooks', 'Invoices'],
    {
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
