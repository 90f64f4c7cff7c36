import { type Company, changeRecord, type EntityName, type QuickBooksRecord, readField } from './company.ts';
import { invalidReference, missing, QuickBooksFault } from './quickbooks-answers.ts';

type Fields = Record<string, unknown>;
interface Line {
  Id?: string;
  LineNum?: number;
  Amount?: number;
  DetailType?: string;
  SalesItemLineDetail?: { ItemRef?: { value?: string }; Qty?: number; UnitPrice?: number };
  LinkedTxn?: { TxnId?: string; TxnType?: string }[];
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
  let cents = 0;
  const complete = lines.map((line, index) => {
    const { Amount, DetailType, SalesItemLineDetail: detail } = line;
    if (DetailType === undefined) throw missing('Line.DetailType');
    if (DetailType === 'DescriptionOnly') return { ...line, Id: String(index + 1), LineNum: index + 1 };
    if (typeof Amount !== 'number') throw missing('Line.Amount');
    const own = Math.round(Amount * 100);
    cents += DetailType === 'DiscountLineDetail' ? -own : own;
    if (!detail) return { ...line, Id: String(index + 1), LineNum: index + 1 };
    const { Qty, UnitPrice } = detail;
    if (Qty !== undefined && UnitPrice !== undefined && Math.abs(Math.round(Qty * UnitPrice * 100) - own) > 1) {
      throw new QuickBooksFault(
        '6070',
        'Amount calculation incorrect in the request',
        `Amount is not equal to UnitPrice * Qty. Supplied value:${Amount}`,
      );
    }
    const named = { ...detail } as Fields;
    referenceTo(company, 'Item', named, 'ItemRef');
    return { ...line, SalesItemLineDetail: named, Id: String(index + 1), LineNum: index + 1 };
  });
  const TotalAmt = cents / 100;
  return { ...fields, Line: [...complete, { Amount: TotalAmt, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} }], TotalAmt };
}

/** Subtracts a payment from its invoices' balances. @throws QuickBooksFault */
export function applyPayment(company: Company, fields: Fields): Fields {
  const total = Number(fields.TotalAmt);
  const lines = getLines(fields);
  const applied = lines.reduce((sum, { Amount = 0 }) => sum + Amount, 0);
  if (Math.round(applied * 100) > Math.round(total * 100)) {
    throw new QuickBooksFault(
      '6000',
      'A business validation error has occurred while processing your request',
      'The amount of the lines is more than the payment.',
    );
  }
  const invoices = lines.flatMap(({ Amount = 0, LinkedTxn = [] }) =>
    LinkedTxn.filter(({ TxnType }) => TxnType === 'Invoice').map(({ TxnId }) => {
      const invoice = company.Invoice.records.get(String(TxnId));
      if (!invoice) throw invalidReference('LinkedTxn');
      return { invoice, Amount };
    }),
  );
  for (const { invoice, Amount } of invoices) {
    const Balance = Math.max(0, Math.round((Number(invoice.Balance) - Amount) * 100) / 100);
    changeRecord(company.Invoice, invoice, { ...invoice, Balance }, company.time());
  }
  return { ...fields, Line: lines, UnappliedAmt: Math.round((total - applied) * 100) / 100 };
}

/** Adds to what a customer owes. */
export function addToBalance(company: Company, customerId: unknown, amount: number): void {
  const customer = company.Customer.records.get(String(customerId ?? ''));
  if (!customer || amount === 0) return;
  // A balance doesn't change the customer: neither its token nor its time.
  customer.Balance = Math.round((Number(customer.Balance ?? 0) + amount) * 100) / 100;
  company.Customer.records.put(customer);
}

export function getCustomerId(record: Fields): unknown {
  return readField(record as QuickBooksRecord, 'CustomerRef');
}

function getLines({ Line }: Fields): Line[] {
  return Array.isArray(Line) ? (Line as Line[]) : [];
}
