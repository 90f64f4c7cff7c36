import type { Condition, QueryOrder, QueryValue } from '../query/conditions.ts';
import { InvalidQuery } from '../query/invalid-query.ts';
import { QueryWords } from '../query/query-words.ts';

/** QuickBooks' query language: one entity, conditions joined by AND, an order, a page. */
export interface QuickBooksQuery {
  /** `null`: all; besides a list of names, only `count(*)` is allowed. */
  fields: string[] | null;
  isCount: boolean;
  entity: string;
  conditions: Condition[];
  orderBy: QueryOrder[];
  startPosition: number;
  maxResults: number;
}

const USUAL_RESULTS = 100;
const MOST_RESULTS = 1_000;

/** @throws InvalidQuery */
export function parseQuickBooksQuery(text: string): QuickBooksQuery {
  const words = new QueryWords(text, encountered);
  words.expect('SELECT');
  const isCount = words.takeIf('COUNT', '(', '*', ')');
  const fields = isCount || words.takeIf('*') ? null : words.list(() => words.take());
  words.expect('FROM');
  const query: QuickBooksQuery = {
    fields,
    isCount,
    entity: words.take(),
    conditions: words.conditions(() => condition(words)),
    orderBy: words.takeIf('ORDERBY') || words.takeIf('ORDER', 'BY') ? words.list(() => words.order()) : [],
    startPosition: words.takeIf('STARTPOSITION') ? wholeNumber(words.take(), 'STARTPOSITION', 1) : 1,
    maxResults: words.takeIf('MAXRESULTS') ? Math.min(MOST_RESULTS, wholeNumber(words.take(), 'MAXRESULTS', 0)) : USUAL_RESULTS,
  };
  words.expectEnd();
  return query;
}

function condition(words: QueryWords): Condition {
  const field = words.take();
  const operator = words.operator(['=', '<', '<=', '>', '>=', 'LIKE', 'IN']);
  if (operator !== 'IN') return { field, operator, values: [value(words)] };
  words.expect('(');
  const values = words.list(() => value(words));
  words.expect(')');
  return { field, operator, values };
}

/** Values are in quotation marks, even numbers; booleans need none. */
function value(words: QueryWords): QueryValue {
  return words.value((word) => {
    throw encountered(word, 'single quotation marks');
  });
}

function wholeNumber(word: string, name: string, least: number): number {
  const value = Number(word);
  if (!Number.isInteger(value) || value < least) throw new InvalidQuery(`${name} is a whole number from ${least}.`);
  return value;
}

function encountered(word: string | null, expected: string): InvalidQuery {
  return new InvalidQuery(`Encountered "${word ?? ' <EOF> '}". Was expecting ${expected}.`);
}
