import { HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import { addDays } from '../dates/calendar.ts';
import { formatDate } from '../dates/format-date.ts';
import { inZone } from './calendar-formulas.ts';
import type { Formula } from './formula.ts';
import { dateArgument, formatArgument, instantWithin, numberArgument, zoneArgument } from './formula-arguments.ts';

/** Spec EXPR-08: the names follow from the labels. */
export const dateFormulas = [
  {
    name: 'utcNow',
    label: 'Utc Now',
    signature: 'utcNow()',
    description: 'The current time, in UTC.',
    synonyms: 'now date time timestamp',
    example: { expression: 'utcNow()', result: '2026-11-21T04:30:15.123Z' },
    arity: { min: 0, max: 0 },
    inWords: () => 'now',
    firstForm: ['utcNow()', '', ''],
    evaluate: (_values, _work, scope) => scope.now().toISOString(),
  },
  {
    name: 'utcToday',
    label: 'Utc Today',
    signature: 'utcToday()',
    description: 'The beginning of the current day, in UTC.',
    synonyms: 'now date midnight',
    example: { expression: 'utcToday()', result: '2026-11-21T00:00:00.000Z' },
    arity: { min: 0, max: 0 },
    inWords: () => 'today',
    firstForm: ['utcToday()', '', ''],
    evaluate: (_values, _work, scope) => `${scope.now().toISOString().slice(0, 10)}T00:00:00.000Z`,
  },
  {
    name: 'addDays',
    label: 'Add/Remove Days',
    signature: 'addDays(date, days, timeZone)',
    description: 'A date a number of days later, or earlier if negative.',
    synonyms: 'plus minus subtract ago tomorrow yesterday',
    example: { expression: 'addDays("2026-02-28", 1)', result: '2026-03-01T00:00:00.000Z' },
    arity: { min: 2, max: 3 },
    inWords: ([date, days]) => `${date} + ${days} days`,
    firstForm: ['addDays(', 'utcNow()', ', 1)'],
    evaluate: ([date, days, zone], work) => inZone(date, zone, work, (instantMs, clock) => addDays(instantMs, numberArgument(days), clock)),
  },
  {
    name: 'addHours',
    label: 'Add/Remove Hours',
    signature: 'addHours(date, hours)',
    description: 'A date a number of hours later, or earlier if negative.',
    synonyms: 'plus minus subtract ago',
    example: { expression: 'addHours("2026-03-05T08:00:00Z", -2)', result: '2026-03-05T06:00:00.000Z' },
    arity: { min: 2, max: 2 },
    inWords: ([date, hours]) => `${date} + ${hours} hours`,
    firstForm: ['addHours(', 'utcNow()', ', 1)'],
    evaluate: shift(HOUR_MS),
  },
  {
    name: 'addMinutes',
    label: 'Add/Remove Minutes',
    signature: 'addMinutes(date, minutes)',
    description: 'A date a number of minutes later, or earlier if negative.',
    synonyms: 'plus minus subtract ago',
    example: { expression: 'addMinutes("2026-03-05T08:00:00Z", 90)', result: '2026-03-05T09:30:00.000Z' },
    arity: { min: 2, max: 2 },
    inWords: ([date, minutes]) => `${date} + ${minutes} minutes`,
    firstForm: ['addMinutes(', 'utcNow()', ', 1)'],
    evaluate: shift(MINUTE_MS),
  },
  {
    name: 'formatDate',
    label: 'Format Date',
    signature: 'formatDate(date, format, timeZone)',
    description: 'Writes a date in your own format.',
    synonyms: 'convert display text zone',
    example: { expression: 'formatDate("2026-11-21T04:30:00Z", "d MMMM yyyy, HH:mm", "Europe/Berlin")', result: '21 November 2026, 05:30' },
    arity: { min: 2, max: 3 },
    firstForm: ['formatDate(', 'utcNow()', ', "yyyy-MM-dd")'],
    evaluate: ([date, pattern, zone], work) => {
      const clock = zoneArgument(zone, work);
      return formatDate(dateArgument(date, clock), formatArgument(pattern, work), clock);
    },
  },
  {
    name: 'formatDateIso',
    label: 'Format Date ISO',
    signature: 'formatDateIso(date)',
    description: 'Writes a date in ISO 8601, the format that most APIs expect.',
    synonyms: 'convert',
    example: { expression: 'formatDateIso(1772694489)', result: '2026-03-05T07:08:09.000Z' },
    arity: { min: 1, max: 1 },
    firstForm: ['formatDateIso(', 'utcNow()', ')'],
    evaluate: ([date]) => dateArgument(date).toISOString(),
  },
  {
    name: 'formatDateUnixSecs',
    label: 'Format Date Unix Secs',
    signature: 'formatDateUnixSecs(date)',
    description: 'A date as seconds since 1970.',
    synonyms: 'convert timestamp epoch',
    example: { expression: 'formatDateUnixSecs("2026-03-05")', result: '1772668800' },
    arity: { min: 1, max: 1 },
    firstForm: ['formatDateUnixSecs(', 'utcNow()', ')'],
    evaluate: ([date]) => Math.floor(dateArgument(date).getTime() / 1000),
  },
] as const satisfies readonly Formula[];

function shift(unitMs: number): Formula['evaluate'] {
  return ([date, count]) => new Date(instantWithin(dateArgument(date).getTime() + numberArgument(count) * unitMs)).toISOString();
}
