const FIRST_NAMES = ['Ada', 'Ben', 'Chiara', 'Deniz', 'Emil', 'Fatou', 'Greta', 'Hugo', 'Ines', 'Jonas'];
const LAST_NAMES = ['Lovelace', 'Okafor', 'Rossi', 'Yilmaz', 'Berg', 'Diallo', 'Lindqvist', 'Martin', 'Costa', 'Weber'];
const COMPANIES = ['Harbour Foods', 'Northwind Studio', 'Blue Kettle', 'Linden & Sons', 'Copper Works', 'Meridian Travel', 'Paper Fox'];

/** A plausible record of an object. @param idOf gives a record of another object that it refers to */
export function exampleOf(object: string, index: number, idOf: (object: string) => string | undefined): Record<string, unknown> {
  const [FirstName, LastName] = [nth(FIRST_NAMES, index), nth(LAST_NAMES, Math.floor(index / FIRST_NAMES.length) + index)];
  const company = nth(COMPANIES, index);
  const Email = `${FirstName}.${LastName}.${index}@example.com`.toLowerCase();
  const date = '2026-12-31';
  switch (object) {
    case 'Account':
      return { Name: `${company} ${index + 1}`, Website: 'https://example.com', BillingCountry: 'DE' };
    case 'Contact':
      return { FirstName, LastName, Email, ...(idOf('Account') ? { AccountId: idOf('Account') } : {}) };
    case 'Lead':
      return { FirstName, LastName, Email, Company: company, Status: 'Open - Not Contacted' };
    case 'Campaign':
      return { Name: `Campaign ${index + 1}`, Status: 'Planned', IsActive: true };
    case 'CampaignMember':
      return { CampaignId: idOf('Campaign') ?? '701000000000000', LeadId: idOf('Lead') ?? null, Status: 'Sent' };
    case 'Opportunity':
      return { Name: `${company} deal ${index + 1}`, StageName: 'Prospecting', CloseDate: date, Amount: 1_000 + index * 50 };
    case 'Product2':
      return { Name: `Product ${index + 1}`, ProductCode: `P-${1_000 + index}`, IsActive: true };
    case 'Pricebook2':
      return { Name: `Price book ${index + 1}`, IsActive: true };
    case 'PricebookEntry':
      return {
        Pricebook2Id: idOf('Pricebook2') ?? '01s000000000000',
        Product2Id: idOf('Product2') ?? '01t000000000000',
        UnitPrice: 10 + index,
      };
    case 'Order':
      return { AccountId: idOf('Account') ?? '001000000000000', EffectiveDate: date, Status: 'Draft' };
    default:
      return { Name: `${object} ${index + 1}` };
  }
}

function nth(words: readonly string[], index: number): string {
  return words[index % words.length] ?? '';
}
