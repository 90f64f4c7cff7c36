import type { Records } from '../store/records.ts';

export type SalesforceRecord = Record<string, unknown> & { Id: string };
export type SalesforceOrg = Map<string, Records<SalesforceRecord>>;

interface SalesforceObject {
  /** The prefix of its ids. */
  prefix: string;
  required: readonly string[];
  /** Fields that must be unique together, with Salesforce's message for a duplicate. */
  unique?: { fields: readonly string[]; message: string };
}

export const OBJECTS: Readonly<Record<string, SalesforceObject>> = {
  Account: { prefix: '001', required: ['Name'] },
  Contact: { prefix: '003', required: ['LastName'] },
  Lead: { prefix: '00Q', required: ['LastName', 'Company'] },
  Campaign: { prefix: '701', required: ['Name'] },
  CampaignMember: {
    prefix: '00v',
    required: ['CampaignId'],
    unique: { fields: ['CampaignId', 'LeadId', 'ContactId'], message: 'Already a campaign member.' },
  },
  Opportunity: { prefix: '006', required: ['Name', 'StageName', 'CloseDate'] },
  OpportunityLineItem: { prefix: '00k', required: ['OpportunityId', 'PricebookEntryId', 'Quantity'] },
  OpportunityLineItemSchedule: { prefix: '00o', required: ['OpportunityLineItemId', 'ScheduleDate', 'Type'] },
  Product2: { prefix: '01t', required: ['Name'] },
  Pricebook2: { prefix: '01s', required: ['Name'] },
  PricebookEntry: {
    prefix: '01u',
    required: ['Pricebook2Id', 'Product2Id', 'UnitPrice'],
    unique: { fields: ['Pricebook2Id', 'Product2Id'], message: 'This price definition already exists in this price book' },
  },
  Order: { prefix: '801', required: ['AccountId', 'EffectiveDate', 'Status'] },
};

type Fields = Record<string, unknown>;

/** Fields that a campaign member shows of its lead or contact; the member itself doesn't change when they do. */
export const MEMBER_FIELDS: readonly string[] = [
  'CompanyOrAccount',
  'FirstName',
  'LastName',
  'Email',
  'Phone',
  'MobilePhone',
  'Title',
  'Street',
  'City',
  'State',
  'PostalCode',
  'Country',
];

/** Fields that Salesforce derives from others, such as a full name or a total. */
export function derivedFields(object: string, fields: Fields, org: SalesforceOrg): Fields {
  const related = (name: string, id: unknown) => org.get(name)?.get(String(id ?? ''));
  switch (object) {
    case 'Contact':
    case 'Lead': {
      const Name = [fields.FirstName, fields.LastName].filter(Boolean).join(' ');
      return object === 'Lead' ? { Name, IsConverted: fields.IsConverted ?? false } : { Name };
    }
    case 'CampaignMember':
      return { HasResponded: fields.Status === 'Responded' };
    case 'Opportunity': {
      const stage = String(fields.StageName ?? '');
      return { IsClosed: stage.startsWith('Closed'), IsWon: stage === 'Closed Won' };
    }
    case 'OpportunityLineItem': {
      const entry = related('PricebookEntry', fields.PricebookEntryId);
      const product = related('Product2', entry?.Product2Id);
      const opportunity = related('Opportunity', fields.OpportunityId);
      const UnitPrice = fields.UnitPrice ?? entry?.UnitPrice ?? 0;
      return {
        UnitPrice,
        TotalPrice: Math.round(Number(fields.Quantity) * Number(UnitPrice) * 100) / 100,
        Product2Id: entry?.Product2Id ?? null,
        ProductCode: product?.ProductCode ?? null,
        Name: [opportunity?.Name, product?.Name].filter(Boolean).join(' '),
      };
    }
    case 'PricebookEntry': {
      const product = related('Product2', fields.Product2Id);
      return { Name: product?.Name ?? null, ProductCode: product?.ProductCode ?? null, IsActive: fields.IsActive ?? false };
    }
    default:
      return {};
  }
}

/** A campaign member's field that comes from its lead or contact. */
export function memberField(member: Fields, field: string, org: SalesforceOrg): unknown {
  const person = org.get('Lead')?.get(String(member.LeadId ?? '')) ?? org.get('Contact')?.get(String(member.ContactId ?? ''));
  if (field !== 'CompanyOrAccount') return person?.[field] ?? null;
  return person?.Company ?? org.get('Account')?.get(String(person?.AccountId ?? ''))?.Name ?? null;
}
