import { DatePicker, formatDateTime, RadioGroup, Stack } from '@portage/ui';

interface StartFieldProps {
  title: string;
  description: string | null;
  /** What applies unless the person says otherwise: the moment at which the step is saved, or no start at all. */
  usual: 'now' | 'all';
  /** ISO 8601; `now`; empty: the usual one. */
  value: string;
  onChange: (start: string | null) => void;
}

/** From when on records count: all of them, from now on, or from the beginning of a day at the person's place. */
export function StartField({ title, description, usual, value, onChange }: StartFieldProps) {
  const day = dayOf(value);
  const isMoment = value !== '' && value !== 'now';
  const fromNow = isMoment && day === null ? `From ${formatDateTime(value)} on` : 'From now on';
  const way = day !== null ? 'day' : usual === 'all' && value === '' ? 'all' : 'now';
  const choose = (next: string) => {
    if (next === 'day') onChange(startOf(localDay(new Date())));
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
          { value: 'day', label: 'From another day on' },
        ]}
      />
      {day === null ? null : (
        <DatePicker label="First day" isRequired value={day} onChange={(chosen) => onChange(chosen && startOf(chosen))} />
      )}
    </Stack>
  );
}

/** The day that begins at an instant; null: none does. */
function dayOf(instant: string): string | null {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return null;
  const day = localDay(date);
  return new Date(startOf(day)).getTime() === date.getTime() ? day : null;
}

function startOf(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString();
}

function localDay(date: Date): string {
  return date.toLocaleDateString('sv-SE');
}
