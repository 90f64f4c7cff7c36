import { color, font, size, space } from '@portage/ui';
import styled from 'styled-components';

export const Heading = styled.h3`
  margin: ${space(2)} 0 ${space(1.5)};
  font-size: ${font.size.base};
`;
export const Line = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(1)} ${space(3)};
  padding: ${space(2)} 0;
  border-top: ${size.hairline} solid ${color.line};
  overflow-wrap: anywhere;
`;
export const Words = styled.div`
  flex: 1 1 ${size.menu};
  min-width: 0;
`;
