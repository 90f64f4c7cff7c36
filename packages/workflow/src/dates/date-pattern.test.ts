import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { patternProblem } from './date-pattern.ts';
import { formatDate } from './format-date.ts';
import { parseDate } from './parse-date.ts';
import { timeZone } from './time-zone.ts';

const utc = timeZone('UTC');
const write = (text: string, pattern: string) => formatDate(new Date(text), pattern, utc);
const read = (text: string, pattern: string) => {
  const instantMs = parseDate(text, pattern, utc);
  return instantMs === null ? null : new Date(instantMs).toISOString().slice(0, 10);
};

describe('a date format', () => {
  test.each([
    ['EEEE, d MMMM', 'Sunday, 29 November'],
    ['EEE d', 'Sun 29'],
    ['dddd, MMMM Do YYYY', 'Sunday, November 29th 2026'],
    ["yyyy-'Q'Q", '2026-Q4'],
    ["GGGG-'W'WW", '2026-W48'],
    ["d 'o''clock'", "29 o'clock"],
    ["d''yy", "29'26"],
    ['yyyy-MM-ddTHH:mm:ssZ', '2026-11-29T07:05:00Z'],
    ['yyyyMMddTHHmmss', '20261129T070500'],
    ['yyyy年M月d日', '2026年11月29日'],
    ['d MMM at H', '29 Nov at 7'],
    ['[Week] W', 'Week 48'],
    ["[the] Do 'of' MMMM", 'the 29th of November'],
    ['h:mma', '7:05am'],
  ])('%s writes %s', (pattern, expected) => {
    expect(patternProblem(pattern)).toBeNull();
    expect(write('2026-11-29T07:05:00Z', pattern)).toBe(expected);
  });

  test.each([
    ['LLLL yyyy', `"LLLL" isn't a code of date formats here. Write MMMM, or 'LLLL' for these letters.`],
    ['cccc', `"cccc" isn't a code of date formats here. Write dddd, or 'cccc' for these letters.`],
    ['d MMM y', `"y" isn't a code of date formats here. Write yyyy, or 'y' for these letters.`],
    ['ww', `"ww" isn't a code of date formats here. Write WW, or 'ww' for these letters.`],
    ['X', `"X" isn't a code of date formats here. Write 'X' for these letters.`],
    ['HH:mm ZZ', `"ZZ" isn't a code of date formats here. Write 'ZZ' for these letters.`],
    ['HH:mm:ss.S', `"S" isn't a code of date formats here. Write fff, or 'S' for these letters.`],
    ['wo', `"wo" isn't a code of date formats here. Write WW, or 'wo' for these letters.`],
    ['d de MMMM', `"de" mixes letters and codes of date formats. Put text between quotes: 'de'.`],
    ['HH:mm Uhr', `"Uhr" mixes letters and codes of date formats. Put text between quotes: 'Uhr'.`],
    ['d am MMMM', `"am" mixes letters and codes of date formats. Put text between quotes: 'am'.`],
    ['dth MMMM', `"dth" mixes letters and codes of date formats. Put text between quotes: 'dth'.`],
    ['yyyy-Www', `"Www" isn't a code of date formats here. Write 'Www' for these letters.`],
  ])('%s is refused: %s', (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(problem);
  });

  test('numbers weeks as ISO 8601 and luxon do', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1970-01-01Z'), max: new Date('2100-01-01Z'), noInvalidDate: true }), (date) => {
        expect(formatDate(date, 'GGGG WW W Q EEEE', utc)).toBe(DateTime.fromJSDate(date, { zone: 'UTC' }).toFormat('kkkk WW W q EEEE'));
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [22, '22nd'],
    [31, '31st'],
  ])('writes day %i as %s and reads it back', (day, expected) => {
    expect(write(`2026-01-${String(day).padStart(2, '0')}T00:00:00Z`, 'Do')).toBe(expected);
    expect(read(`${expected} January 2026`, 'Do MMMM yyyy')).toBe(`2026-01-${String(day).padStart(2, '0')}`);
  });

  test.each([
    ['Sunday 29 Nov 2026', 'dddd d MMM yyyy', '2026-11-29'],
    ['Sun 29 Nov 2026', 'EEE d MMM yyyy', '2026-11-29'],
    ['Monday 29 Nov 2026', 'dddd d MMM yyyy', null],
    ['Foo 29 Nov 2026', 'ddd d MMM yyyy', null],
    ['2026-W48', "GGGG-'W'WW", null],
    ["29 o'clock", "d 'o''clock'", '1970-01-29'],
  ])('reads %j as %j: %s', (text, pattern, expected) => {
    expect(read(text, pattern)).toBe(expected);
  });
});
