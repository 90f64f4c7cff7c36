import { useState } from 'react';
import { DatePicker, DateRangePicker, DateTime, DateTimePicker, Inline, type InstantRange } from '../../src/index.ts';

export function DateSection() {
  const [day, setDay] = useState<string | null>('2026-11-21');
  const [instant, setInstant] = useState<string | null>('2026-11-21T04:28:06.000Z');
  const [days, setDays] = useState<InstantRange>({ start: null, end: null });
  const [range, setRange] = useState<InstantRange>({ start: '2026-11-20T00:00:00.000Z', end: '2026-11-21T12:30:00.000Z' });
  return (
    <Inline $gap={5} style={{ alignItems: 'flex-start' }}>
      <DatePicker label="Day" value={day} onChange={setDay} />
      <DateTimePicker label="Starts at" value={instant} onChange={setInstant} hint="In your time zone." />
      <DateTimePicker label="In Berlin" value={instant} onChange={setInstant} timeZone="Europe/Berlin" />
      <DateRangePicker label="Started" value={days} onChange={setDays} />
      <DateRangePicker label="Between" granularity="minute" value={range} onChange={setRange} />
      <span>
        Read as <DateTime value={instant} fallback="No runs yet" />
      </span>
    </Inline>
  );
}
