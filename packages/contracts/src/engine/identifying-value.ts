import { isListOrObject } from '@portage/primitives/json';

/** The value that tells a run from other runs of its workflow, such as an order number. */
export interface IdentifyingValue {
  /** Where it is in the payload: `order.number`; empty if the payload is the value. */
  path: string;
  value: string;
}

const DEEPEST = 3;
const MOST_MEMBERS = 500;
const LONGEST_VALUE = 60;
/** A value one level deeper has to be this much better. */
const LEVEL_COST = 2;

const SUBJECTS =
  'order|invoice|ticket|case|issue|booking|po|purchaseorder|quote|offer|document|shipment|delivery|transaction|payment|confirmation|customer|contract|subscription';
/** The best names first, without separators and in lower case. */
const NAMES: readonly [pattern: RegExp, cost: number][] = [
  [new RegExp(`^(${SUBJECTS})?(number|no|nr|reference|ref)$`), 0],
  [new RegExp(`^(${SUBJECTS})$`), 1],
  [/^(e?mail|emailaddress|key|sku)$/, 4],
  [/^id$/, 5],
  [new RegExp(`^(${SUBJECTS})id$`), 5],
  [/^(title|subject|name|fullname)$/, 7],
];

/**
 * Picks the value by which a person recognizes a run, from the names of the payload's members. Looks three levels deep, and into
 * lists of one item.
 *
 * @returns null if no member has such a name with a short text or a number
 */
export function identifyingValue(payload: unknown): IdentifyingValue | null {
  const whole = readValue(payload);
  if (whole !== null) return { path: '', value: whole };
  let best: (IdentifyingValue & { cost: number }) | null = null;
  let members = 0;
  const waiting: { holder: unknown; path: string; depth: number }[] = [{ holder: payload, path: '', depth: 0 }];
  for (const { holder, path, depth } of waiting) {
    if (!isListOrObject(holder)) continue;
    if (Array.isArray(holder)) {
      if (holder.length === 1) waiting.push({ holder: holder[0], path: `${path}[0]`, depth });
      continue;
    }
    for (const [name, member] of Object.entries(holder)) {
      if (++members > MOST_MEMBERS) return strip(best);
      const memberPath = path === '' ? name : `${path}.${name}`;
      if (isListOrObject(member)) {
        if (depth < DEEPEST) waiting.push({ holder: member, path: memberPath, depth: depth + 1 });
        continue;
      }
      const value = readValue(member);
      const cost = value === null ? null : costOfName(name, value);
      if (value === null || cost === null) continue;
      const total = cost + depth * LEVEL_COST;
      if (best === null || total < best.cost) best = { path: memberPath, value, cost: total };
    }
  }
  return strip(best);
}

function strip(best: IdentifyingValue | null): IdentifyingValue | null {
  return best && { path: best.path, value: best.value };
}

function costOfName(name: string, value: string): number | null {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  // Shopify calls an order's number its name: "#1001".
  if (plain === 'name' && /^#\S*\d/.test(value)) return 0;
  return NAMES.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

function readValue(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text !== '' && text.length <= LONGEST_VALUE && !/[\n\r]/.test(text) ? text : null;
}
