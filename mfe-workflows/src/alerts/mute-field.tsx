import { muteLengths } from '@portage/contracts';
import { formatDateTime, Select } from '@portage/ui';

const KEPT = 'kept';

export interface MuteFieldProps {
  hint: string;
  /** ISO instant; null: not muted. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Mutes alerts for a while; an expired mute doesn't count. */
export function MuteField({ hint, value, onChange }: MuteFieldProps) {
  const until = value !== null && Date.parse(value) > Date.now() ? value : null;
  const options = [
    { value: '', label: 'Not muted' },
    ...(until === null ? [] : [{ value: KEPT, label: `Until ${formatDateTime(new Date(until))}` }]),
    ...muteLengths.map(({ minutes, label }) => ({ value: String(minutes), label })),
  ];
  return (
    <Select
      label="Mute"
      hint={hint}
      value={until === null ? '' : KEPT}
      options={options}
      onChange={(choice) => {
        if (choice === KEPT) return;
        onChange(choice === '' ? null : new Date(Date.now() + Number(choice) * 60_000).toISOString());
      }}
    />
  );
}
