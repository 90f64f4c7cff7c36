import { withoutUndefined } from '@portage/primitives/without-undefined';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useContext, useMemo, useRef, useState } from 'react';
import { ComboBox as AriaComboBox, Button, ComboBoxStateContext, Group, Input } from 'react-aria-components';
import styled from 'styled-components';
import { Stack } from '../layout/parts.ts';
import { color, size, space } from '../theme/tokens.ts';
import { FieldParts, type FieldProps } from './field-parts.tsx';
import { fieldStyle, inputStyle } from './field-style.ts';
import { LONGEST_SEARCH } from './search-field.tsx';
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
export interface ComboBoxProps extends FieldProps {
  name?: string | undefined;
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  options: readonly SelectOption[];
  placeholder?: string | undefined;
  /** Called with the words that the person types, for choices looked up by a server. Empty once an option is chosen. */
  onSearch?: ((text: string) => void) | undefined;
  /** The server already filtered the options: all of them are shown. */
  isFilteredByServer?: boolean | undefined;
  /** Default "Nothing found". */
  emptyText?: string | undefined;
}

/** More than a person looks through; opening a list of thousands would take seconds. */
const MOST_SHOWN = 200;

/** Options with every typed word in their label, detail or keywords. */
function shownOptions(options: readonly SelectOption[], value: string | null, typed: string) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = options.filter(({ label, detail = '', keywords = '' }) => {
    const text = `${label} ${detail} ${keywords}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const first = found.slice(0, MOST_SHOWN);
  const chosen = found.find((option) => option.value === value);
  // The field shows the chosen option's label, so that option must be listed.
  const isMissing = chosen !== undefined && !first.includes(chosen);
  return { shown: isMissing ? [chosen, ...first] : first, count: found.length };
}

/**
 * Returns the search words in the field's text: none if it is the chosen option's label. That label may change under the field (an id until
 * the options are loaded); the field then still shows the earlier label, which the person didn't type.
 */
function useSearchedWords(options: readonly SelectOption[], value: string | null): (text: string) => string {
  const label = options.find((option) => option.value === value)?.label;
  const [shown, setShown] = useState({ value, label, earlierLabel: label });
  if (shown.value !== value) setShown({ value, label, earlierLabel: label });
  else if (label !== undefined && shown.label !== label) setShown({ value, label, earlierLabel: shown.label });
  return (text) => (text === label || text === shown.label || text === shown.earlierLabel ? '' : text);
}

/** Escape in an open list closes only the list, not the panel or dialog around the field. */
function useEscapeOfList() {
  const isOpen = useRef(false);
  const isForList = useRef(false);
  return {
    onOpenChange: (isOpenNow: boolean) => {
      isOpen.current = isOpenNow;
    },
    keys: {
      onKeyDownCapture: (event: KeyboardEvent) => {
        isForList.current = event.key === 'Escape' && isOpen.current;
        if (isForList.current) event.preventDefault();
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (isForList.current) event.stopPropagation();
      },
    },
  };
}

/** Opens the list on click, even where focus alone doesn't. */
function OpeningLine({ placeholder }: { placeholder: string | undefined }) {
  const state = useContext(ComboBoxStateContext);
  return <Line {...withoutUndefined({ placeholder })} maxLength={LONGEST_SEARCH} onClick={() => state?.open(null, 'manual')} />;
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
  const [text, setText] = useState('');
  const wordsOf = useSearchedWords(options, value);
  const search = wordsOf(text);
  const { onOpenChange, keys } = useEscapeOfList();
  const { shown, count } = useMemo(
    () => (isFilteredByServer ? { shown: options, count: options.length } : shownOptions(options, value, search)),
    [options, value, search, isFilteredByServer],
  );
  const items = shown.map((option) => ({ ...option, id: option.value }));
  return (
    <Box
      {...withoutUndefined({ name, onBlur, isDisabled: parts.isDisabled, isRequired: parts.isRequired })}
      value={value}
      onChange={(key) => {
        onSearch?.('');
        onChange(key === null ? null : String(key));
      }}
      items={items}
      onInputChange={(text) => {
        setText(text);
        onSearch?.(wordsOf(text));
      }}
      onOpenChange={onOpenChange}
      allowsEmptyCollection
      // A form focuses its first invalid field: the list would cover the error message.
      menuTrigger={parts.errorMessage === undefined ? 'focus' : 'input'}
      isInvalid={parts.errorMessage !== undefined}
      validationBehavior="aria"
    >
      <FieldParts {...parts}>
        <Frame {...keys}>
          <OpeningLine placeholder={placeholder} />
          <Opener>
            <ChevronDown size={size.iconSmall} aria-hidden />
          </Opener>
        </Frame>
      </FieldParts>
      <ChoicePopover>
        <ChoiceList<SelectOption & { id: string }>
          renderEmptyState={() => (
            <Stack $padding={2} $color="muted">
              {emptyText}
            </Stack>
          )}
        >
          {(option) => <ChoiceItem option={option} />}
        </ChoiceList>
        {count > shown.length ? (
          <Stack
            $padding={[1, 3, 2]}
            $color="muted"
            $size="tiny"
          >{`The first ${shown.length} of ${count}. Type to find the others.`}</Stack>
        ) : null}
      </ChoicePopover>
    </Box>
  );
}
