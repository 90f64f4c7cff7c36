import { color, radius, size, space } from '@portage/ui';
import styled from 'styled-components';

/** The fields of a row, one below the other. Its delete button comes last for the keyboard, and is next to the first field for the eye. */
export const ValueRow = styled.fieldset<{ $align?: 'end' | 'start' }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: ${({ $align = 'end' }) => $align};
  gap: ${space(2)} ${space(1)};
  min-width: 0;
  margin: 0;
  padding: ${space(3)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  > div {
    grid-column: 1 / -1;
  }
  &:has(> button) > div:first-of-type {
    grid-column: 1;
  }
  > button {
    grid-row: 1;
    grid-column: 2;
  }
`;
