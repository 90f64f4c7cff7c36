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
    arity: { min: 0, max: 0 },
    firstForm: ['utcNow()', '', ''],
    evaluate: (_values, _work, scope) => scope.now().toISOString(),
  },
  {
    name: 'utcToday',
    label: 'Utc Today',
    signature: 'utcToday()',
    arity: { min: 0, max: 0 },
    firstForm: ['utcToday()', '', ''],
    evaluate: (_values, _work, scope) => `${scope.now().toISOString().slice(0, 10)}T00:00:00.000Z`,
  },
  {
    name: 'addDays',
    label: 'Add/Remove Days',
    signature: 'addDays(date, days, timeZone)',
    arity: { min: 2, max: 3 },
    firstForm: ['addDays(', 'utcNow()', ', 1)'],
    evaluate: ([date, days, zone], work) => inZone(date, zone, work, (instantMs, clock) => addDays(instantMs, numberArgument(days), clock)),
  },
  {
    name: 'addHours',
    label: 'Add/Remove Hours',
    signature: 'addHours(date, hours)',
    arity: { min: 2, max: 2 },
    firstForm: ['addHours(', 'utcNow()', ', 1)'],
    evaluate: shift(HOUR_MS),
  },
  {
    name: 'addMinutes',
    label: 'Add/Remove Minutes',
    signature: 'addMinutes(date, minutes)',
    arity: { min: 2, max: 2 },
    firstForm: ['addMinutes(', 'utcNow()', ', 1)'],
    evaluate: shift(MINUTE_MS),
  },
  {
    name: 'formatDate',
    label: 'Format Date',
    signature: 'formatDate(date, format, timeZone)',
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
    arity: { min: 1, max: 1 },
    firstForm: ['formatDateIso(', 'utcNow()', ')'],
    evaluate: ([date]) => dateArgument(date).toISOString(),
  },
  {
    name: 'formatDateUnixSecs',
    label: 'Format Date Unix Secs',
    signature: 'formatDateUnixSecs(date)',
    arity: { min: 1, max: 1 },
    firstForm: ['formatDateUnixSecs(', 'utcNow()', ')'],
    evaluate: ([date]) => Math.floor(dateArgument(date).getTime() / 1000),
  },
] as const satisfies readonly Formula[];

function shift(unitMs: number): Formula['evaluate'] {
  return ([date, count]) => new Date(instantWithin(dateArgument(date).getTime() + numberArgument(count) * unitMs)).toISOString();
}
