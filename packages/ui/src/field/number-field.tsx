import { withoutUndefined } from '@portage/primitives/without-undefined';
import { Minus, Plus } from 'lucide-react';
import { NumberField as AriaNumberField, Button, Group, Input } from 'react-aria-components';
import styled from 'styled-components';
import { color, size, space } from '../theme/tokens.ts';
import { FieldParts, type FieldProps } from './field-parts.tsx';
import { fieldStyle, inputStyle } from './field-style.ts';

const Box = styled(AriaNumberField)`
  ${fieldStyle}
`;
const Frame = styled(Group)`
  ${inputStyle}
  display: flex;
  padding: 0;
  overflow: hidden;
`;
const Line = styled(Input)`
  flex: 1;
  min-width: 0;
  padding: ${space(1)} ${space(2.5)};
  border: 0;
  background: none;
  font-variant-numeric: tabular-nums;
  &:focus-visible {
    outline: none;
  }
`;
const Step = styled(Button)`
  display: grid;
  place-items: center;
  width: ${size.controlDense};
  padding: 0;
  border: 0;
  border-left: ${size.hairline} solid ${color.line};
  background: none;
  color: ${color.muted};
  cursor: pointer;
  &:hover:not(:disabled) {
    background: ${color.hover};
    color: ${color.text};
  }
  &:disabled {
    opacity: 0.5;
    cursor: default;
  }
`;

export interface NumberFieldProps extends FieldProps {
  name?: string | undefined;
  /** Null if empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: (() => void) | undefined;
  minValue?: number | undefined;
  maxValue?: number | undefined;
  step?: number | undefined;
}

/** A number with up to three decimals, typed or stepped with the arrow keys. */
export function NumberField({ value, onChange, name, onBlur, minValue, maxValue, step, ...parts }: NumberFieldProps) {
  return (
    <Box
      {...withoutUndefined({ name, onBlur, minValue, maxValue, step, isDisabled: parts.isDisabled, isRequired: parts.isRequired })}
      formatOptions={{ useGrouping: false }}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      isInvalid={parts.errorMessage !== undefined}
      validationBehavior="aria"
    >
      <FieldParts {...parts}>
        <Frame>
          <Line />
          <Step slot="decrement">
            <Minus size={size.iconSmall} aria-hidden />
          </Step>
          <Step slot="increment">
            <Plus size={size.iconSmall} aria-hidden />
          </Step>
        </Frame>
      </FieldParts>
    </Box>
  );
}
