import { muteLengths } from '@portage/contracts';
import { formatMinute, SelectField } from '@portage/ui/base';

const KEPT = 'kept';

interface MuteFieldProps {
  /** ISO instant; null: not muted. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Mutes alerts for a while; an expired mute doesn't count. */
export function MuteField({ value, onChange }: MuteFieldProps) {
  const until = value !== null && Date.parse(value) > Date.now() ? value : null;
  const options = [
    { value: '', label: 'Not muted' },
    ...(until === null ? [] : [{ value: KEPT, label: `Until ${formatMinute(until)}` }]),
    ...muteLengths.map(({ minutes, label }) => ({ value: String(minutes), label })),
  ];
  return (
    <SelectField
      label="Mute"
      hint="Muted alerts are listed but not sent."
      value={until === null ? '' : KEPT}
      options={options}
      onChange={(choice) => {
        if (choice === KEPT) return;
        onChange(choice === '' ? null : new Date(Date.now() + Number(choice) * 60_000).toISOString());
      }}
    />
  );
}
