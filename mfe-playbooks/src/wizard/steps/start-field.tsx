import { DatePicker, formatDateTime, isoDay, RadioGroup, Stack } from '@portage/ui';

interface StartFieldProps {
  title: string;
  description: string | null;
  /** Applies unless the person chooses otherwise: the moment when the step is saved, or no start at all. */
  usual: 'now' | 'all';
  /** ISO 8601 or `now`; empty for the usual one. */
  value: string;
  onChange: (start: string | null) => void;
}

/** Which records count: all, records from now on, or records since the start of a day in the person's time zone. */
export function StartField({ title, description, usual, value, onChange }: StartFieldProps) {
  const day = toDay(value);
  const isMoment = value !== '' && value !== 'now';
  const fromNow = isMoment && day === null ? `From ${formatDateTime(value)} on` : 'From now on';
  const way = day !== null ? 'day' : usual === 'all' && value === '' ? 'all' : 'now';
  const choose = (next: string) => {
    if (next === 'day') onChange(toDayStart(isoDay(new Date())));
    else onChange(next === usual ? null : 'now');
  };
  return (
    <Stack $gap={3}>
      <RadioGroup
        label={title}
        hint={description ?? undefined}
        value={way}
        onChange={choose}
        options={[
          ...(usual === 'all' ? [{ value: 'all', label: 'All of them' }] : []),
          { value: 'now', label: fromNow },
          { value: 'day', label: 'From another day' },
        ]}
      />
      {day === null ? null : (
        <DatePicker label="First day" isRequired value={day} onChange={(chosen) => onChange(chosen && toDayStart(chosen))} />
      )}
    </Stack>
  );
}

/** The day that starts at an instant; null if none does. */
function toDay(instant: string): string | null {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return null;
  const day = isoDay(date);
  return new Date(toDayStart(day)).getTime() === date.getTime() ? day : null;
}

function toDayStart(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString();
}
