import { describe, expect, test } from 'vitest';
import { compareValues } from '../comparing/condition-operators.ts';
import { evaluateNode } from '../expressions/evaluate-node.ts';
import { parseExpression } from '../expressions/parse-expression.ts';
import { callFormula } from '../formulas/call-formula.ts';
import { formulas, type NamedFormula } from '../formulas/formula-table.ts';
import { hashText } from '../formulas/hash-text.ts';
import { conditionOperators } from '../model/values.ts';
import { ExpressionError, TooMuchWork } from '../values/expression-error.ts';
import { BudgetExceeded, WorkBudget, workLimits } from './work-budget.ts';

const SIZE = 65_536;
const long = (unit: string) => unit.repeat(SIZE / unit.length);
const entries = <Entry>(count: number, make: (at: number) => Entry) => Array.from({ length: count }, (_, at) => make(at));
/** The same numbers, shuffled. */
const shuffled = (at: number) => (at * 7_919) % 6_007;
const nested = (levels: number) => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

/** For every formula, one of these is close to its worst case; with the ordinary ones it gets to its actual work. */
const values: Record<string, unknown> = {
  'one letter': long('a'),
  'a mark that is wrong in the middle': `${'a'.repeat(2_000)}b${'a'.repeat(2_000)}`,
  'two letters in turn': long('ab'),
  'words of one letter': long('a '),
  digits: long('1'),
  'blanks and a letter': `${long(' ')}x`,
  quotes: long('"'),
  brackets: long('['),
  ampersands: long('&'),
  'wide characters': long('漢'),
  'characters that grow': long('ß'),
  pairs: long('😀'),
  'control characters': long('\u0001'),
  'percent signs': long('%41'),
  Base64: long('YWJj'),
  'a long path': `${long('a.')}a`,
  'JSON of exact numbers': `[${long('1e5,')}1]`,
  'JSON of many names': `{${entries(6_000, (at) => `"k${at}":1`).join(',')}}`,
  'JSON of empty lists': `[${long('[],')}1]`,
  'digits and no date': `${'1'.repeat(64)}x`,
  'an ambiguous date format': 'dM'.repeat(21),
  'a date': '2026-11-29T10:00:00Z',
  'a number': 12.5,
  'the longest number': '9'.repeat(60),
  'a unit': 'month',
  'a zone': 'Europe/Berlin',
  'a language': 'de-CH',
  'a name': 'a',
  sha512: 'sha512',
  truth: true,
  nothing: null,
  numbers: entries(6_000, shuffled),
  'similar texts': entries(4_000, (at) => ({ a: `aaaaaaaaaaaaaaaa${shuffled(at)}` })),
  dates: entries(3_000, (at) => ({ a: new Date(1.7e12 + shuffled(at) * 1e7).toISOString() })),
  'long texts that differ at the end': entries(64, (at) => ({ a: `${'a'.repeat(1_000)}${at}` })),
  'entries with many levels': entries(3_000, (at) => ({ a: { b: { c: at } } })),
  'an object of many members': Object.fromEntries(entries(6_000, (at) => [`k${at}`, at])),
  'one level in another': nested(1_500),
};

interface Case {
  name: string;
  run(work: WorkBudget): unknown;
}

const scope = { steps: {}, data: {}, consts: {}, now: () => new Date(0) };

function buildCases(formula: NamedFormula): Case[] {
  const { min, max } = formula.arity;
  if (max === 0) return [];
  const called = (name: string, given: readonly unknown[]): Case => ({
    name: `${formula.name} of ${name}`,
    run: (work) =>
      callFormula(
        { kind: 'call', name: formula.name, arguments: [], position: 0, end: 0 },
        given.map((value) => () => value),
        { ...scope, work },
      ),
  });
  const all = Object.entries(values);
  const pairs = all.flatMap(([firstName, first]) =>
    Object.entries(max > 1 ? values : { nothing: null }).map(([secondName, second]) =>
      called(`${firstName} and ${secondName}`, [first, ...Array.from({ length: Math.max(min, Math.min(max, 3)) - 1 }, () => second)]),
    ),
  );
  // One hostile argument among valid ones gets past the checks of the others.
  const valid = validArguments(formula);
  const single = valid.flatMap((_, at) => all.map(([name, value]) => called(`${name} as argument ${at + 1}`, valid.with(at, value))));
  return [...pairs, ...single];
}

/** The arguments that a formula is inserted with, and a list where it has null. */
function validArguments({ firstForm }: NamedFormula): unknown[] {
  const node = parseExpression(`\${${firstForm.join('')}}`).single;
  if (node?.kind !== 'call') throw new Error(`${firstForm.join('')} is no call`);
  return node.arguments.map((argument) => evaluateNode(argument, { ...scope, work: new WorkBudget() }) ?? values.numbers);
}

function comparisonsBy(operator: (typeof conditionOperators)[number]): Case[] {
  return Object.entries(values).flatMap(([leftName, left]) =>
    Object.entries(values).map(([rightName, right]) => ({
      name: `${leftName} ${operator} ${rightName}`,
      run: (work: WorkBudget) => compareValues(left, operator, right, work),
    })),
  );
}

interface Took {
  units: number;
  nanoseconds: number;
  error: unknown;
}

function take({ run }: Pick<Case, 'run'>): Took {
  const work = new WorkBudget();
  const before = process.cpuUsage();
  let error: unknown = null;
  try {
    run(work);
  } catch (thrown) {
    error = thrown;
  }
  const { user, system } = process.cpuUsage(before);
  return { units: work.used, nanoseconds: (user + system) * 1_000, error };
}

/** The shortest of several: other activity of the process only adds time. */
function measureShortest(one: Pick<Case, 'run'>, wanted: (took: Took) => boolean): Took {
  let best = take(one);
  for (let again = 0; again < 6 && !wanted(best); again += 1) {
    const next = take(one);
    if (next.nanoseconds < best.nanoseconds) best = next;
  }
  return best;
}

/** The duration of a unit on this machine, measured with work whose time per byte doesn't depend on the bytes. */
function unitNanoseconds(): number {
  const { units, nanoseconds } = measureShortest({ run: (work) => hashText(long('a').repeat(8), 'sha256', 'hex', work) }, () => false);
  return nanoseconds / units;
}

/** A unit is a rough measure: work may take up to this many times its charge, compared with the reference in the same run. */
const MOST_TIMES_CHARGED = 12;
/** Below this the time is meaningless. */
const LEAST_UNITS = 100_000;
/** How far one charge may exceed the budget: it is for at most a text of full size. */
const OVERRUN = 1.3;

const subjects: [string, () => Case[]][] = [
  ...formulas.map((formula): [string, () => Case[]] => [formula.name, () => buildCases(formula)]),
  ...conditionOperators.map((operator): [string, () => Case[]] => [`the operator ${operator}`, () => comparisonsBy(operator)]),
];

describe('HOSTILE 46: the work of each formula and operator is bounded and charged', () => {
  test.each(subjects)('%s', (_name, casesOf) => {
    const reference = unitNanoseconds();
    const cases = casesOf();
    let worked = 0;
    for (const one of cases) {
      const isFair = ({ units, nanoseconds }: Took) => nanoseconds <= MOST_TIMES_CHARGED * reference * Math.max(units, LEAST_UNITS);
      const took = measureShortest(one, isFair);
      if (took.error === null) worked += 1;
      if (took.error !== null && !(took.error instanceof BudgetExceeded)) expect(took.error, one.name).toBeInstanceOf(ExpressionError);
      if (took.error instanceof TooMuchWork) expect(took.error.message).toMatch(new RegExp(`^${one.name.split(' ')[0]} is too slow`));
      expect(took.units, one.name).toBeLessThan(OVERRUN * workLimits.mostAtOnce);
      expect({ ...took, isFair: isFair(took), reference }, one.name).toMatchObject({ isFair: true });
    }
    // Otherwise nothing was measured but checks of arguments.
    if (cases.length > 0) expect(worked).toBeGreaterThan(0);
  });
});
