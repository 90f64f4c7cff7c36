import { type CalendarDate, parseAbsolute, parseDate, toCalendarDate, toZoned, type ZonedDateTime } from '@internationalized/date';

/** An ISO instant as a picker value, or null if empty or invalid. */
export function toPickerValue(instant: string | null, timeZone: string): ZonedDateTime | null {
  if (!instant) return null;
  try {
    return parseAbsolute(instant, timeZone);
  } catch {
    return null;
  }
}

export function toInstant(value: ZonedDateTime | null): string | null {
  return value ? value.toDate().toISOString() : null;
}

export interface InstantRange {
  /** ISO instants, both inclusive. */
  start: string | null;
  end: string | null;
}

export interface DayRange {
  start: CalendarDate;
  end: CalendarDate;
}

/** The whole days that a range of instants covers. */
export function toDayRange({ start, end }: InstantRange, timeZone: string): DayRange | null {
  const first = toPickerValue(start, timeZone);
  const last = toPickerValue(end, timeZone);
  return first && last ? { start: toCalendarDate(first), end: toCalendarDate(last) } : null;
}

/** From the first moment of the first day to the last millisecond of the last, in the person's zone. */
export function ofDayRange(range: DayRange | null, timeZone: string): InstantRange {
  if (!range) return { start: null, end: null };
  const start = toZoned(range.start, timeZone).toDate();
  const end = toZoned(range.end.add({ days: 1 }), timeZone).toDate();
  return { start: start.toISOString(), end: new Date(end.getTime() - 1).toISOString() };
}

/** `YYYY-MM-DD` or null. */
export function toDay(text: string | null): CalendarDate | null {
  if (!text) return null;
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}
