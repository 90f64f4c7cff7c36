import { InvalidQuery } from '../query/invalid-query.ts';

/** SQL of each operator: `field` and the values are SQL, too. */
const OPERATORS: Readonly<Record<string, (field: string, values: readonly string[]) => string>> = {
  IS: (field, [value]) => (KEYS.includes(field) ? `${field} IS ${value}` : `${lower(field)} = lower(${value})`),
  START_WITH: (field, [value]) => `instr(${lower(field)}, lower(${value})) = 1`,
  CONTAIN: (field, [value]) => `instr(${lower(field)}, lower(${value})) > 0`,
  END_WITH: (field, [value]) => `substr(${lower(field)}, -length(${value})) = lower(${value})`,
  ANY_OF: (field, values) => `${lower(field)} IN (${values.map((value) => `lower(${value})`).join(', ')})`,
  EQUAL: compareNumbers('IS'),
  GREATER: compareNumbers('>'),
  GREATER_OR_EQUAL: compareNumbers('>='),
  LESS: compareNumbers('<'),
  LESS_OR_EQUAL: compareNumbers('<='),
  AFTER: compareDates('>'),
  ON_OR_AFTER: compareDates('>='),
  BEFORE: compareDates('<'),
  ON_OR_BEFORE: compareDates('<='),
  ON: (field, [day]) => `${field} >= to_date(${day}) AND ${field} < to_date(${day}) + 1`,
  WITHIN: (field, [from, to]) => `${field} BETWEEN to_date(${from}) AND to_date(${to})`,
};

/** Columns with an index; other fields may have any name. */
const KEYS = ['id', 'externalid'];

const VALUE = String.raw`\?\d+|[\w.:+-]+`;
const CONDITION = new RegExp(
  String.raw`(?!(?:AND|OR)\b)\b(\w+)\s+(?:EMPTY(_NOT)?\b|([A-Z_]+?)(_NOT)?\s*(?:[[(]([^\])]*)[\])]|(?<!\w)((?:${VALUE})(?:\s*\?\d+)?)))`,
  'gi',
);

/** NetSuite's list filter as an SQL condition with its texts: `email START_WITH "ada" AND isInactive IS false`. @throws InvalidQuery */
export function translateFilter(filter: string): { condition: string; texts: string[] } {
  const texts: string[] = [];
  const parameter = (text: string) => (text.startsWith('?') ? text : `?${texts.push(BOOLEANS[text.toLowerCase()] ?? text)}`);
  const words = filter.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => `?${texts.push(text.replaceAll(/\\(.)/g, '$1'))}`);
  const foreign = words
    .replaceAll(CONDITION, '')
    .split(/[\s()]+/)
    .find((word) => !/^(?:AND|OR)?$/i.test(word));
  if (foreign) throw new InvalidQuery(`"${foreign}" does not belong there.`);
  const condition = words.replaceAll(
    CONDITION,
    (_, name: string, isFull?: string, operator?: string, isNot?: string, list?: string, single?: string) => {
      const field = KEYS.includes(name.toLowerCase()) ? name.toLowerCase() : `(_fields ->> '${name.toLowerCase()}')`;
      if (operator === undefined) return `coalesce(${field}, '') ${isFull ? '!=' : '='} ''`;
      const write = OPERATORS[operator.toUpperCase()];
      if (!write) throw new InvalidQuery(`The operator ${operator} is not known.`);
      const values = (list ?? single ?? '').match(new RegExp(VALUE, 'g')) ?? [];
      return `${isNot ? 'NOT ' : ''}(${write(field, values.map(parameter))})`;
    },
  );
  return { condition, texts };
}

const BOOLEANS: Readonly<Record<string, string>> = { true: 'T', false: 'F' };

function lower(field: string): string {
  return `lower(coalesce(${field}, ''))`;
}

function compareNumbers(operator: string) {
  return (field: string, [value]: readonly string[]) => `to_number(${field}) ${operator} to_number(${value})`;
}

function compareDates(operator: string) {
  return (field: string, [value]: readonly string[]) => `${field} ${operator} to_date(${value})`;
}
