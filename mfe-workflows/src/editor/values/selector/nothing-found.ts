import { color, space } from '@portage/ui';
import styled from 'styled-components';

export const NothingFound = styled.p`
  padding: ${space(4)} ${space(2)};
  color: ${color.muted};
  text-align: center;
`;
