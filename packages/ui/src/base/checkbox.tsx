import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { errorStyle } from '../field/field-style.ts';
import { color, size, space } from '../theme/tokens.ts';

const Row = styled.label`
  display: inline-flex;
  align-items: flex-start;
  gap: ${space(2)};
  cursor: pointer;
`;
const Box = styled.input`
  flex: none;
  width: ${size.icon};
  height: ${size.icon};
  margin: ${space(0.5)} 0 0;
  accent-color: ${color.brand};
`;
const FieldProblem = styled.p`
  ${errorStyle}
`;

export interface CheckboxProps {
  name?: string | undefined;
  value: boolean;
  onChange: (value: boolean) => void;
  onBlur?: (() => void) | undefined;
  errorMessage?: string | undefined;
  isRequired?: boolean | undefined;
  children: ReactNode;
}

/** A native checkbox with its label. */
export function Checkbox({ name, value, onChange, onBlur, errorMessage, isRequired, children }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <Row>
        <Box
          type="checkbox"
          name={name}
          checked={value}
          aria-required={isRequired || undefined}
          aria-invalid={errorMessage ? true : undefined}
          aria-describedby={errorMessage ? id : undefined}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </Row>
      {errorMessage ? (
        <FieldProblem id={id} role="alert">
          {errorMessage}
        </FieldProblem>
      ) : null}
    </div>
  );
}
