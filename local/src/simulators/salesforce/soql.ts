import type { Condition, QueryOrder } from '../query/conditions.ts';

/** `Id IN (SELECT AccountId FROM Opportunity)`: another query supplies the values. */
export interface SoqlCondition extends Condition {
  subquery?: SoqlQuery;
}

/** The part of SOQL that lists need: one object, conditions joined by AND, an order and a limit. */
export interface SoqlQuery {
  fields: string[];
  object: string;
  conditions: SoqlCondition[];
  orderBy: QueryOrder[];
  limit: number | null;
  /** `SELECT COUNT()`. */
  isCount: boolean;
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
  const whole = query();
  if (at < tokens.length) throw new MalformedQuery(`unexpected token: '${tokens[at]}'`);
  return whole;

  function query(): SoqlQuery {
    expect('SELECT');
    const isCount = peek() === 'COUNT' && tokens[at + 1] === '(' && tokens[at + 2] === ')';
    if (isCount) at += 3;
    const fields = isCount ? [] : list();
    expect('FROM');
    const read: SoqlQuery = { fields, object: take(), conditions: [], orderBy: [], limit: null, isCount };
    if (peek() === 'WHERE') {
      do {
        at += 1;
        read.conditions.push(condition());
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
        read.orderBy.push({ field, isDescending });
      } while (peek() === ',');
    }
    if (peek() === 'LIMIT') {
      at += 1;
      read.limit = Number(take());
    }
    return read;
  }

  function condition(): SoqlCondition {
    const field = take();
    const word = take().toUpperCase().replace('<>', '!=');
    const operator = word === 'NOT' && peek() === 'IN' ? `NOT ${take().toUpperCase()}` : word;
    if (!['=', '!=', '<', '<=', '>', '>=', 'LIKE', 'IN', 'NOT IN'].includes(operator))
      throw new MalformedQuery(`unknown operator: ${operator}`);
    if (operator !== 'IN' && operator !== 'NOT IN')
      return { field, operator: operator as Condition['operator'], values: [literal(take())] };
    expect('(');
    if (peek() === 'SELECT') {
      const subquery = query();
      expect(')');
      return { field, operator, values: [], subquery };
    }
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
