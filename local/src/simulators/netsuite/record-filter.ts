import { CLOCK_MS, type NetSuiteRecord } from './account.ts';
import { NetSuiteProblem } from './netsuite-answers.ts';
import { idOfReference } from './record-view.ts';
import { dayOf } from './suiteql/values.ts';

type Matches = (record: NetSuiteRecord) => boolean;

export interface RecordFilter {
  matches: Matches;
  /** A field that must have a value, for an index; null: no such field. */
  exact: { field: string; value: string } | null;
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|\(|\)|\[|\]|,|[\w.:+-]+)/y;

/** Parses the filter of NetSuite's lists: `email START_WITH "ada" AND isInactive IS false`. @throws NetSuiteProblem */
export function parseRecordFilter(text: string): RecordFilter {
  const tokens = tokensOf(text);
  let at = 0;
  const exact: RecordFilter['exact'][] = [];
  const peek = () => tokens[at]?.toUpperCase() ?? '';
  const take = (): string => {
    const token = tokens[at];
    if (token === undefined) throw wrong('It ends too early.');
    at += 1;
    return token;
  };

  function either(): Matches {
    const parts = [both()];
    while (peek() === 'OR') {
      at += 1;
      parts.push(both());
    }
    return parts.length === 1 ? (parts[0] as Matches) : (record) => parts.some((matches) => matches(record));
  }

  function both(): Matches {
    const parts = [one()];
    while (peek() === 'AND') {
      at += 1;
      parts.push(one());
    }
    return (record) => parts.every((matches) => matches(record));
  }

  function one(): Matches {
    if (peek() === '(') {
      at += 1;
      const inner = either();
      if (take() !== ')') throw wrong('A bracket is not closed.');
      return inner;
    }
    const field = take();
    const operator = take().toUpperCase();
    if (operator === 'EMPTY' || operator === 'EMPTY_NOT') {
      return (record) => isEmpty(fieldValue(record, field)) === (operator === 'EMPTY');
    }
    const values = valuesOf();
    if (operator === 'IS') exact.push({ field, value: values[0] ?? '' });
    return conditionOf(operator, field, values);
  }

  function valuesOf(): string[] {
    const bracket = peek();
    if (bracket !== '[' && bracket !== '(') {
      const values = [plain(take())];
      // `BETWEEN 1 AND 5`, `WITHIN "a" "b"`.
      if (tokens[at]?.startsWith('"')) values.push(plain(take()));
      return values;
    }
    at += 1;
    const values = [plain(take())];
    while (peek() === ',') {
      at += 1;
      values.push(plain(take()));
    }
    take();
    return values;
  }

  const matches = either();
  if (at < tokens.length) throw wrong(`"${tokens[at]}" does not belong there.`);
  const hasOr = tokens.some((token) => token.toUpperCase() === 'OR');
  return { matches, exact: hasOr ? null : (exact.find((found) => found !== null && ['externalId', 'id'].includes(found.field)) ?? null) };
}

function conditionOf(operator: string, field: string, [value = '', second = '']: string[]): Matches {
  const text = value.toLowerCase();
  const own = (record: NetSuiteRecord) => String(fieldValue(record, field) ?? '').toLowerCase();
  const number = (record: NetSuiteRecord) => Number(fieldValue(record, field) ?? Number.NaN);
  const instant = (record: NetSuiteRecord) => Date.parse(String(fieldValue(record, field) ?? ''));
  const [from, to] = [instantOf(value), instantOf(second)];
  const DAY_MS = 86_400_000;
  switch (operator.replace(/_NOT$/, '')) {
    case 'IS':
      return negated(operator, (record) => own(record) === text);
    case 'START_WITH':
      return negated(operator, (record) => own(record).startsWith(text));
    case 'CONTAIN':
      return negated(operator, (record) => own(record).includes(text));
    case 'END_WITH':
      return negated(operator, (record) => own(record).endsWith(text));
    case 'EQUAL':
      return negated(operator, (record) => number(record) === Number(value));
    case 'GREATER':
      return (record) => number(record) > Number(value);
    case 'GREATER_OR_EQUAL':
      return (record) => number(record) >= Number(value);
    case 'LESS':
      return (record) => number(record) < Number(value);
    case 'LESS_OR_EQUAL':
      return (record) => number(record) <= Number(value);
    case 'ANY_OF':
      return negated(operator, (record) => [value, second].includes(own(record)));
    case 'ON':
      return negated(operator, (record) => instant(record) >= from && instant(record) < from + DAY_MS);
    case 'AFTER':
      return (record) => instant(record) > from;
    case 'ON_OR_AFTER':
      return (record) => instant(record) >= from;
    case 'BEFORE':
      return (record) => instant(record) < from;
    case 'ON_OR_BEFORE':
      return (record) => instant(record) <= from;
    case 'WITHIN':
      return (record) => instant(record) >= from && instant(record) <= to;
    default:
      throw wrong(`The operator ${operator} is not known.`);
  }
}

function negated(operator: string, matches: Matches): Matches {
  return operator.endsWith('_NOT') ? (record) => !matches(record) : matches;
}

/** Times are in the account's clock. */
function instantOf(value: string): number {
  const ms = dayOf(value);
  return ms === null ? Number.NaN : ms - CLOCK_MS;
}

function fieldValue(record: NetSuiteRecord, field: string): unknown {
  const value = record[field];
  return typeof value === 'object' && value !== null ? idOfReference(value) : value;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function plain(token: string): string {
  return token.startsWith('"') ? token.slice(1, -1).replace(/\\(.)/g, '$1') : token;
}

function wrong(message: string): NetSuiteProblem {
  return new NetSuiteProblem(400, 'INVALID_PARAMETER', `Invalid value for the query parameter q. ${message}`);
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found?.[1]) throw wrong(`"${text.slice(from).trim().slice(0, 20)}" cannot be read.`);
    tokens.push(found[1]);
  }
  return tokens;
}
