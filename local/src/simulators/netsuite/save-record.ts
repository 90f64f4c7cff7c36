import { rounded } from '../minor-units.ts';
import type { Account, AccountTable, NetSuiteRecord } from './account.ts';
import { invalidContent, netSuiteProblem } from './netsuite-answers.ts';
import { STATUSES } from './record-types.ts';
import { findItemType, idOfReference } from './record-view.ts';

type Fields = Record<string, unknown>;
interface Line extends Fields {
  quantity?: number;
  rate?: number;
  amount?: number;
}

/** Fields that NetSuite itself sets. */
const OWN = ['id', 'links', 'createdDate', 'lastModifiedDate', 'total', 'amountRemaining', 'tranId', 'refName'];

/** @throws Refusal */
export function createRecord(account: Account, table: AccountTable, given: Fields): NetSuiteRecord {
  const { type } = table;
  const own =
    type.numbers === undefined
      ? {}
      : { tranId: account.nextNumber(type), tranDate: account.time().slice(0, 10), status: { id: 'A', refName: STATUSES.A } };
  const fields = checked(account, table, { ...usualFields(table), ...own, ...withoutOwn(given) }, null);
  return account.add(table, fields);
}

/** Changes the given fields. Lists grow unless `replace` names them; a price replaces the one at its level. @throws Refusal */
export function updateRecord(
  account: Account,
  table: AccountTable,
  record: NetSuiteRecord,
  given: Fields,
  replace: readonly string[],
): NetSuiteRecord {
  const changes = withoutOwn(given);
  for (const name of table.type.sublists ?? []) {
    if (changes[name] === undefined || replace.includes(name)) continue;
    const before = getLines(record[name]);
    const lines = getLines(changes[name]);
    changes[name] = {
      items: name === 'price' ? withPrices(before, lines) : name === 'addressBook' ? withAddresses(before, lines) : [...before, ...lines],
    };
  }
  return account.change(table, record, checked(account, table, { ...record, ...changes }, record));
}

/** Makes a record of another type from a record. */
export function transformed(account: Account, from: NetSuiteRecord, to: AccountTable, given: Fields): NetSuiteRecord {
  const { entity, item, location, subsidiary, currency, memo, otherRefNum, email } = from;
  const taken = Object.entries({ entity, item, location, subsidiary, currency, memo, otherRefNum, email });
  const fields = Object.fromEntries(taken.filter(([, value]) => value !== undefined));
  return createRecord(account, to, { ...fields, createdFrom: { id: from.id }, ...given });
}

export function getLines(sublist: unknown): Line[] {
  const items = (sublist as { items?: unknown } | undefined)?.items;
  return Array.isArray(items) ? (items as Line[]) : [];
}

function checked(account: Account, table: AccountTable, fields: Fields, known: NetSuiteRecord | null): Fields {
  const { required = [], unique, references = {}, sublists = [] } = table.type;
  const missing = required.filter((name) => fields[name] === undefined || fields[name] === null || fields[name] === '');
  if (missing.length > 0)
    throw netSuiteProblem(400, 'USER_ERROR', `Error while accessing a resource. Please enter value(s) for: ${missing.join(', ')}.`);
  for (const [name, target] of Object.entries(references)) {
    if (fields[name] === undefined || fields[name] === null) continue;
    fields[name] = { id: existing(account, target, fields[name], name) };
  }
  for (const name of sublists) if (fields[name] !== undefined) fields[name] = { items: getLines(fields[name]) };
  const complete =
    table.name === 'customer'
      ? namedCustomer(account, fields)
      : sublists.includes('item') && fields.item !== undefined
        ? totalled(account, fields)
        : fields;
  const taken = unique === undefined ? [] : table.byUnique(String(complete[unique] ?? '').toLowerCase());
  const same = [...taken, ...(typeof complete.externalId === 'string' ? table.byExternalId(complete.externalId) : [])];
  if (same.some(({ id }) => id !== known?.id))
    throw netSuiteProblem(400, 'USER_ERROR', 'Error while accessing a resource. This record already exists.');
  return complete;
}

/** @throws Refusal */
function existing(account: Account, type: string, reference: unknown, name: string): string {
  const id = idOfReference(reference) ?? findIdByExternalId(account, type, reference);
  if (id === null || !account.table(type).records.get(id)) {
    throw invalidContent(`Invalid Field Value ${JSON.stringify(reference).slice(0, 100)} for the following field: ${name}.`);
  }
  return id;
}

function findIdByExternalId(account: Account, type: string, reference: unknown): string | null {
  const externalId = (reference as { externalId?: unknown } | null)?.externalId;
  return typeof externalId === 'string' ? (account.table(type).byExternalId(externalId)[0]?.id ?? null) : null;
}

/** Names a customer after the company or the person, with a number if the name is taken. */
function namedCustomer(account: Account, fields: Fields): Fields {
  const isPerson = fields.isPerson === true;
  const name = isPerson ? [fields.firstName, fields.lastName].filter(Boolean).join(' ') : fields.companyName;
  if (typeof name !== 'string' || name === '') {
    throw netSuiteProblem(
      400,
      'USER_ERROR',
      `Error while accessing a resource. Please enter value(s) for: ${isPerson ? 'Last Name' : 'Company Name'}.`,
    );
  }
  if (typeof fields.entityId === 'string' && fields.entityId !== '') return fields;
  const { byUnique } = account.table('customer');
  let entityId = name;
  for (let number = 2; byUnique(entityId.toLowerCase()).length > 0; number += 1) entityId = `${name} (${number})`;
  return { ...fields, entityId };
}

function totalled(account: Account, fields: Fields): Fields {
  const lines = getLines(fields.item).map((line) => {
    if (findItemType(account, line.item) === undefined)
      throw invalidContent(`Invalid Field Value ${JSON.stringify(line.item)} for the following field: item.`);
    const { quantity = 1 } = line;
    const rate = line.rate ?? (line.amount === undefined ? getItemPrice(account, line) : line.amount / quantity);
    const amount = line.amount ?? Math.round(rate * quantity * 100) / 100;
    return { ...line, item: { id: idOfReference(line.item) }, quantity, rate, amount };
  });
  const total = Math.round(lines.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
  const currency = account.table('currency').records.get(idOfReference(fields.currency) ?? '')?.symbol;
  const odd = lines.find(({ amount }) => rounded(amount, String(currency ?? 'USD')) !== amount);
  if (odd) throw invalidContent(`Invalid amount ${odd.amount}: ${currency} has no such fractions.`);
  if (total < 0)
    throw netSuiteProblem(400, 'USER_ERROR', 'Error while accessing a resource. The total of this transaction may not be negative.');
  return { ...fields, item: { items: lines }, total, ...(fields.dueDate === undefined ? {} : { amountRemaining: total }) };
}

/** The item's price at the line's price level, or its base price. */
function getItemPrice(account: Account, line: Line): number {
  const type = findItemType(account, line.item);
  const item = type ? account.table(type).records.get(idOfReference(line.item) ?? '') : undefined;
  const prices = getLines(item?.price);
  const level = idOfReference(line.price) ?? '1';
  const price = prices.find(({ priceLevel }) => idOfReference(priceLevel) === level) ?? prices[0];
  return typeof price?.price === 'number' ? price.price : 0;
}

function withPrices(before: readonly Line[], given: readonly Line[]): Line[] {
  const keyOf = ({ priceLevel, currencyPage, quantity }: Line) => {
    const from = (quantity as { value?: unknown } | undefined)?.value ?? 0;
    return [idOfReference(priceLevel), idOfReference(currencyPage) ?? '1', from].join(' ');
  };
  const prices = new Map([...before, ...given].map((line) => [keyOf(line), line]));
  return [...prices.values()];
}

/** A line that names an address changes it; a default moves here from the line that had it. */
function withAddresses(before: readonly Line[], given: readonly Line[]): Line[] {
  const lines = before.map((line, index) => ({ ...line, internalId: line.internalId ?? index + 1 }));
  for (const line of given) {
    const known = lines.find(({ internalId }) => String(internalId) === String(line.internalId));
    for (const name of ['defaultBilling', 'defaultShipping']) {
      if (line[name] === true) for (const other of lines) (other as Line)[name] = false;
    }
    if (known) {
      const address = { ...((known as Line).addressBookAddress as object), ...(line.addressBookAddress as object) };
      Object.assign(known, line, { addressBookAddress: address });
    } else lines.push({ ...line, internalId: lines.length + 1 });
  }
  return lines;
}

function withoutOwn(given: Fields): Fields {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !OWN.includes(name)));
}

function usualFields({ name }: AccountTable): Fields {
  switch (name) {
    case 'customer':
      return { isPerson: false, isInactive: false, subsidiary: { id: '1' }, currency: { id: '1' } };
    case 'salesOrder':
    case 'invoice':
    case 'opportunity':
      return { subsidiary: { id: '1' }, currency: { id: '1' } };
    case 'itemFulfillment':
      return {};
    default:
      return { isInactive: false };
  }
}
