import { withoutUndefined } from '@portage/primitives/without-undefined';
import { useLayoutEffect, useRef } from 'react';
import { TextArea as AriaTextArea, TextField as AriaTextField } from 'react-aria-components';
import styled from 'styled-components';
import { font, space } from '../theme/tokens.ts';
import { FieldParts, type FieldProps } from './field-parts.tsx';
import { fieldStyle, inputStyle } from './field-style.ts';

const Box = styled(AriaTextField)`
  ${fieldStyle}
`;
const Area = styled(AriaTextArea)<{ $isCode: boolean; $minRows: number; $maxRows: number }>`
  ${inputStyle}
  padding: ${space(1.5)} ${space(2.5)};
  min-height: calc(${({ $minRows }) => $minRows}lh + ${space(3.5)});
  max-height: calc(${({ $maxRows }) => $maxRows}lh + ${space(3.5)});
  resize: vertical;
  ${({ $isCode }) => $isCode && `font-family: ${font.data}; font-size: ${font.size.small};`}
`;

export interface TextAreaProps extends FieldProps {
  name?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  isReadOnly?: boolean | undefined;
  isCode?: boolean | undefined;
  /** Default 4 (spec EXPR-12). */
  minRows?: number | undefined;
  /** Default 30 (spec EXPR-12). */
  maxRows?: number | undefined;
}

/** Several lines of text; grows with its content from 4 to 30 rows. */
export function TextArea({
  value,
  onChange,
  placeholder,
  isCode = false,
  minRows = 4,
  maxRows = 30,
  name,
  onBlur,
  maxLength,
  isReadOnly,
  ...parts
}: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [value]);
  return (
    <Box
      {...withoutUndefined({ name, onBlur, maxLength, isReadOnly, isDisabled: parts.isDisabled, isRequired: parts.isRequired })}
      value={value}
      onChange={onChange}
      isInvalid={parts.errorMessage !== undefined}
      validationBehavior="aria"
    >
      <FieldParts {...parts}>
        <Area ref={area} rows={minRows} {...withoutUndefined({ placeholder })} $isCode={isCode} $minRows={minRows} $maxRows={maxRows} />
      </FieldParts>
    </Box>
  );
}
