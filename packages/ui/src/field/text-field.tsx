import { withoutUndefined } from '@portage/primitives/without-undefined';
import { TextField as AriaTextField, Input } from 'react-aria-components';
import styled from 'styled-components';
import { color, font, space } from '../theme/tokens.ts';
import { FieldParts, type FieldProps } from './field-parts.tsx';
import { fieldStyle, inputStyle } from './field-style.ts';

const Box = styled(AriaTextField)`
  ${fieldStyle}
`;
const Line = styled(Input)<{ $isCode: boolean }>`
  ${inputStyle}
  ${({ $isCode }) => $isCode && `font-family: ${font.data}; font-size: ${font.size.small};`}
`;

const WithEnding = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  > span {
    flex: none;
    color: ${color.muted};
  }
`;

export interface TextFieldProps extends FieldProps {
  name?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  type?: 'text' | 'email' | 'url' | 'tel' | 'password' | 'time' | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  isReadOnly?: boolean | undefined;
  autoFocus?: boolean | undefined;
  autoComplete?: string | undefined;
  /** Which keyboard a phone shows. */
  inputMode?: 'text' | 'numeric' | 'decimal' | 'url' | undefined;
  /** Shown in the data typeface. */
  isCode?: boolean | undefined;
  /** Fixed text after the value, such as the end of an address. */
  ending?: string | undefined;
}

/** One line of text. */
export function TextField({
  value,
  onChange,
  placeholder,
  isCode = false,
  name,
  onBlur,
  type,
  maxLength,
  isReadOnly,
  autoFocus,
  autoComplete,
  inputMode,
  ending,
  ...parts
}: TextFieldProps) {
  return (
    <Box
      {...withoutUndefined({
        name,
        onBlur,
        type,
        maxLength,
        isReadOnly,
        autoFocus,
        autoComplete,
        inputMode,
        isDisabled: parts.isDisabled,
        isRequired: parts.isRequired,
      })}
      value={value}
      onChange={onChange}
      isInvalid={parts.errorMessage !== undefined}
      validationBehavior="aria"
    >
      <FieldParts {...parts}>
        {ending ? (
          <WithEnding>
            <Line {...withoutUndefined({ placeholder })} $isCode={isCode} />
            <span>{ending}</span>
          </WithEnding>
        ) : (
          <Line {...withoutUndefined({ placeholder })} $isCode={isCode} />
        )}
      </FieldParts>
    </Box>
  );
}
