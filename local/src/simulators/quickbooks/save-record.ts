import { addRecord, type Company, changeRecord, type EntityName, type QuickBooksRecord } from './company.ts';
import { missing, QuickBooksFault } from './quickbooks-answers.ts';
import { addToBalance, applyPayment, completeSale, getCustomerId, referenceTo } from './transactions.ts';

type Fields = Record<string, unknown>;

/** Fields that QuickBooks itself sets. */
const OWN = ['Balance', 'TotalAmt', 'UnappliedAmt', 'Id', 'SyncToken', 'MetaData', 'sparse', 'domain'];
const isSale = (entity: EntityName) => ['Invoice', 'SalesReceipt', 'Estimate'].includes(entity);

/** Makes a record. @throws QuickBooksFault */
export function createRecord(company: Company, entity: EntityName, given: Fields): QuickBooksRecord {
  if (given.CurrencyRef !== undefined) {
    const message = 'Business Validation Error: Multi Currency should be enabled to perform this operation';
    throw new QuickBooksFault('6000', 'A business validation error has occurred while processing your request', message);
  }
  const fields = checked(company, entity, { ...usualFields(company, entity), ...withoutOwn(entity, given) }, null);
  const record = addRecord(company[entity], fields, company.time());
  if (entity === 'Invoice') addToBalance(company, getCustomerId(record), Number(record.TotalAmt));
  if (entity === 'Payment') addToBalance(company, getCustomerId(record), -Number(record.TotalAmt));
  return record;
}

/** Changes a record: only the given fields if `sparse` is true, otherwise all of it. @throws QuickBooksFault */
export function updateRecord(company: Company, entity: EntityName, given: Fields): QuickBooksRecord {
  const record = existing(company, entity, given);
  const { Id: _id, SyncToken: _token, MetaData: _data, ...before } = record;
  const changes = withoutOwn(entity, given);
  const fields = checked(
    company,
    entity,
    given.sparse === true ? { ...before, ...changes } : { ...usualFields(company, entity), ...changes },
    record,
  );
  if (entity === 'Invoice') {
    const owed = Number(fields.TotalAmt) - Number(record.TotalAmt);
    fields.Balance = Math.max(0, Math.round((Number(record.Balance) + owed) * 100) / 100);
    addToBalance(company, getCustomerId(record), owed);
  }
  return changeRecord(company[entity], record, fields, company.time());
}

/** The record that a change names by id and token. @throws QuickBooksFault 5010 if it has changed since it was read */
export function existing(company: Company, entity: EntityName, { Id, SyncToken }: Fields): QuickBooksRecord {
  const record = company[entity].records.get(String(Id ?? ''));
  if (!record) throw notFound(entity);
  if (SyncToken === undefined) throw missing('SyncToken');
  if (String(SyncToken) !== record.SyncToken) {
    throw new QuickBooksFault(
      '5010',
      'Stale Object Error',
      'Stale Object Error : You and another user were working on this at the same time. Your work was not saved: read it again.',
    );
  }
  return record;
}

export function notFound(entity: string): QuickBooksFault {
  return new QuickBooksFault(
    '610',
    'Object Not Found',
    `Object Not Found : Something you're trying to use has been made inactive (${entity}).`,
  );
}

function checked(company: Company, entity: EntityName, fields: Fields, known: QuickBooksRecord | null): Fields {
  switch (entity) {
    case 'Customer':
      return uniquelyNamed(company, entity, withDisplayName(fields), 'DisplayName', known);
    case 'Item':
      return uniquelyNamed(company, entity, checkedItem(company, fields), 'Name', known);
    case 'Account':
    case 'Term':
    case 'PaymentMethod':
      return uniquelyNamed(company, entity, fields, 'Name', known);
    case 'Payment': {
      if (fields.CustomerRef === undefined) throw missing('CustomerRef');
      if (typeof fields.TotalAmt !== 'number') throw missing('TotalAmt');
      referenceTo(company, 'Customer', fields, 'CustomerRef');
      referenceTo(company, 'PaymentMethod', fields, 'PaymentMethodRef');
      referenceTo(company, 'Account', fields, 'DepositToAccountRef');
      return known ? fields : applyPayment(company, fields);
    }
    default:
      return isSale(entity) ? checkedSale(company, entity, fields, known) : fields;
  }
}

function checkedSale(company: Company, entity: EntityName, fields: Fields, known: QuickBooksRecord | null): Fields {
  if (entity !== 'SalesReceipt' && fields.CustomerRef === undefined) throw missing('CustomerRef');
  referenceTo(company, 'Customer', fields, 'CustomerRef');
  referenceTo(company, 'Term', fields, 'SalesTermRef');
  referenceTo(company, 'PaymentMethod', fields, 'PaymentMethodRef');
  const sale = completeSale(company, fields);
  const DocNumber = sale.DocNumber ?? String(1_001 + company[entity].records.size);
  if (entity !== 'Invoice') return { ...sale, DocNumber };
  return { ...sale, DocNumber, DueDate: sale.DueDate ?? sale.TxnDate, Balance: known ? known.Balance : sale.TotalAmt };
}

function checkedItem(company: Company, fields: Fields): Fields {
  const { Type = 'NonInventory' } = fields;
  const accounts = ['IncomeAccountRef', ...(Type === 'Inventory' ? ['ExpenseAccountRef', 'AssetAccountRef'] : [])];
  for (const name of accounts) if (fields[name] === undefined || fields[name] === null) throw missing(name);
  if (Type === 'Inventory') {
    for (const name of ['TrackQtyOnHand', 'QtyOnHand', 'InvStartDate']) if (fields[name] === undefined) throw missing(name);
  }
  for (const name of ['IncomeAccountRef', 'ExpenseAccountRef', 'AssetAccountRef']) referenceTo(company, 'Account', fields, name);
  return { ...fields, Type };
}

/** Names a customer without a display name after the parts of the name. */
function withDisplayName(fields: Fields): Fields {
  const parts = [fields.GivenName, fields.FamilyName].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return { ...fields, DisplayName: fields.DisplayName || parts || fields.CompanyName };
}

function uniquelyNamed(company: Company, entity: EntityName, fields: Fields, name: string, known: QuickBooksRecord | null): Fields {
  const wanted = fields[name];
  if (typeof wanted !== 'string' || wanted.trim() === '') throw missing(name);
  const others = company[entity].select([{ field: name, operator: '=', values: [wanted] }], []);
  const other = others.find((one) => one.Id !== known?.Id);
  if (other) {
    throw new QuickBooksFault('6240', 'Duplicate Name Exists Error', `The name supplied already exists. : Id=${other.Id}`);
  }
  return fields;
}

function withoutOwn(entity: EntityName, given: Fields): Fields {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !OWN.includes(name) || (name === 'TotalAmt' && entity === 'Payment')));
}

function usualFields(company: Company, entity: EntityName): Fields {
  const today = company.time().slice(0, 10);
  switch (entity) {
    case 'Customer':
      return { Active: true, Taxable: true, Balance: 0, CurrencyRef: { value: 'USD', name: 'United States Dollar' } };
    case 'Item':
    case 'Account':
    case 'Term':
    case 'PaymentMethod':
      return { Active: true };
    default:
      return { TxnDate: today, CurrencyRef: { value: 'USD', name: 'United States Dollar' } };
  }
}
