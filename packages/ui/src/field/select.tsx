import { withoutUndefined } from '@portage/primitives/without-undefined';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Select as AriaSelect, Button, ListBox, ListBoxItem, Popover, SelectValue, Text } from 'react-aria-components';
import styled from 'styled-components';
import { Span } from '../layout/parts.ts';
import { floatingStyle, optionStyle } from '../popover/popover-style.ts';
import { color, font, size, space } from '../theme/tokens.ts';
import { FieldParts, type FieldProps } from './field-parts.tsx';
import { fieldStyle, inputStyle } from './field-style.ts';

const Box = styled(AriaSelect)`
  ${fieldStyle}
  &[data-invalid] button {
    border-color: ${color.danger};
  }
` as typeof AriaSelect;
const Opener = styled(Button)`
  ${inputStyle}
  display: flex;
  align-items: center;
  gap: ${space(2)};
  text-align: left;
  cursor: pointer;
  > svg {
    flex: none;
    color: ${color.muted};
  }
`;
const Chosen = styled(SelectValue)`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  flex: 1;
  min-width: 0;
  /* A long choice takes a second line: cut off, it could not be told from others. */
  overflow-wrap: anywhere;
  &[data-placeholder] {
    color: ${color.muted};
  }
  [data-check],
  [slot='description'] {
    display: none;
  }
`;
export const ChoicePopover = styled(Popover)`
  ${floatingStyle}
  min-width: var(--trigger-width);
  /* Wider than its field only as far as a line can be read. */
  max-width: min(max(var(--trigger-width), ${size.optionLine}), 95vw);
  max-height: min(${size.listHeight}, 60vh);
  display: flex;
  overflow: auto;
`;
export const ChoiceList = styled(ListBox)`
  flex: 1;
  padding: ${space(1)};
  outline: none;
` as typeof ListBox;
const Choice = styled(ListBoxItem)`
  ${optionStyle}
`;
const ChoiceDetail = styled(Text)`
  display: block;
  color: ${color.muted};
  font-size: ${font.size.tiny};
`;

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  isDisabled?: boolean;
  /** Distinguishes options with equal names; in lists only. */
  detail?: string | undefined;
  /** Words that also find the option in a combo box, without being shown. */
  keywords?: string | undefined;
}

export function ChoiceItem({ option }: { option: SelectOption }) {
  return (
    <Choice id={option.value} textValue={option.label} isDisabled={option.isDisabled ?? false}>
      {({ isSelected }) => (
        <>
          {option.icon}
          <Span $breaks $grows $shrinks>
            <Text slot="label">{option.label}</Text>
            {option.detail ? <ChoiceDetail slot="description">{option.detail}</ChoiceDetail> : null}
          </Span>
          {isSelected ? <Check data-check aria-hidden /> : null}
        </>
      )}
    </Choice>
  );
}

export interface SelectProps<Value extends string> extends FieldProps {
  name?: string | undefined;
  value: Value | null;
  onChange: (value: Value) => void;
  onBlur?: (() => void) | undefined;
  options: readonly SelectOption<Value>[];
  placeholder?: string | undefined;
}

/** One of a few known choices. For an empty choice add an option with the value ''. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  placeholder = 'Select',
  name,
  onBlur,
  ...parts
}: SelectProps<Value>) {
  const [wasUsed, setWasUsed] = useState(false);
  const items = useMemo(
    () => listed(options, value, wasUsed).map((option) => ({ ...option, value: toItemKey(option.value), id: toItemKey(option.value) })),
    [options, value, wasUsed],
  );
  const use = (isUsed: boolean) => isUsed && setWasUsed(true);
  return (
    <Box
      {...withoutUndefined({ name, onBlur, isDisabled: parts.isDisabled, isRequired: parts.isRequired })}
      value={value === null ? null : toItemKey(value)}
      onChange={(key) => onChange(valueOfKey(String(key)) as Value)}
      onFocusChange={use}
      onOpenChange={use}
      placeholder={placeholder}
      isInvalid={parts.errorMessage !== undefined}
      validationBehavior="aria"
    >
      <FieldParts {...parts}>
        <Opener>
          <Chosen />
          <ChevronDown size={size.iconSmall} aria-hidden />
        </Opener>
      </FieldParts>
      <ChoicePopover>
        <ChoiceList items={items}>{renderChoice}</ChoiceList>
      </ChoicePopover>
    </Box>
  );
}

/** React Aria renders each option even while the list is closed, which takes longer than all the rest of a form with hundreds of them. */
const FEW = 40;

/** The options to render: of many, only the chosen one until the person uses the field. */
function listed<Value extends string>(options: readonly SelectOption<Value>[], value: Value | null, wasUsed: boolean) {
  const chosen = wasUsed || options.length <= FEW ? [] : options.filter((option) => option.value === value);
  return chosen.length > 0 ? chosen : options;
}

function renderChoice(option: SelectOption) {
  return <ChoiceItem option={option} />;
}

/** React Aria treats an empty key as no key, so the empty choice has this one. */
const EMPTY_KEY = '(empty)';

function toItemKey(value: string): string {
  return value === '' ? EMPTY_KEY : value;
}

function valueOfKey(key: string): string {
  return key === EMPTY_KEY ? '' : key;
}
