import type { Condition, QueryOrder, QueryValue } from '../query/conditions.ts';

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

export class QueryParserError extends Error {
  override readonly name = 'QueryParserError';
}

const TOKEN = /\s*('(?:[^'\\]|\\.)*'|\(|\)|,|\*|<=|>=|=|<|>|[\w.:+-]+)/y;
const USUAL_RESULTS = 100;
const MOST_RESULTS = 1_000;
const OPERATORS = ['=', '<', '<=', '>', '>=', 'LIKE', 'IN'];

/** @throws QueryParserError */
export function parseQuickBooksQuery(text: string): QuickBooksQuery {
  const tokens = tokensOf(text);
  let at = 0;
  const peek = () => tokens[at]?.toUpperCase() ?? '';
  const take = (): string => {
    const token = tokens[at];
    if (token === undefined) throw new QueryParserError('Encountered " <EOF> "" at the end of the query.');
    at += 1;
    return token;
  };
  const takeIf = (word: string): boolean => {
    if (peek() !== word) return false;
    at += 1;
    return true;
  };
  const expect = (word: string) => {
    const token = take();
    if (token.toUpperCase() !== word) throw new QueryParserError(`Encountered "${token}". Was expecting "${word.toLowerCase()}".`);
  };
  const number = (name: string, least: number) => {
    const value = Number(take());
    if (!Number.isInteger(value) || value < least) throw new QueryParserError(`${name} is a whole number from ${least}.`);
    return value;
  };

  expect('SELECT');
  const { fields, isCount } = selection();
  expect('FROM');
  const query: QuickBooksQuery = {
    fields,
    isCount,
    entity: take(),
    conditions: [],
    orderBy: [],
    startPosition: 1,
    maxResults: USUAL_RESULTS,
  };
  if (takeIf('WHERE')) {
    do query.conditions.push(condition());
    while (takeIf('AND'));
  }
  if (takeIf('ORDERBY') || (peek() === 'ORDER' && takeIf('ORDER') && takeIf('BY'))) {
    do {
      const field = take();
      const isDescending = takeIf('DESC');
      if (!isDescending) takeIf('ASC');
      query.orderBy.push({ field, isDescending });
    } while (takeIf(','));
  }
  if (takeIf('STARTPOSITION')) query.startPosition = number('STARTPOSITION', 1);
  if (takeIf('MAXRESULTS')) query.maxResults = Math.min(MOST_RESULTS, number('MAXRESULTS', 0));
  if (at < tokens.length) throw new QueryParserError(`Encountered "${tokens[at]}", which nothing expects there.`);
  return query;

  function selection(): Pick<QuickBooksQuery, 'fields' | 'isCount'> {
    if (takeIf('*')) return { fields: null, isCount: false };
    if (peek() === 'COUNT') {
      for (const word of ['COUNT', '(', '*', ')']) expect(word);
      return { fields: null, isCount: true };
    }
    const names = [take()];
    while (takeIf(',')) names.push(take());
    return { fields: names, isCount: false };
  }

  function condition(): Condition {
    const field = take();
    const operator = take().toUpperCase();
    if (!OPERATORS.includes(operator))
      throw new QueryParserError(`Encountered "${operator}". Was expecting one of ${OPERATORS.join(' ')}.`);
    if (operator !== 'IN') return { field, operator: operator as Condition['operator'], values: [literal(take())] };
    expect('(');
    const values = [literal(take())];
    while (takeIf(',')) values.push(literal(take()));
    expect(')');
    return { field, operator: 'IN', values };
  }
}

/** Values are in quotation marks, even numbers; booleans need none. */
function literal(token: string): QueryValue {
  if (token.startsWith("'")) return token.slice(1, -1).replace(/\\(.)/g, '$1');
  const word = token.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (/^-?\d+(\.\d+)?$/.test(token)) return Number(token);
  throw new QueryParserError(`Encountered "${token}". Values stand in single quotation marks.`);
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found?.[1]) throw new QueryParserError(`Lexical error at "${text.slice(from).trim().slice(0, 20)}".`);
    tokens.push(found[1]);
  }
  return tokens;
}
