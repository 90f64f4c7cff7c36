import { addMonths, type CalendarUnit, calendarUnits, computeUnitStart, difference, isCalendarUnit } from '../dates/calendar.ts';
import { parseDate } from '../dates/parse-date.ts';
import type { TimeZone } from '../dates/time-zone.ts';
import type { WorkBudget } from '../work/work-budget.ts';
import type { Formula } from './formula.ts';
import {
  ArgumentFault,
  dateArgument,
  formatArgument,
  instantWithin,
  numberArgument,
  shown,
  textArgument,
  zoneArgument,
} from './formula-arguments.ts';

export const calendarFormulas = [
  {
    name: 'parseDate',
    label: 'Parse Date',
    signature: 'parseDate(text, format, timeZone)',
    description: 'Reads a date that is written in your own format.',
    synonyms: 'convert text',
    example: { expression: 'parseDate("31.12.2026 23:30", "dd.MM.yyyy HH:mm", "Europe/Berlin")', result: '2026-12-31T22:30:00.000Z' },
    arity: { min: 2, max: 3 },
    firstForm: ['parseDate(', '"31.12.2026"', ', "dd.MM.yyyy")'],
    evaluate: ([text, pattern, zone], work) => {
      const instantMs = parseDate(textArgument(text, work), formatArgument(pattern, work), zoneArgument(zone, work));
      if (instantMs === null) throw new ArgumentFault(`${shown(text)} is not a date of the form ${shown(pattern)}.`);
      return iso(instantMs);
    },
  },
  {
    name: 'addMonths',
    label: 'Add/Remove Months',
    signature: 'addMonths(date, months, timeZone)',
    description: 'A date a number of months later, or earlier if negative.',
    synonyms: 'plus minus subtract ago',
    example: { expression: 'addMonths("2026-01-31", 1)', result: '2026-02-28T00:00:00.000Z' },
    arity: { min: 2, max: 3 },
    inWords: ([date, months]) => `${date} + ${months} months`,
    firstForm: ['addMonths(', 'utcNow()', ', 1)'],
    evaluate: ([date, months, zone], work) =>
      inZone(date, zone, work, (instantMs, clock) => addMonths(instantMs, wholeNumber(months), clock)),
  },
  {
    name: 'addYears',
    label: 'Add/Remove Years',
    signature: 'addYears(date, years, timeZone)',
    description: 'A date a number of years later, or earlier if negative.',
    synonyms: 'plus minus subtract ago',
    example: { expression: 'addYears("2024-02-29", 1)', result: '2025-02-28T00:00:00.000Z' },
    arity: { min: 2, max: 3 },
    inWords: ([date, years]) => `${date} + ${years} years`,
    firstForm: ['addYears(', 'utcNow()', ', 1)'],
    evaluate: ([date, years, zone], work) =>
      inZone(date, zone, work, (instantMs, clock) => addMonths(instantMs, 12 * wholeNumber(years), clock)),
  },
  {
    name: 'startOf',
    label: 'Start Of',
    signature: 'startOf(date, unit, timeZone)',
    description: 'The first moment of the hour, day, week, month or year around a date.',
    synonyms: 'begin round midnight',
    example: { expression: 'startOf("2026-11-21", "month")', result: '2026-11-01T00:00:00.000Z' },
    arity: { min: 2, max: 3 },
    inWords: ([date, unit]) => `start of the ${unit} of ${date}`,
    firstForm: ['startOf(', 'utcNow()', ', "month")'],
    evaluate: ([date, unit, zone], work) =>
      inZone(date, zone, work, (instantMs, clock) => computeUnitStart(instantMs, calendarUnit(unit, work), 0, clock)),
  },
  {
    name: 'endOf',
    label: 'End Of',
    signature: 'endOf(date, unit, timeZone)',
    description: 'The last moment of the hour, day, week, month or year around a date.',
    synonyms: 'round midnight',
    example: { expression: 'endOf("2026-02-10", "month")', result: '2026-02-28T23:59:59.999Z' },
    arity: { min: 2, max: 3 },
    inWords: ([date, unit]) => `end of the ${unit} of ${date}`,
    firstForm: ['endOf(', 'utcNow()', ', "month")'],
    evaluate: ([date, unit, zone], work) =>
      inZone(date, zone, work, (instantMs, clock) => computeUnitStart(instantMs, calendarUnit(unit, work), 1, clock) - 1),
  },
  {
    name: 'dateDifference',
    label: 'Date Difference',
    signature: 'dateDifference(from, to, unit, timeZone)',
    description: 'The whole units of time between two dates.',
    synonyms: 'diff between age since until days ago',
    example: { expression: 'dateDifference("2026-01-15", "2026-02-14", "days")', result: '30' },
    arity: { min: 3, max: 4 },
    inWords: ([from, to, unit]) => `${unit} from ${from} to ${to}`,
    firstForm: ['dateDifference(', 'utcToday()', ', utcNow(), "hours")'],
    evaluate: ([from, to, unit, zone], work) => {
      const clock = zoneArgument(zone, work);
      return difference(dateArgument(from, clock).getTime(), dateArgument(to, clock).getTime(), calendarUnit(unit, work), clock);
    },
  },
] as const satisfies readonly Formula[];

/** A new date from one that is parsed and computed on a zone's clock. */
export function inZone(date: unknown, zone: unknown, work: WorkBudget, change: (instantMs: number, clock: TimeZone) => number): string {
  const clock = zoneArgument(zone, work);
  return iso(change(dateArgument(date, clock).getTime(), clock));
}

function iso(instantMs: number): string {
  return new Date(instantWithin(instantMs)).toISOString();
}

function wholeNumber(value: unknown): number {
  const number = numberArgument(value);
  if (!Number.isInteger(number)) throw new ArgumentFault(`${shown(value)} is not a whole number.`);
  return number;
}

/** `month` and `months` are one unit. */
function calendarUnit(value: unknown, work: WorkBudget): CalendarUnit {
  const unit = textArgument(value, work).trim().toLowerCase().replace(/s$/, '');
  if (!isCalendarUnit(unit)) throw new ArgumentFault(`${shown(value)} is not one of ${calendarUnits.join(', ')}.`);
  return unit;
}
