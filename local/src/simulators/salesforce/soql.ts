/** The part of SOQL that lists need: one object, conditions joined by AND, an order and a limit. */
export interface SoqlQuery {
  fields: string[];
  object: string;
  conditions: Condition[];
  orderBy: { field: string; isDescending: boolean }[];
  limit: number | null;
}

type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'LIKE' | 'IN';
export interface Condition {
  field: string;
  operator: Operator;
  values: (string | number | boolean | null)[];
}

export class MalformedQuery extends Error {
  override name = 'MalformedQuery';
}

const TOKEN = /\s*('(?:[^'\\]|\\.)*'|\(|\)|,|<=|>=|!=|<>|=|<|>|[\w.:+-]+)/y;

/** @throws MalformedQuery */
export function parseSoql(text: string): SoqlQuery {
  const tokens = tokensOf(text);
  let at = 0;
  const peek = () => tokens[at]?.toUpperCase() ?? '';
  const take = () => {
    const token = tokens[at];
    if (token === undefined) throw new MalformedQuery('unexpected end of query');
    at += 1;
    return token;
  };
  const expect = (word: string) => {
    const token = take();
    if (token.toUpperCase() !== word) throw new MalformedQuery(`unexpected token: '${token}'`);
  };
  const list = () => {
    const items = [take()];
    while (peek() === ',') {
      at += 1;
      items.push(take());
    }
    return items;
  };
  expect('SELECT');
  const fields = list();
  expect('FROM');
  const query: SoqlQuery = { fields, object: take(), conditions: [], orderBy: [], limit: null };
  if (peek() === 'WHERE') {
    do {
      at += 1;
      query.conditions.push(condition());
    } while (peek() === 'AND');
  }
  if (peek() === 'ORDER') {
    expect('ORDER');
    do {
      at += 1;
      const field = take();
      const isDescending = peek() === 'DESC';
      if (isDescending || peek() === 'ASC') at += 1;
      if (peek() === 'NULLS') at += 2;
      query.orderBy.push({ field, isDescending });
    } while (peek() === ',');
  }
  if (peek() === 'LIMIT') {
    at += 1;
    query.limit = Number(take());
  }
  if (at < tokens.length) throw new MalformedQuery(`unexpected token: '${tokens[at]}'`);
  return query;

  function condition(): Condition {
    const field = take();
    const operator = take().toUpperCase().replace('<>', '!=');
    if (!['=', '!=', '<', '<=', '>', '>=', 'LIKE', 'IN'].includes(operator)) throw new MalformedQuery(`unknown operator: ${operator}`);
    if (operator !== 'IN') return { field, operator: operator as Operator, values: [literal(take())] };
    expect('(');
    const values = list().map(literal);
    expect(')');
    return { field, operator, values };
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found?.[1]) throw new MalformedQuery(`unexpected token: '${text.slice(from).trim().slice(0, 20)}'`);
    tokens.push(found[1]);
  }
  return tokens;
}

function literal(token: string): string | number | boolean | null {
  if (token.startsWith("'")) return token.slice(1, -1).replace(/\\(.)/g, '$1');
  if (/^-?\d+(\.\d+)?$/.test(token)) return Number(token);
  const word = token.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  return word === 'null' ? null : token;
}

/** Whether a record meets a condition. Texts are compared as Salesforce does, without their case; times as times. */
export function holds({ field, operator, values }: Condition, read: (field: string) => unknown): boolean {
  const actual = read(field) ?? null;
  switch (operator) {
    case '=':
    case 'IN':
      return values.some((value) => compare(actual, value) === 0);
    case '!=':
      return values.every((value) => compare(actual, value) !== 0);
    case 'LIKE':
      return new RegExp(
        `^${String(values[0])
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('%', '.*')
          .replaceAll('_', '.')}$`,
        'is',
      ).test(String(actual ?? ''));
    default: {
      if (actual === null || values[0] === null) return false;
      const order = compare(actual, values[0]);
      return (order < 0 && operator.startsWith('<')) || (order > 0 && operator.startsWith('>')) || (order === 0 && operator.endsWith('='));
    }
  }
}

export function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null || left === undefined) return -1;
  if (right === null || right === undefined) return 1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [a, b] = [instantOf(left), instantOf(right)];
  if (a !== null && b !== null) return a - b;
  return String(left).toLowerCase().localeCompare(String(right).toLowerCase(), 'en');
}

function instantOf(value: unknown): number | null {
  const text = String(value);
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d))?$/.test(text)) return null;
  const instant = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(instant) ? null : instant;
}
