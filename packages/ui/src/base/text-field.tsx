import type { InputHTMLAttributes, ReactNode } from 'react';
import styled from 'styled-components';
import { inputStyle } from '../field/field-style.ts';
import { FormField } from './form-field.tsx';

const Input = styled.input`
  ${inputStyle}
`;

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'required'> {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  errorMessage?: string | undefined;
  isRequired?: boolean | undefined;
}

/** A native text input with its label and messages. */
export function TextField({ label, value, onChange, hint, errorMessage, isRequired, ...rest }: TextFieldProps) {
  return (
    <FormField label={label} hint={hint} errorMessage={errorMessage} isRequired={isRequired}>
      {(attributes) => <Input type="text" {...rest} {...attributes} value={value} onChange={(event) => onChange(event.target.value)} />}
    </FormField>
  );
}
