import { ChevronDown } from 'lucide-react';
import { ComboBox as AriaComboBox, Button, Group, Input } from 'react-aria-components';
import styled from 'styled-components';
import { color, size, space } from '../theme/tokens.ts';
import { defined } from './defined.ts';
import { FieldParts, type FieldProps } from './field-parts.tsx';
import { fieldStyle, inputStyle } from './field-style.ts';
import { ChoiceItem, ChoiceList, ChoicePopover, type SelectOption } from './select.tsx';

const Box = styled(AriaComboBox)`
  ${fieldStyle}
` as typeof AriaComboBox;
const Frame = styled(Group)`
  ${inputStyle}
  display: flex;
  align-items: center;
  padding: 0;
`;
const Line = styled(Input)`
  flex: 1;
  min-width: 0;
  padding: ${space(1)} ${space(2.5)};
  border: 0;
  background: none;
  &:focus-visible {
    outline: none;
  }
`;
const Opener = styled(Button)`
  display: grid;
  place-items: center;
  width: ${size.controlDense};
  padding: 0;
  border: 0;
  background: none;
  color: ${color.muted};
  cursor: pointer;
`;
const Nothing = styled.div`
  padding: ${space(2)};
  color: ${color.muted};
`;

export interface ComboBoxProps extends FieldProps {
  name?: string | undefined;
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  options: readonly SelectOption[];
  placeholder?: string | undefined;
  /** Called as the person types, for choices that a server looks up. */
  onSearch?: ((text: string) => void) | undefined;
  /** The options are those that the server found: all of them are shown. */
  isFilteredByServer?: boolean | undefined;
  /** Default "Nothing found". */
  emptyText?: string | undefined;
}

/** One of many choices, found by typing. */
export function ComboBox({
  value,
  onChange,
  options,
  placeholder,
  onSearch,
  name,
  onBlur,
  isFilteredByServer = false,
  emptyText = 'Nothing found',
  ...parts
}: ComboBoxProps) {
  const items = options.map((option) => ({ ...option, id: option.value }));
  return (
    <Box
      {...defined({ name, onBlur, onInputChange: onSearch, isDisabled: parts.isDisabled, isRequired: parts.isRequired })}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      {...(isFilteredByServer ? { items } : { defaultItems: items })}
      allowsEmptyCollection
      menuTrigger="focus"
      isInvalid={parts.errorMessage !== undefined}
      validationBehavior="aria"
    >
      <FieldParts {...parts}>
        <Frame>
          <Line {...defined({ placeholder })} />
          <Opener>
            <ChevronDown size={size.iconSmall} aria-hidden />
          </Opener>
        </Frame>
      </FieldParts>
      <ChoicePopover>
        <ChoiceList<SelectOption & { id: string }> renderEmptyState={() => <Nothing>{emptyText}</Nothing>}>
          {(option) => <ChoiceItem option={option} />}
        </ChoiceList>
      </ChoicePopover>
    </Box>
  );
}
