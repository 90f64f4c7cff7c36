import { fromAbsolute, toCalendarDate, toZoned } from '@internationalized/date';
import { DAY_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { InstantRange } from './instants.ts';

/** Named time ranges; `custom` is from one day to another. */
export const rangePresets = ['any', 'today', 'yesterday', '24h', '7d', '30d', 'custom'] as const;
export type RangePreset = (typeof rangePresets)[number];

export const rangePresetWords: Record<RangePreset, string> = {
  any: 'Any time',
  today: 'Today',
  yesterday: 'Yesterday',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  custom: 'From … to …',
};

/** The query parameters that select a list's time range. */
export interface RangeAddress {
  /** A preset; empty or unknown: the two instants apply. */
  started: string;
  startedFrom: string;
  startedTo: string;
}

export function getPreset({ started, startedFrom, startedTo }: RangeAddress): RangePreset {
  const named = rangePresets.find((preset) => preset === started);
  return named ?? (startedFrom || startedTo ? 'custom' : 'any');
}

/**
 * The instants that an address means now. A link to "Today" means the day on which it is opened.
 *
 * @param nowMs in whole minutes, so that a list isn't reloaded every moment.
 */
export function resolveRange(address: RangeAddress, nowMs: number, timeZone: string): InstantRange {
  const preset = getPreset(address);
  const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  switch (preset) {
    case 'any':
      return { start: null, end: null };
    case 'today':
      return { start: startOfDay(nowMs, timeZone, 0).toISOString(), end: null };
    case 'yesterday':
      return {
        start: startOfDay(nowMs, timeZone, -1).toISOString(),
        end: new Date(startOfDay(nowMs, timeZone, 0).getTime() - 1).toISOString(),
      };
    case '24h':
      return { start: new Date(minuteMs - DAY_MS).toISOString(), end: null };
    case '7d':
      return { start: new Date(minuteMs - 7 * DAY_MS).toISOString(), end: null };
    case '30d':
      return { start: new Date(minuteMs - 30 * DAY_MS).toISOString(), end: null };
    case 'custom':
      return { start: parseInstant(address.startedFrom), end: parseInstant(address.startedTo) };
    default:
      return preset satisfies never;
  }
}

/** The start of a person's day; clocks may change between two days. */
function startOfDay(nowMs: number, timeZone: string, days: number): Date {
  return toZoned(toCalendarDate(fromAbsolute(nowMs, timeZone)).add({ days }), timeZone).toDate();
}

/** Null if the text isn't an instant: the address may have been typed. */
function parseInstant(text: string): string | null {
  return text !== '' && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : null;
}
