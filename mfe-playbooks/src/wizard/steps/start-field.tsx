import { DatePicker, formatDateTime, RadioGroup, Stack } from '@portage/ui';
import type { Question } from '../../playbooks/api-types.ts';

interface StartFieldProps {
  question: Question;
  /** ISO 8601; empty: the moment at which the step is saved. */
  value: string;
  onChange: (start: string | null) => void;
}

/** From when on records count: from now on, or from the beginning of a day at the person's place. */
export function StartField({ question: { title, description }, value, onChange }: StartFieldProps) {
  const day = dayOf(value);
  const fromNow = value !== '' && day === null ? `From ${formatDateTime(value)} on` : 'From now on';
  return (
    <Stack $gap={3}>
      <RadioGroup
        label={title}
        hint={description ?? undefined}
        value={day === null ? 'now' : 'day'}
        onChange={(way) => onChange(way === 'now' ? null : startOf(localDay(new Date())))}
        options={[
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
