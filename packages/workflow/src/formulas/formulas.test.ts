import { describe, expect, it } from 'vitest';
import { evaluateExpression, evaluateTemplate } from '../expressions/evaluate-expression.ts';
import type { ExpressionScope } from '../expressions/scope.ts';
import { formulas } from './formula-table.ts';

const scope: ExpressionScope = {
  steps: {},
  data: { date: '2026-03-05T07:08:09.045Z', epoch: 1_772_694_489, text: 'Straße', cents: '1050', list: [], blank: '  ' },
  consts: {},
  now: () => new Date('2026-11-21T04:30:15.123Z'),
};

describe('formulas', () => {
  it.each<[string, unknown]>([
    ['utcNow()', '2026-11-21T04:30:15.123Z'],
    ['utcToday()', '2026-11-21T00:00:00.000Z'],
    ['addDays("2024-02-28", 1)', '2024-02-29T00:00:00.000Z'],
    ['addDays(utcToday(), -21)', '2026-10-31T00:00:00.000Z'],
    ['addDays("2026-01-01", "1.5")', '2026-01-02T12:00:00.000Z'],
    ['addHours("2026-01-01T23:30:00+02:00", 3)', '2026-01-02T00:30:00.000Z'],
    ['addMinutes("2026-01-01T00:00", -1)', '2025-12-31T23:59:00.000Z'],
    ['formatDate($Data.date, "yyyy-MM-dd HH:mm:ss.fff")', '2026-03-05 07:08:09.045'],
    ['formatDate($Data.date, "YYYY/M/D h:mm tt")', '2026/3/5 7:08 AM'],
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
    ['addDays($Data.none, 1)', null],
    ['formatDate($Data.none, "yyyy")', null],
    ['toLowerCase(null)', null],
    ['toLowerCase(subString("ABC", 0, 2))', 'ab'],
  ])('%s', (text, value) => {
    expect(evaluateExpression(`\${${text}}`, scope)).toEqual(value);
  });

  it.each<[string, string]>([
    ['addDays("tomorrow", 1)', 'addDays: "tomorrow" is not a date.'],
    ['addDays("2026-02-30", 1)', 'addDays: "2026-02-30" is not a date.'],
    ['addDays("2026-01-01", "x")', 'addDays: "x" is not a number.'],
    ['addDays("2026-01-01", null)', 'addDays: An empty value is not a number.'],
    ['addDays("2026-01-01", 999999999999)', 'addDays: The date is too far away.'],
    ['formatDateIso($Data.list)', 'formatDateIso: A list is not a date.'],
    ['formatDateIso(1e300)', 'formatDateIso: The date is too far away.'],
    ['amountFromCents("ten")', 'amountFromCents: "ten" is not a number.'],
    ['subString("a", "b")', 'subString: "b" is not a number.'],
  ])('%s says: %s', (text, message) => {
    expect(() => evaluateExpression(`\${${text}}`, scope)).toThrow(message);
  });

  it('stands in text without braces too', () => {
    expect(evaluateExpression('at $utcToday()!', scope)).toBe('at 2026-11-21T00:00:00.000Z!');
  });

  it('has every label of the formula groups once', () => {
    expect(formulas.map(({ group, label }) => `${group}: ${label}`)).toEqual([
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
  });
});

describe('subString', () => {
  const scope: ExpressionScope = { steps: {}, data: {}, consts: {}, now: () => new Date(0) };
  it.each([
    ['${subString("😀x", 0, 1)}', ''],
    ['${subString("😀x", 0, 2)}', '😀'],
    ['${subString("a😀x", 2)}', 'x'],
    ['${subString("a😀x", 0, 2)}', 'a'],
    ['${subString("abc", 1, 1)}', 'b'],
  ])('%s never cuts a character in two', (text, result) => {
    expect(evaluateTemplate(text, scope)).toBe(result);
  });
});
