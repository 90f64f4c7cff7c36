import type { OrderedIndex } from '../store/ordered-index.ts';
import type { Records } from '../store/records.ts';

interface SearchField<Item> {
  /** An item's values, any of which may match. */
  read(item: Item): readonly (string | null | undefined)[];
  /** Finds items with a value by an index; omitted: all items are scanned. */
  find?(value: string): readonly Item[];
}

interface SearchSettings<Item extends object> {
  records: Records<Item>;
  fields: Readonly<Record<string, SearchField<Item>>>;
  /** The text that plain words are searched in. */
  texts(item: Item): string;
  /** By field (`updated_at`). */
  times: Readonly<Record<string, OrderedIndex<Item>>>;
  /** Grows whenever a field's source changes. */
  version?(): number;
}

interface Found<Item> {
  matches(item: Item): boolean;
  /** The items that may match; null: all. */
  among: (() => readonly Item[]) | null;
}

/**
 * Shopify's search over records: `field:value`, `field:"value"`, `updated_at:>='…'`, plain words; optional AND, OR, NOT
 * and brackets. An unknown field is ignored, as in Shopify.
 */
export function shopSearch<Item extends { id: string }>(settings: SearchSettings<Item>) {
  const { records, times, version = () => records.version } = settings;
  let kept: { question: string; version: number; found: readonly Item[] } | null = null;
  return (query: string | null | undefined, sortKey: string | null | undefined, reverse = false): readonly Item[] => {
    const question = JSON.stringify([query ?? '', sortKey ?? '', reverse]);
    if (kept?.question === question && kept.version === version()) return kept.found;
    const found = findItems(settings, query ?? '', sortKey?.toLowerCase() ?? null, times);
    kept = { question, version: version(), found: reverse ? found.toReversed() : found };
    return kept.found;
  };
}

function findItems<Item extends { id: string }>(
  settings: SearchSettings<Item>,
  query: string,
  sortKey: string | null,
  times: SearchSettings<Item>['times'],
): readonly Item[] {
  const order = sortKey === null ? undefined : times[sortKey];
  const tokens = tokenize(query);
  if (tokens.length === 0) return (order ?? settings.records).all();
  const { matches, among } = parse(tokens, settings);
  const items = among ? [...new Set(among())] : (order ?? settings.records).all();
  const found = items.filter(matches);
  if (!among || !order) return found;
  // Puts the few records from an index back into the sort key's order.
  const wanted = new Set(found);
  return found.length > 1 ? order.all().filter((item) => wanted.has(item)) : found;
}

function parse<Item extends { id: string }>(tokens: string[], settings: SearchSettings<Item>): Found<Item> {
  let at = 0;
  return either();

  function either(): Found<Item> {
    const parts = [both()];
    while (tokens[at]?.toUpperCase() === 'OR') {
      at += 1;
      parts.push(both());
    }
    if (parts.length === 1) return parts[0] as Found<Item>;
    const among = parts.every((part) => part.among) ? () => parts.flatMap((part) => part.among?.() ?? []) : null;
    return { matches: (item) => parts.some((part) => part.matches(item)), among };
  }

  function both(): Found<Item> {
    const parts: Found<Item>[] = [];
    while (at < tokens.length && tokens[at] !== ')' && tokens[at]?.toUpperCase() !== 'OR') {
      if (tokens[at]?.toUpperCase() === 'AND') at += 1;
      else parts.push(one());
    }
    return { matches: (item) => parts.every((part) => part.matches(item)), among: parts.find((part) => part.among)?.among ?? null };
  }

  function one(): Found<Item> {
    const token = tokens[at] ?? '';
    at += 1;
    if (token === '(') {
      const inner = either();
      at += 1;
      return inner;
    }
    if (token.toUpperCase() === 'NOT') {
      const { matches } = one();
      return { matches: (item) => !matches(item), among: null };
    }
    if (token.startsWith('-') && token.length > 1) {
      const { matches } = term(token.slice(1), settings);
      return { matches: (item) => !matches(item), among: null };
    }
    return term(token, settings);
  }
}

function term<Item extends { id: string }>(token: string, { fields, texts, times }: SearchSettings<Item>): Found<Item> {
  const [, name, sign = '', written = ''] = /^(\w+):(>=|<=|>|<)?(.*)$/s.exec(token) ?? [];
  if (name === undefined) {
    const wanted = unquoted(token).toLowerCase().replace(/\*$/, '');
    return { matches: (item) => texts(item).toLowerCase().includes(wanted), among: null };
  }
  const value = unquoted(written);
  const order = times[name];
  if (order) return timeTerm(order, name, sign, value, fields);
  const field = fields[name];
  if (!field) return { matches: () => true, among: null };
  const wanted = value.toLowerCase();
  const isEqual = (one: string | null | undefined) =>
    wanted.endsWith('*') ? one?.toLowerCase().startsWith(wanted.slice(0, -1)) === true : (one ?? '').toLowerCase() === wanted;
  const { find } = field;
  return { matches: (item) => field.read(item).some(isEqual), among: find && !wanted.endsWith('*') ? () => find(value) : null };
}

function timeTerm<Item extends { id: string }>(
  order: OrderedIndex<Item>,
  name: string,
  sign: string,
  value: string,
  fields: SearchSettings<Item>['fields'],
): Found<Item> {
  const ms = Date.parse(value);
  const bound = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
  const matches = (item: Item) => {
    const at = fields[name]?.read(item)[0] ?? '';
    switch (sign) {
      case '>':
        return at > bound;
      case '>=':
        return at >= bound;
      case '<':
        return at < bound;
      case '<=':
        return at <= bound;
      default:
        return at === bound;
    }
  };
  return { matches, among: sign.startsWith('>') ? () => order.from(bound) : null };
}

function tokenize(query: string): string[] {
  return [...query.matchAll(/-?\w+:(?:>=|<=|>|<)?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s()]*)|"(?:[^"\\]|\\.)*"|[()]|[^\s()]+/g)].map(
    ([token]) => token,
  );
}

function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) && text.length >= 2 ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}
