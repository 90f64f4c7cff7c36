import type { ReactNode } from 'react';
import styled from 'styled-components';
import { inputStyle } from '../field/field-style.ts';
import { FormField } from './form-field.tsx';

const Native = styled.select`
  ${inputStyle}
`;

export interface SelectFieldProps<Value extends string> {
  label: ReactNode;
  name?: string | undefined;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  hint?: ReactNode;
  errorMessage?: string | undefined;
  isRequired?: boolean | undefined;
}

/** A native `select`: one of a few choices. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, name, value, options, onChange, onBlur, hint, errorMessage, isRequired } = props;
  return (
    <FormField label={label} hint={hint} errorMessage={errorMessage} isRequired={isRequired}>
      {(attributes) => (
        <Native {...attributes} name={name} value={value} onBlur={onBlur} onChange={(event) => onChange(event.target.value as Value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Native>
      )}
    </FormField>
  );
}
