/**
 * The text at a path of an item's object, which can hold anything a workflow wrote.
 *
 * @param path names, separated by dots
 * @returns an empty text if the value is missing, a list or an object
 */
export function textAt(object: Readonly<Record<string, unknown>>, path: string): string {
  let value: unknown = object;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return '';
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A system's code as words: `PARTIALLY_REFUNDED` is "Partially refunded". Other texts stay. */
export function codeText(code: string): string {
  return /^[A-Z]+(_[A-Z]+)*$/.test(code) ? code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ') : code;
}

/** `12.50 EUR` of an order (spec DASH-16: totalPriceSet.presentmentMoney). */
export function orderTotal(order: Readonly<Record<string, unknown>>): string {
  const money = 'totalPriceSet.presentmentMoney';
  return [textAt(order, `${money}.amount`), textAt(order, `${money}.currencyCode`)].filter(Boolean).join(' ');
}

/** `gift: yes, note: Ring twice` of an order (spec DASH-16: Metafields {key, value}). */
export function metafieldsText({ Metafields }: Readonly<Record<string, unknown>>): string {
  const all: unknown[] = Array.isArray(Metafields) ? Metafields : [];
  return all
    .map((one) => (typeof one === 'object' && one !== null ? { ...one } : {}))
    .map((one: Record<string, unknown>) => [textAt(one, 'key'), textAt(one, 'value')])
    .filter(([key]) => key !== '')
    .map((pair) => pair.join(': '))
    .join(', ');
}
