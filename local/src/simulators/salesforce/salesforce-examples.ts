import { sampleCompany, samplePerson, sampleProduct } from '../sample-words.ts';

/** A plausible record of an object. @param idOf returns a record of another object to refer to, a new one on request */
export function buildExample(object: string, index: number, idOf: (object: string, isNew?: boolean) => string): Record<string, unknown> {
  const { firstName: FirstName, lastName: LastName, email: Email, phone: Phone, jobTitle: Title } = samplePerson(index);
  const company = sampleCompany(index);
  const date = '2026-12-31';
  switch (object) {
    case 'Account':
      return { Name: `${company} ${index + 1}`, Website: 'https://example.com', BillingCity: 'Hamburg', BillingCountry: 'DE' };
    case 'Contact':
      return { FirstName, LastName, Email, Phone, Title, AccountId: idOf('Account') };
    case 'Lead':
      return { FirstName, LastName, Email, Phone, Title, Company: company, Status: 'Open - Not Contacted' };
    case 'Campaign':
      return { Name: `Campaign ${index + 1}`, Status: 'Planned', IsActive: true };
    case 'CampaignMember':
      return { CampaignId: idOf('Campaign'), LeadId: idOf('Lead', true), ContactId: null, Status: 'Sent' };
    case 'Opportunity':
      return {
        Name: `${company} deal ${index + 1}`,
        AccountId: idOf('Account'),
        StageName: index % 2 === 0 ? 'Closed Won' : 'Prospecting',
        CloseDate: date,
        Amount: 1_000 + index * 50,
      };
    case 'OpportunityLineItem':
      return { OpportunityId: idOf('Opportunity'), PricebookEntryId: idOf('PricebookEntry'), Quantity: 1 + (index % 5) };
    case 'OpportunityLineItemSchedule':
      return {
        OpportunityLineItemId: idOf('OpportunityLineItem'),
        ScheduleDate: date,
        Type: 'Revenue',
        Revenue: 100 + index,
        Description: `Part ${index + 1}`,
      };
    case 'Product2': {
      const { title, sku } = sampleProduct(index);
      return { Name: `${title} ${index + 1}`, ProductCode: sku, StockKeepingUnit: sku, IsActive: true };
    }
    case 'Pricebook2':
      return { Name: `Price book ${index + 1}`, IsActive: true, IsStandard: false };
    case 'PricebookEntry':
      return { Pricebook2Id: idOf('Pricebook2'), Product2Id: idOf('Product2', true), UnitPrice: 10 + index, IsActive: true };
    case 'Order':
      return { AccountId: idOf('Account'), EffectiveDate: date, Status: 'Draft' };
    default:
      return { Name: `${object} ${index + 1}` };
  }
}
