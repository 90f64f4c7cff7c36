import type { EntityBalance } from '@portage/connectors/entities';
import { addDecimals, type Decimal, decimalArgument, decimalText, divideDecimals, multiplyDecimals, negated } from '@portage/workflow';
import type { MappedField } from './map-record.ts';

/** Where a cart has its sold items and its payments. Paths below the lists are relative to an entry. */
export type CartPaths = Pick<EntityBalance, 'entries' | 'key' | 'quantity' | 'total' | 'filler' | 'rest'>;

type BalancedCart = { ok: true; fields: MappedField[] } | { ok: false; message: string };

/** Keys of the items a cart sells, each once, including the filler. */
export function keysOfCart(fields: readonly MappedField[], { entries, key, filler }: CartPaths): string[] {
  const keys = collectEntries(fields, entries).map((entry) => String(entry.values.get(key) ?? ''));
  return [...new Set([...keys, filler.key])].filter((one) => one !== '');
}

/**
 * Makes the sold items add up to the payments: a cart that costs less than its total gets pieces of the filler, one that costs
 * more is paid in part by the rest. Replaces the filler and rest entries from the mappings.
 *
 * @param priceOf price of a key, as a decimal; null: unknown, and the cart is left unchanged
 */
export function balanceCart(fields: readonly MappedField[], places: CartPaths, priceOf: (key: string) => string | null): BalancedCart {
  const { entries, key, quantity, total, filler, rest } = places;
  const wanted = fields.find(({ toParameterPath }) => toParameterPath === total)?.value;
  const all = collectEntries(fields, entries);
  const own = all.filter(({ values }) => String(values.get(key)) !== filler.key);
  let missing = parseAmount(wanted);
  for (const { values } of own) {
    const [price, count] = [parseAmount(priceOf(String(values.get(key)))), parseAmount(values.get(quantity) ?? 1)];
    missing = missing && price && count && addDecimals(missing, negated(multiplyDecimals(price, count)));
  }
  const priceOfPiece = parseAmount(priceOf(filler.key));
  if (!missing || !priceOfPiece) return { ok: true, fields: [...fields] };
  const rests = collectEntries(fields, rest.list).filter(({ values }) => isRest(values, rest.values));
  const replaced = [...all.filter((entry) => !own.includes(entry)), ...rests].map(({ path }) => `${path}.`);
  const kept = fields.filter(({ toParameterPath }) => !replaced.some((path) => toParameterPath.startsWith(path)));
  if (missing.units === 0n) return { ok: true, fields: kept };
  if (missing.units < 0n) {
    const amount = decimalText(negated(missing));
    return { ok: true, fields: [...kept, ...entryFields(kept, rest.list, { ...rest.values, [rest.amount]: amount })] };
  }
  const pieces = priceOfPiece.units === 0n ? '' : decimalText(divideDecimals(missing, priceOfPiece));
  if (!/^\d+$/.test(pieces)) {
    const message = `The total is short by ${decimalText(missing)}, but “${filler.key}” costs ${decimalText(priceOfPiece)}: no quantity adds up to that.`;
    return { ok: false, message: `${message} Give it the smallest price your currency allows.` };
  }
  const more = { ...filler.values, [key]: filler.key, [quantity]: pieces };
  return { ok: true, fields: [...kept, ...entryFields(kept, entries, more)] };
}

function parseAmount(value: unknown): Decimal | null {
  return /^-?\d+(\.\d+)?$/.test(String(value)) ? decimalArgument(value) : null;
}

interface CartEntry {
  at: number;
  /** `body.Items[0]` */
  path: string;
  values: Map<string, unknown>;
}

function collectEntries(fields: readonly MappedField[], list: string): CartEntry[] {
  const entries = new Map<number, CartEntry>();
  for (const { toParameterPath, value } of fields) {
    const [, place = '', path = ''] = toParameterPath.startsWith(`${list}[`)
      ? (/^\[(\d+)\]\.(.+)$/.exec(toParameterPath.slice(list.length)) ?? [])
      : [];
    if (place === '') continue;
    const at = Number(place);
    const entry = entries.get(at) ?? { at, path: `${list}[${at}]`, values: new Map<string, unknown>() };
    entries.set(at, entry);
    entry.values.set(path, value);
  }
  return [...entries.values()];
}

function isRest(values: ReadonlyMap<string, unknown>, wanted: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted).every(([path, value]) => String(values.get(path)) === String(value));
}

function entryFields(fields: readonly MappedField[], list: string, values: Readonly<Record<string, unknown>>): MappedField[] {
  const next = Math.max(-1, ...collectEntries(fields, list).map(({ at }) => at)) + 1;
  return Object.entries(values).map(([path, value]) => ({ toParameterPath: `${list}[${next}].${path}`, value }));
}
