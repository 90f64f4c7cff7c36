import { useState } from 'react';
import styled from 'styled-components';
import { inputStyle } from '../field/field-style.ts';
import { color, font, radius, size, space } from '../theme/tokens.ts';
import { FormField } from './form-field.tsx';
import type { TextFieldProps } from './text-field.tsx';

const Row = styled.div`
  position: relative;
`;
const Input = styled.input`
  ${inputStyle}
  padding-right: ${space(15)};
`;
const Reveal = styled.button`
  position: absolute;
  inset: 0 0 0 auto;
  min-width: ${space(13)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-weight: ${font.weight.medium};
  cursor: pointer;
  &:hover {
    color: ${color.text};
  }
  &:focus-visible {
    outline-offset: -${size.focusRing};
  }
`;

export type PasswordFieldProps = Omit<TextFieldProps, 'type'>;

/** A password that can be made visible. */
export function PasswordField({ label, value, onChange, hint, errorMessage, isRequired, ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FormField label={label} hint={hint} errorMessage={errorMessage} isRequired={isRequired}>
      {(attributes) => (
        <Row>
          <Input
            autoComplete="current-password"
            spellCheck={false}
            autoCapitalize="none"
            {...rest}
            {...attributes}
            type={isShown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <Reveal type="button" aria-label={isShown ? 'Hide password' : 'Show password'} onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </Reveal>
        </Row>
      )}
    </FormField>
  );
}
