import { withoutUndefined } from '@portage/primitives/without-undefined';
import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components';
import styled from 'styled-components';
import { Muted } from '../layout/parts.ts';
import { color, radius, size, space } from '../theme/tokens.ts';
import { FieldParts, type FieldProps } from './field-parts.tsx';
import { fieldStyle } from './field-style.ts';

const Box = styled(AriaRadioGroup)`
  ${fieldStyle}
`;
const Choices = styled.div<{ $isHorizontal: boolean }>`
  display: flex;
  flex-direction: ${({ $isHorizontal }) => ($isHorizontal ? 'row' : 'column')};
  flex-wrap: wrap;
  gap: ${({ $isHorizontal }) => ($isHorizontal ? `${space(2)} ${space(5)}` : space(2))};
  padding-top: ${space(1)};
`;
const Choice = styled(Radio)`
  display: inline-flex;
  align-items: flex-start;
  gap: ${space(2)};
  cursor: pointer;
  &::before {
    content: '';
    flex: none;
    width: ${size.icon};
    height: ${size.icon};
    margin-top: ${space(0.5)};
    border: ${size.hairline} solid ${color.lineStrong};
    border-radius: ${radius.round};
    background: ${color.surface};
  }
  &[data-selected]::before {
    border: ${space(1.25)} solid ${color.brand};
  }
  &[data-focus-visible]::before {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: ${size.focusRing};
  }
  &[data-disabled] {
    color: ${color.muted};
    cursor: not-allowed;
  }
`;

export interface RadioOption<Value extends string> {
  value: Value;
  label: string;
  hint?: string;
  isDisabled?: boolean;
}

export interface RadioGroupProps<Value extends string> extends FieldProps {
  name?: string | undefined;
  value: Value | null;
  onChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  options: readonly RadioOption<Value>[];
  orientation?: 'horizontal' | 'vertical' | undefined;
}

/** One of a few choices, all visible. */
export function RadioGroup<Value extends string>({
  value,
  onChange,
  options,
  orientation = 'vertical',
  name,
  onBlur,
  ...parts
}: RadioGroupProps<Value>) {
  return (
    <Box
      {...withoutUndefined({ name, onBlur, isDisabled: parts.isDisabled, isRequired: parts.isRequired })}
      value={value}
      onChange={(next) => onChange(next as Value)}
      orientation={orientation}
      isInvalid={parts.errorMessage !== undefined}
      validationBehavior="aria"
    >
      <FieldParts {...parts}>
        <Choices $isHorizontal={orientation === 'horizontal'}>
          {options.map((option) => (
            <Choice key={option.value} value={option.value} isDisabled={option.isDisabled ?? false}>
              <span>
                {option.label}
                {option.hint ? (
                  <Muted $isBlock $size="tiny">
                    {option.hint}
                  </Muted>
                ) : null}
              </span>
            </Choice>
          ))}
        </Choices>
      </FieldParts>
    </Box>
  );
}
