import { fromAbsolute, toCalendarDate, toZoned } from '@internationalized/date';
import { HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { InstantRange } from './instants.ts';

/** Named time ranges; `custom` is from one day to another. */
export const rangePresets = ['any', 'today', '24h', '7d', 'custom'] as const;
export type RangePreset = (typeof rangePresets)[number];

export const rangePresetWords: Record<RangePreset, string> = {
  any: 'Any time',
  today: 'Today',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
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
      return {
        start: toZoned(toCalendarDate(fromAbsolute(nowMs, timeZone)), timeZone)
          .toDate()
          .toISOString(),
        end: null,
      };
    case '24h':
      return { start: new Date(minuteMs - 24 * HOUR_MS).toISOString(), end: null };
    case '7d':
      return { start: new Date(minuteMs - 7 * 24 * HOUR_MS).toISOString(), end: null };
    case 'custom':
      return { start: parseInstant(address.startedFrom), end: parseInstant(address.startedTo) };
    default:
      return preset satisfies never;
  }
}

/** Null if the text isn't an instant: the address may have been typed. */
function parseInstant(text: string): string | null {
  return text !== '' && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : null;
}
