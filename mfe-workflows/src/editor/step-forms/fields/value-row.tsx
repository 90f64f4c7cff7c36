import { color, radius, size, space } from '@portage/ui';
import styled from 'styled-components';

export const ValueRow = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  min-width: 0;
  margin: 0;
  padding: ${space(3)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
`;
export const NameLine = styled.div<{ $align?: 'end' | 'start' }>`
  display: flex;
  align-items: ${({ $align = 'end' }) => ($align === 'end' ? 'flex-end' : 'flex-start')};
  gap: ${space(1)};
  > div {
    flex: 1;
    min-width: 0;
  }
`;
