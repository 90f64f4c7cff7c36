import { TextField } from '@portage/ui';
import { type KeyboardEvent, useState } from 'react';
import { FormField } from '../../panel/form-field.tsx';
import { useUnkeptInput } from '../../panel/use-form-memory.ts';

export interface NumberTextFieldProps {
  clientId: string;
  /** Path of the field in the step. */
  name: string;
  label: string;
  /** Null or undefined if nothing is entered. */
  value: number | null | undefined;
  /** Called with null only if the field may be empty. */
  onChange: (value: number | null) => void;
  /** The field's name for the message that it is required; if omitted, it may be empty. */
  requiredAs?: string | undefined;
  errorMessage?: string | undefined;
  hint?: string | undefined;
  isReadOnly: boolean;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean | undefined;
  /** The arrow keys stay within these limits. */
  min?: number | undefined;
  max?: number | undefined;
}

/** A number, stored on every key. Invalid text stays in the field with a message, and the step keeps the last valid number. */
export function NumberTextField({ clientId, name, value, onChange, requiredAs, errorMessage, min, max, ...field }: NumberTextFieldProps) {
  const [draft, setDraft] = useUnkeptInput(clientId, name);
  const [typed, setTyped] = useState('');

  function change(text: string): void {
    setTyped(text);
    const read = readNumber(text, requiredAs);
    setDraft('message' in read ? { text, message: read.message } : null);
    if (!('message' in read)) onChange(read.value);
  }

  function stepByArrow(event: KeyboardEvent): void {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0 || field.isReadOnly) return;
    event.preventDefault();
    const next = Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, (value ?? 0) + direction));
    change(String(next));
  }

  const shown = value === null || value === undefined ? '' : Number(typed) === value && typed.trim() !== '' ? typed : String(value);
  return (
    <FormField name={name}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field inside. */}
      <div onKeyDown={stepByArrow}>
        <TextField
          {...field}
          name={name}
          inputMode="decimal"
          value={draft?.text ?? shown}
          onChange={change}
          isRequired={requiredAs !== undefined}
          errorMessage={draft?.message ?? errorMessage}
        />
      </div>
    </FormField>
  );
}

export function readNumber(text: string, requiredAs: string | undefined): { value: number | null } | { message: string } {
  const trimmed = text.trim();
  if (trimmed === '') return requiredAs === undefined ? { value: null } : { message: `Please input ${requiredAs}` };
  const value = Number(trimmed);
  return Number.isFinite(value) && /^[-+.\d]/.test(trimmed) && !/^0x/i.test(trimmed) ? { value } : { message: 'Please enter a number' };
}
