import { type Company, type EntityName, type Fields, type QuickBooksRecord, readField } from './company.ts';
import { invalidReference, missing, QuickBooksFault } from './quickbooks-answers.ts';

interface Line {
  Amount?: number;
  DetailType?: string;
  SalesItemLineDetail?: { Qty?: number; UnitPrice?: number };
  LinkedTxn?: { TxnId?: string; TxnType?: string }[];
}

export function toCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** A reference with the name of its target. @throws QuickBooksFault */
export function referenceTo(company: Company, entity: EntityName, fields: Fields, name: string): void {
  const reference = fields[name] as { value?: unknown } | undefined;
  if (reference === undefined || reference === null) return;
  const found = company[entity].records.get(String(reference.value ?? ''));
  if (!found || found.Active === false) throw invalidReference(name);
  fields[name] = { value: found.Id, name: found.DisplayName ?? found.Name };
}

/** Adds numbers, names, a subtotal and the total to a sale. @throws QuickBooksFault if an amount isn't price times quantity */
export function completeSale(company: Company, fields: Fields): Fields {
  const lines = getLines(fields).filter(({ DetailType }) => DetailType !== 'SubTotalLineDetail');
  if (lines.length === 0) throw missing('Line');
  let total = 0;
  const complete = lines.map((line, index) => {
    const { Amount, DetailType, SalesItemLineDetail: detail } = line;
    const numbered = { ...line, Id: String(index + 1), LineNum: index + 1 };
    if (DetailType === undefined) throw missing('Line.DetailType');
    if (DetailType === 'DescriptionOnly') return numbered;
    if (typeof Amount !== 'number') throw missing('Line.Amount');
    total += toCents(DetailType === 'DiscountLineDetail' ? -Amount : Amount);
    if (!detail) return numbered;
    const { Qty, UnitPrice } = detail;
    if (Qty !== undefined && UnitPrice !== undefined && Math.abs(Math.round((Qty * UnitPrice - Amount) * 100)) > 1)
      throw new QuickBooksFault(6070, `Amount is not equal to UnitPrice * Qty. Supplied value:${Amount}`);
    const named: Fields = { ...detail };
    referenceTo(company, 'Item', named, 'ItemRef');
    return { ...numbered, SalesItemLineDetail: named };
  });
  const TotalAmt = toCents(total);
  return { ...fields, Line: [...complete, { Amount: TotalAmt, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} }], TotalAmt };
}

/** Subtracts a payment from its invoices' balances. @throws QuickBooksFault */
export function applyPayment(company: Company, fields: Fields): Fields {
  const Line = getLines(fields);
  const UnappliedAmt = toCents(Number(fields.TotalAmt) - Line.reduce((sum, { Amount = 0 }) => sum + Amount, 0));
  if (UnappliedAmt < 0) throw new QuickBooksFault(6000, 'The amount of the lines is more than the payment.');
  const invoices = Line.flatMap(({ Amount = 0, LinkedTxn = [] }) =>
    LinkedTxn.filter(({ TxnType }) => TxnType === 'Invoice').map(({ TxnId }) => {
      const invoice = company.Invoice.records.get(String(TxnId));
      if (!invoice) throw invalidReference('LinkedTxn');
      return { invoice, Amount };
    }),
  );
  for (const { invoice, Amount } of invoices) {
    company.Invoice.change(invoice, { ...invoice, Balance: Math.max(0, toCents(Number(invoice.Balance) - Amount)) });
  }
  return { ...fields, Line, UnappliedAmt };
}

/** Adds to what a transaction's customer owes. */
export function addToBalance(company: Company, transaction: QuickBooksRecord, amount: number): void {
  const customer = company.Customer.records.get(String(readField(transaction, 'CustomerRef')));
  if (!customer || amount === 0) return;
  // A balance doesn't change the customer: neither its token nor its time.
  customer.Balance = toCents(Number(customer.Balance ?? 0) + amount);
  company.Customer.records.put(customer);
}

function getLines({ Line }: Fields): Line[] {
  return Array.isArray(Line) ? (Line as Line[]) : [];
}
