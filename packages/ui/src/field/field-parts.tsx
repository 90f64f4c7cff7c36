import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import styled from 'styled-components';
import { Star } from '../layout/parts.ts';
import { visuallyHidden } from '../theme/hidden.ts';
import { errorStyle, hintStyle, labelStyle } from './field-style.ts';

/** Properties of every field; the rest comes from `form.bind(name)`. */
export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  errorMessage?: string | undefined;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Keeps the label for screen readers only, for filters and table cells. */
  isLabelHidden?: boolean | undefined;
}

const FieldLabel = styled(Label)<{ $isHidden: boolean }>`
  ${labelStyle}
  ${({ $isHidden }) => $isHidden && visuallyHidden}
`;
const Hint = styled(Text)`
  ${hintStyle}
`;
const Problem = styled(FieldError)`
  ${errorStyle}
`;

/** Label above, hint and error below a React Aria field. */
export function FieldParts({
  label,
  hint,
  errorMessage,
  isRequired,
  isLabelHidden = false,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <>
      <FieldLabel $isHidden={isLabelHidden}>
        {label}
        {isRequired ? <Star /> : null}
      </FieldLabel>
      {children}
      {hint ? <Hint slot="description">{hint}</Hint> : null}
      <Problem>{errorMessage}</Problem>
    </>
  );
}
