import type { Condition, QueryOrder, QueryValue } from '../query/conditions.ts';
import { InvalidQuery } from '../query/invalid-query.ts';
import { QueryWords } from '../query/query-words.ts';

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

/** @throws InvalidQuery */
export function parseSoql(text: string): SoqlQuery {
  const words = new QueryWords(text, (word) => new InvalidQuery(word === null ? 'unexpected end of query' : `unexpected token: '${word}'`));
  const whole = query();
  words.expectEnd();
  return whole;

  function query(): SoqlQuery {
    words.expect('SELECT');
    const isCount = words.takeIf('COUNT', '(', ')');
    const fields = isCount ? [] : words.list(() => words.take());
    words.expect('FROM');
    const object = words.take();
    const conditions = words.conditions(condition);
    const orderBy = words.takeIf('ORDER', 'BY') ? words.list(order) : [];
    return { fields, object, conditions, orderBy, limit: words.takeIf('LIMIT') ? Number(words.take()) : null, isCount };
  }

  function condition(): SoqlCondition {
    const field = words.take();
    const operator = words.takeIf('<>') ? '!=' : words.operator(['=', '!=', '<', '<=', '>', '>=', 'LIKE', 'IN', 'NOT IN']);
    if (operator !== 'IN' && operator !== 'NOT IN') return { field, operator, values: [value()] };
    words.expect('(');
    const listed = words.isNext('SELECT') ? { values: [], subquery: query() } : { values: words.list(value) };
    words.expect(')');
    return { field, operator, ...listed };
  }

  function order(): QueryOrder {
    const read = words.order();
    if (!words.takeIf('NULLS', 'FIRST')) words.takeIf('NULLS', 'LAST');
    return read;
  }

  /** Times have no quotation marks. */
  function value(): QueryValue {
    return words.value((word) => (word.toLowerCase() === 'null' ? null : word));
  }
}
