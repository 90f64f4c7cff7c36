import { color, font, space, visuallyHidden } from '@portage/ui';
import styled from 'styled-components';

export const Box = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  min-width: 0;
`;
export const Label = styled.label<{ $isHidden: boolean }>`
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
  ${({ $isHidden }) => $isHidden && visuallyHidden}
`;
export const Hint = styled.p`
  color: ${color.muted};
  font-size: ${font.size.tiny};
`;
export const Problem = styled.p<{ $isError: boolean }>`
  color: ${({ $isError }) => ($isError ? color.danger : color.warning)};
  font-size: ${font.size.tiny};
  overflow-wrap: anywhere;
`;
