import type { ReactNode } from 'react';
import styled from 'styled-components';
import { DASH, formatDate, formatDateTime, personsTimeZone } from './format.ts';

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
}

/** An instant in the person's zone; hovering shows the exact instant. */
export function DateTime({ value, fallback = DASH, isDateOnly = false }: DateTimeProps) {
  if (!value) return <>{fallback}</>;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return <>{value}</>;
  // A day has no time, and is the same day in every zone.
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(String(value));
  const day = isDay ? formatDate(date, 'UTC') : formatDate(date);
  return (
    <Stamp dateTime={date.toISOString()} title={`${date.toISOString()} (shown in ${personsTimeZone()})`}>
      <span>{day}</span>
      {isDateOnly || isDay ? null : (
        <>
          {' '}
          <span>{formatDateTime(date).slice(day.length + 1)}</span>
        </>
      )}
    </Stamp>
  );
}
