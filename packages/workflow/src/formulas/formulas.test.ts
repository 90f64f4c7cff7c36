import { describe, expect, test } from 'vitest';
import { evaluateExpression, evaluateTemplate } from '../expressions/evaluate-expression.ts';
import { formulaText } from '../references/formula-text.ts';
import type { ExpressionScope } from '../values/scope.ts';
import { findFormulas, formulas } from './formula-table.ts';

/** The data that examples of formulas read. */
const formulaExampleData = {
  orders: [
    { id: 'A-1', status: 'open', price: '14.50', quantity: 2, note: 'Gift' },
    { id: 'A-2', status: 'closed', price: '12.00', quantity: 1, note: '' },
  ],
};

const lines = [
  { sku: 'A', price: { amount: '14.50' }, quantity: 2 },
  { sku: null, price: { amount: '19.50' }, quantity: 3 },
  { sku: '', price: {}, quantity: 3 },
];
const scope: ExpressionScope = {
  steps: {},
  data: {
    date: '2026-03-05T07:08:09.045Z',
    epoch: 1_772_694_489,
    text: 'Straße',
    cents: '1050',
    list: [],
    blank: '  ',
    lines,
    accounts: [{ id: '9007199254740992' }, { id: '9007199254740993' }],
    kinds: [0, false, 'a', '', ' ', null, [], {}].map((v) => ({ v })),
    pairs: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    marked: '\ufeff{"a": 1}',
  },
  consts: {},
  now: () => new Date('2026-11-21T04:30:15.123Z'),
};

describe('formulas', () => {
  test.each<[string, unknown]>([
    ['utcNow()', '2026-11-21T04:30:15.123Z'],
    ['utcToday()', '2026-11-21T00:00:00.000Z'],
    ['addDays("2024-02-28", 1)', '2024-02-29T00:00:00.000Z'],
    ['addDays(utcToday(), -21)', '2026-10-31T00:00:00.000Z'],
    ['addDays("2026-01-01", "1.5")', '2026-01-02T12:00:00.000Z'],
    ['addHours("2026-01-01T23:30:00+02:00", 3)', '2026-01-02T00:30:00.000Z'],
    ['addMinutes("2026-01-01T00:00", -1)', '2025-12-31T23:59:00.000Z'],
    ['formatDate($Data.date, "yyyy-MM-dd HH:mm:ss.fff")', '2026-03-05 07:08:09.045'],
    ['formatDate($Data.date, "YYYY/M/D h:mm tt")', '2026/3/5 7:08 AM'],
    ['formatDate($Data.date, "h:mm a")', '7:08 am'],
    ['formatDate($Data.date, "h:mma")', '7:08am'],
    ['formatDate($Data.date, "d MMM at HH")', '5 Mar at 07'],
    ['formatDate($Data.date, "dddd, d MMMM yy")', 'Thursday, 5 March 26'],
    ['formatDate($Data.date, "ddd d MMM \'at\' [mm]")', 'Thu 5 Mar at mm'],
    ['formatDate("2026-12-31T12:00:00Z", "hh A")', '12 PM'],
    ['formatDate($Data.date, "yyyy-MM-ddTHH:mm:sszzz")', '2026-03-05T07:08:09+00:00'],
    ['formatDateIso("2026-03-05")', '2026-03-05T00:00:00.000Z'],
    ['formatDateIso($Data.epoch)', '2026-03-05T07:08:09.000Z'],
    ['formatDateIso(1772694489045)', '2026-03-05T07:08:09.045Z'],
    ['formatDateUnixSecs($Data.date)', 1_772_694_489],
    ['amountFromCents(1234)', 12.34],
    ['amountFromCents($Data.cents)', 10.5],
    ['amountFromCents(-5)', -0.05],
    ['add("0.1", "0.2")', '0.3'],
    ['add(0.1, 0.2, "1.00", null)', '1.30'],
    ['add("99999999999999999999.01", "0.99")', '100000000000000000000.00'],
    ['subtract("49.95", "14.50", "29.00")', '6.45'],
    ['subtract("1200", "1500")', '-300'],
    ['multiply("14.50", 2)', '29.00'],
    ['divide("12.50", "0.01")', '1250'],
    ['divide("1200", "1")', '1200'],
    ['divide(1, 3)', '0.3333333333'],
    ['divide(-2, 3)', '-0.6666666667'],
    ['add(1e-7, "1e3")', '1000.0000001'],
    ['positive("0.01")', '0.01'],
    ['positive("-0.01")', null],
    ['nonZero("0.00")', null],
    ['nonZero("-3.20")', '-3.20'],
    ['subtract($Data.none, 1)', null],
    ['sumOf($Data.lines, "price.amount", "quantity")', '87.50'],
    ['sumOf($Data.list, "price")', '0'],
    // Exact if it comes out even, otherwise at most 10 digits after the point, however many the amount has.
    ['divide("12.50", 3)', '4.1666666667'],
    ['divide("-0.000000000015", 2)', '-0.0000000000075'],
    ['averageOf(listOf("0.10", "0.20", "0.20"))', '0.1666666667'],
    // Digits that JavaScript would round stay.
    ['add(9007199254740993, 1)', '9007199254740994'],
    ['findIn($Data.accounts, "id", 9007199254740993)', { id: '9007199254740993' }],
    ['toText(0.12345678901234567890123)', '0.12345678901234567890123'],
    ['count(having($Data.kinds, "v"))', 3],
    ['ifEqual($Data.none, "a", "same", "other")', 'other'],
    ['ifEqual($Data.none, "", "same", "other")', 'same'],
    ['ifEqual($Data.none, "a", "same")', null],
    ['joinTexts($Data.none, "a", "b")', 'ab'],
    ['padLeft(7, 3, $Data.none)', '  7'],
    ['valueAt($Data.lines, 0)', lines[0]],
    ['valuesOf($Data.pairs, 1)', ['b', 'd']],
    ['parseJson($Data.marked)', { a: 1 }],
    ['startOf("2026-11-21", " Month ")', '2026-11-01T00:00:00.000Z'],
    ['formatDateIso("2026-11")', '2026-11-01T00:00:00.000Z'],
    ['formatDateIso("2026")', '2026-01-01T00:00:00.000Z'],
    ['formatDate("2026-11", "d MMM", "America/New_York")', '1 Nov'],
    ['having($Data.lines, "sku")', [{ sku: 'A', price: { amount: '14.50' }, quantity: 2 }]],
    ['ifEqual(12, "12", "same")', 'same'],
    ['ifEqual("a", "b", "same")', null],
    ['ifEqual("a", "b", "same", "other")', 'other'],
    ['toLowerCase("ÄB")', 'äb'],
    ['toUpperCase($Data.text)', 'STRASSE'],
    ['toUpperCase(12)', '12'],
    ['subString("abcdef", 2)', 'cdef'],
    ['subString("abcdef", 2, 3)', 'cde'],
    ['subString("abc", 9, 3)', ''],
    ['subString("abc", -1, 2)', 'ab'],
    ['nullIfEmpty("")', null],
    ['nullIfEmpty($Data.blank)', null],
    ['nullIfEmpty("a")', 'a'],
    ['nullIfEmpty(0)', 0],
    ['firstFilled($Data.none, $Data.blank, "a", "b")', 'a'],
    ['firstFilled($Data.none, 0)', 0],
    ['firstFilled($Data.none, "")', null],
    ['joinTexts(" ", "Ada", $Data.none, $Data.blank, "Lovelace")', 'Ada Lovelace'],
    ['joinTexts(", ", $Data.none)', ''],
    ['firstFilled($Data.none, joinTexts(" ", "Ada", "Lovelace"))', 'Ada Lovelace'],
    ['addDays($Data.none, 1)', null],
    ['formatDate($Data.none, "yyyy")', null],
    ['toLowerCase(null)', null],
    ['toLowerCase(subString("ABC", 0, 2))', 'ab'],
  ])('%s', (text, value) => {
    expect(evaluateExpression(`\${${text}}`, scope)).toEqual(value);
  });

  test.each<[string, string]>([
    ['add("12,50", 1)', 'add: "12,50" is not a number.'],
    ['divide(1, "0.00")', 'divide: Nothing can be divided by 0.'],
    ['sumOf("none", "price")', 'sumOf: "none" is not a list.'],
    ['sumOf($Data.lines, "__proto__.price")', 'sumOf: "__proto__" cannot be used in a path.'],
    ['addDays("tomorrow", 1)', 'addDays: "tomorrow" is not a date.'],
    ['addDays("2026-02-30", 1)', 'addDays: "2026-02-30" is not a date.'],
    ['addDays("2026-01-01", "x")', 'addDays: "x" is not a number.'],
    ['addDays("2026-01-01", null)', 'addDays: An empty value is not a number.'],
    ['addDays("2026-01-01", 999999999999)', 'addDays: The date is too far away.'],
    ['formatDateIso($Data.list)', 'formatDateIso: A list is not a date.'],
    ['formatDateIso(1e300)', 'formatDateIso: The date is too far away.'],
    ['amountFromCents("ten")', 'amountFromCents: "ten" is not a number.'],
    ['subString("a", "b")', 'subString: "b" is not a number.'],
    ['formatDateIso("2026-13")', 'formatDateIso: "2026-13" is not a date.'],
    ['formatDate("2026-01-01", $Data.none)', 'formatDate: The date format is empty.'],
    ['formatDate("2026-01-01", "LLLL")', `formatDate: "LLLL" isn't a code of date formats here. Write MMMM, or 'LLLL' for these letters.`],
    ['parseDate("1", "X")', `parseDate: "X" isn't a code of date formats here. Write 'X' for these letters.`],
    ['formatNumber(1, 2, "german")', 'formatNumber: "german" is not a language such as en or de-CH.'],
    ['formatCurrency(1, "EUR", "klingon")', 'formatCurrency: "klingon" is not a language such as en or de-CH.'],
    ['hmac("body", $Data.none)', 'hmac: The key is empty, so anyone could make this signature.'],
    ['hmac("body", " ")', 'hmac: The key is empty, so anyone could make this signature.'],
    ['valueAt($Data.lines, 0.5)', 'valueAt: "0.5" is not a path.'],
  ])('%s fails with: %s', (text, message) => {
    expect(() => evaluateExpression(`\${${text}}`, scope)).toThrow(message);
  });

  test('also works in text without braces', () => {
    expect(evaluateExpression('at $utcToday()!', scope)).toBe('at 2026-11-21T00:00:00.000Z!');
  });

  test('lists the specification’s formulas first, and each label of a group once', () => {
    const labels = formulas.map(({ group, label }) => `${group}: ${label}`);
    expect(labels.slice(0, 13)).toEqual([
      'Dates: Utc Now',
      'Dates: Utc Today',
      'Dates: Add/Remove Days',
      'Dates: Add/Remove Hours',
      'Dates: Add/Remove Minutes',
      'Dates: Format Date',
      'Dates: Format Date ISO',
      'Dates: Format Date Unix Secs',
      'Currency: Amount From Cents',
      'Strings: To Lower Case',
      'Strings: To Upper Case',
      'Strings: SubString',
      'Strings: Null If Empty',
    ]);
    expect(new Set(labels).size).toBe(labels.length);
    expect(new Set(formulas.map(({ name }) => name)).size).toBe(formulas.length);
  });

  test.each(formulas.map(({ name }) => name))('%s works as first inserted', (name) => {
    expect(() => evaluateExpression(`\${${formulaText(name).text}}`, scope)).not.toThrow();
  });
});

describe('every formula', () => {
  test.each(formulas)('$name has a description, and an example that gives the stated result', ({ description, example, name }) => {
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(example.expression).toContain(`${name}(`);
    const found = evaluateTemplate(`\${${example.expression}}`, { ...scope, data: formulaExampleData }, { escape: 'json' });
    expect(found).toBe(example.result.replaceAll(', "', ',"'));
  });

  test.each([
    ['filter', ['having', 'where', 'exclude', 'findIn']],
    ['FILTER first', ['findIn']],
    ['uppercase', ['toUpperCase', 'capitalize', 'toTitleCase']],
    ['concat', ['joinTexts', 'joinList', 'mergeLists']],
    ['length', ['subString', 'padLeft', 'count']],
    ['sum', ['sumOf']],
    ['default', ['ifError', 'firstFilled']],
    ['no such words', []],
  ])('a search for "%s" finds %j', (words, names) => {
    expect(findFormulas(words).map(({ name }) => name)).toEqual(names);
  });
});

describe('subString', () => {
  const scope: ExpressionScope = { steps: {}, data: {}, consts: {}, now: () => new Date(0) };
  test.each([
    ['${subString("😀x", 0, 1)}', ''],
    ['${subString("😀x", 0, 2)}', '😀'],
    ['${subString("a😀x", 2)}', 'x'],
    ['${subString("a😀x", 0, 2)}', 'a'],
    ['${subString("abc", 1, 1)}', 'b'],
  ])('%s never cuts a character in two', (text, result) => {
    expect(evaluateTemplate(text, scope)).toBe(result);
  });
});
