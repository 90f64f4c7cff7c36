import { withoutUndefined } from '@portage/primitives/without-undefined';
import { Search, X } from 'lucide-react';
import { SearchField as AriaSearchField, Button, Input } from 'react-aria-components';
import styled from 'styled-components';
import { color, radius, size, space } from '../theme/tokens.ts';
import { FieldParts, type FieldProps } from './field-parts.tsx';
import { fieldStyle, inputStyle } from './field-style.ts';

const Box = styled(AriaSearchField)`
  ${fieldStyle}
  &[data-empty] button {
    visibility: hidden;
  }
`;
const Row = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  > svg {
    position: absolute;
    left: ${space(2.5)};
    color: ${color.muted};
    pointer-events: none;
  }
`;
const Line = styled(Input)`
  ${inputStyle}
  padding-inline: ${space(8)};
  &::-webkit-search-cancel-button {
    display: none;
  }
`;
const Clear = styled(Button)`
  position: absolute;
  right: ${space(1)};
  display: grid;
  place-items: center;
  width: ${space(6)};
  height: ${space(6)};
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  cursor: pointer;
  &:hover {
    background: ${color.hover};
    color: ${color.text};
  }
`;

/** The longest search text for lists. A longer one would only make an address that servers refuse. */
export const LONGEST_SEARCH = 200;

export interface SearchFieldProps extends FieldProps {
  name?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onSubmit?: ((value: string) => void) | undefined;
  placeholder?: string | undefined;
}

/** A search text; Escape or the cross clears it, Enter searches. */
export function SearchField({ value, onChange, onSubmit, placeholder, name, ...parts }: SearchFieldProps) {
  return (
    <Box
      {...withoutUndefined({ name, onSubmit, isDisabled: parts.isDisabled })}
      value={value}
      onChange={onChange}
      isInvalid={parts.errorMessage !== undefined}
      validationBehavior="aria"
    >
      <FieldParts {...parts}>
        <Row>
          <Search size={size.iconSmall} aria-hidden />
          <Line {...withoutUndefined({ placeholder })} maxLength={LONGEST_SEARCH} />
          <Clear>
            <X size={size.iconSmall} aria-hidden />
          </Clear>
        </Row>
      </FieldParts>
    </Box>
  );
}
