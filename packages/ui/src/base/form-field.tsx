import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { errorStyle, fieldStyle, hintStyle, labelStyle } from '../field/field-style.ts';
import { Star } from '../layout/parts.ts';

const Box = styled.div`
  ${fieldStyle}
`;
const Label = styled.label`
  ${labelStyle}
`;
const Hint = styled.p`
  ${hintStyle}
`;
const FieldProblem = styled.p`
  ${errorStyle}
`;

/** Attributes that connect an input to its label and messages. */
export interface FieldInputAttributes {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
}

export interface FormFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  errorMessage?: string | undefined;
  isRequired?: boolean | undefined;
  children: (attributes: FieldInputAttributes) => ReactNode;
}

/** Label, input, hint and error, stacked and connected for screen readers. */
export function FormField({ label, hint, errorMessage, isRequired = false, children }: FormFieldProps) {
  const id = useId();
  const describedBy = [errorMessage ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <Box>
      <Label htmlFor={id}>
        {label}
        {isRequired ? <Star /> : null}
      </Label>
      {children({
        id,
        'aria-invalid': errorMessage ? true : undefined,
        'aria-describedby': describedBy || undefined,
        'aria-required': isRequired || undefined,
      })}
      {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
      {errorMessage ? (
        <FieldProblem id={`${id}-error`} role="alert">
          {errorMessage}
        </FieldProblem>
      ) : null}
    </Box>
  );
}
