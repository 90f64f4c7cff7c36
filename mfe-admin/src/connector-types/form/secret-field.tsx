import { MASKED_SECRET } from '@portage/contracts';
import { type BoundField, TextField } from '@portage/ui';

/** A stored secret shows as dots; typing replaces it, clearing removes it (spec CONN-50). */
export function SecretField({ label, ...field }: BoundField<string> & { label: string }) {
  const isStored = field.value === MASKED_SECRET;
  return (
    <TextField
      {...field}
      label={label}
      type="password"
      autoComplete="off"
      hint={isStored ? 'It’s never shown, and stays unless you enter a new one.' : undefined}
      onChange={(value) => field.onChange(isStored ? value.replaceAll('•', '') : value)}
    />
  );
}
