import type { ReactNode } from 'react';
import styled from 'styled-components';
import { DASH, dayIn, formatDate, formatTime } from './format.ts';
import { SPECIFIED_LOCALE } from './specified-formats.ts';
import { personsTimeZone } from './time-zone.ts';

const Stamp = styled.time`
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  /* In a column that gives way, the time takes the second line. */
  > span {
    white-space: nowrap;
  }
`;

export interface DateTimeProps {
  /** ISO 8601. */
  value: string | null | undefined;
  /** Shown when there is no value; default a dash. */
  fallback?: ReactNode;
  /** Day only. */
  isDateOnly?: boolean | undefined;
  /** MMM D, YYYY h:mm:ss A in every language, for Last Run At (spec WFL-08). */
  isAsSpecified?: boolean | undefined;
}

/** An instant in the person's zone; hovering shows the exact instant. A date without a time is shown as such, in every zone. */
export function DateTime({ value, fallback = DASH, isDateOnly = false, isAsSpecified = false }: DateTimeProps) {
  if (!value) return <>{fallback}</>;
  const day = dayIn(value);
  if (day) return <Stamp dateTime={day.toISOString().slice(0, 10)}>{formatDate(value)}</Stamp>;
  const date = new Date(value);
  // A year or a month isn't a date, though browsers parse it as one.
  if (Number.isNaN(date.getTime()) || /^[\d-]*$/.test(value)) return <>{value}</>;
  const zone = personsTimeZone();
  const locale = isAsSpecified ? SPECIFIED_LOCALE : undefined;
  return (
    <Stamp dateTime={date.toISOString()} title={`${date.toISOString()} (shown in ${zone})`}>
      <span>{formatDate(date, zone, locale)}</span>
      {isDateOnly ? null : (
        <>
          {' '}
          <span>{formatTime(date, zone, locale)}</span>
        </>
      )}
    </Stamp>
  );
}
