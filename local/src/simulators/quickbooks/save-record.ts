import type { Company, EntityName, Fields, QuickBooksRecord } from './company.ts';
import { missing, QuickBooksFault } from './quickbooks-answers.ts';
import { addToBalance, applyPayment, completeSale, referenceTo, toCents } from './transactions.ts';

/** Fields that QuickBooks itself sets. */
const OWN = ['Balance', 'TotalAmt', 'UnappliedAmt', 'Id', 'SyncToken', 'MetaData', 'sparse', 'domain'];
const CurrencyRef = { value: 'USD', name: 'United States Dollar' };
/** Fields of records that a call doesn't give. */
const USUAL: Readonly<Partial<Record<EntityName, Fields>>> = {
  Customer: { Active: true, Taxable: true, Balance: 0, CurrencyRef },
  Item: { Active: true, Type: 'NonInventory' },
  Account: { Active: true },
  Term: { Active: true },
  PaymentMethod: { Active: true },
};
const REQUIRED: Readonly<Partial<Record<EntityName, readonly string[]>>> = {
  Item: ['IncomeAccountRef'],
  Invoice: ['CustomerRef'],
  Estimate: ['CustomerRef'],
  Payment: ['CustomerRef', 'TotalAmt'],
};
const REQUIRED_OF_STOCK = ['ExpenseAccountRef', 'AssetAccountRef', 'TrackQtyOnHand', 'QtyOnHand', 'InvStartDate'];
const REFERENCES: Readonly<Record<string, EntityName>> = {
  CustomerRef: 'Customer',
  SalesTermRef: 'Term',
  PaymentMethodRef: 'PaymentMethod',
  DepositToAccountRef: 'Account',
  IncomeAccountRef: 'Account',
  ExpenseAccountRef: 'Account',
  AssetAccountRef: 'Account',
};

/** Makes a record. @throws QuickBooksFault */
export function createRecord(company: Company, entity: EntityName, given: Fields): QuickBooksRecord {
  if (given.CurrencyRef !== undefined) {
    throw new QuickBooksFault(6000, 'Business Validation Error: Multi Currency should be enabled to perform this operation');
  }
  const record = company[entity].add(checked(company, entity, { ...usualFields(company, entity), ...withoutOwn(entity, given) }, null));
  if (entity === 'Invoice') addToBalance(company, record, Number(record.TotalAmt));
  if (entity === 'Payment') addToBalance(company, record, -Number(record.TotalAmt));
  return record;
}

/** Changes a record: only the given fields if `sparse` is true, otherwise all of it. @throws QuickBooksFault */
export function updateRecord(company: Company, entity: EntityName, given: Fields): QuickBooksRecord {
  const record = existing(company, entity, given);
  const before = given.sparse === true ? record : usualFields(company, entity);
  const fields = checked(company, entity, { ...before, ...withoutOwn(entity, given) }, record);
  if (entity === 'Invoice') {
    const owed = Number(fields.TotalAmt) - Number(record.TotalAmt);
    fields.Balance = Math.max(0, toCents(Number(record.Balance) + owed));
    addToBalance(company, record, owed);
  }
  return company[entity].change(record, fields);
}

/** The record that a change names by id and token. @throws QuickBooksFault 5010 if it has changed since it was read */
export function existing(company: Company, entity: EntityName, { Id, SyncToken }: Fields): QuickBooksRecord {
  const record = company[entity].get(Id);
  if (SyncToken === undefined) throw missing('SyncToken');
  if (String(SyncToken) === record.SyncToken) return record;
  const detail = 'You and another user were working on this at the same time. Your work was not saved: read it again.';
  throw new QuickBooksFault(5010, `Stale Object Error : ${detail}`);
}

function checked(company: Company, entity: EntityName, fields: Fields, before: QuickBooksRecord | null): Fields {
  const isStock = entity === 'Item' && fields.Type === 'Inventory';
  const required = [...(REQUIRED[entity] ?? []), ...(isStock ? REQUIRED_OF_STOCK : [])];
  const absent = required.find((name) => fields[name] === undefined || fields[name] === null);
  if (absent) throw missing(absent);
  for (const [name, target] of Object.entries(REFERENCES)) referenceTo(company, target, fields, name);
  switch (entity) {
    case 'Customer':
      return uniquelyNamed(company, entity, withDisplayName(fields), 'DisplayName', before);
    case 'Item':
    case 'Account':
    case 'Term':
    case 'PaymentMethod':
      return uniquelyNamed(company, entity, fields, 'Name', before);
    case 'Payment':
      return before ? fields : applyPayment(company, fields);
    case 'CompanyInfo':
      return fields;
    case 'Invoice':
    case 'SalesReceipt':
    case 'Estimate':
      return checkedSale(company, entity, fields, before);
    default:
      return entity satisfies never;
  }
}

function checkedSale(company: Company, entity: EntityName, fields: Fields, before: QuickBooksRecord | null): Fields {
  const sale = completeSale(company, fields);
  const DocNumber = sale.DocNumber ?? String(1_001 + company[entity].records.size);
  if (entity !== 'Invoice') return { ...sale, DocNumber };
  return { ...sale, DocNumber, DueDate: sale.DueDate ?? sale.TxnDate, Balance: before ? before.Balance : sale.TotalAmt };
}

/** Names a customer without a display name after the parts of the name. */
function withDisplayName(fields: Fields): Fields {
  const parts = [fields.GivenName, fields.FamilyName].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return { ...fields, DisplayName: fields.DisplayName || parts || fields.CompanyName };
}

function uniquelyNamed(company: Company, entity: EntityName, fields: Fields, name: string, before: QuickBooksRecord | null): Fields {
  const wanted = fields[name];
  if (typeof wanted !== 'string' || wanted.trim() === '') throw missing(name);
  const others = company[entity].select([{ field: name, operator: '=', values: [wanted] }], []);
  const other = others.find((one) => one.Id !== before?.Id);
  if (other) throw new QuickBooksFault(6240, `The name supplied already exists. : Id=${other.Id}`);
  return fields;
}

function withoutOwn(entity: EntityName, given: Fields): Fields {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !OWN.includes(name) || (name === 'TotalAmt' && entity === 'Payment')));
}

function usualFields(company: Company, entity: EntityName): Fields {
  return USUAL[entity] ?? { TxnDate: company.time().slice(0, 10), CurrencyRef };
}
