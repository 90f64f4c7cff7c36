import { color, font, radius, size, space } from '@portage/ui';
import styled from 'styled-components';

export const Item = styled.li`
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.surface};
  min-width: 0;
`;
export const Items = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space(1.5)};
  margin: 0;
  padding: 0;
  list-style: none;
`;
export const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  padding-right: ${space(1)};
`;
export const Opener = styled.button`
  flex: 1;
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-width: 0;
  min-height: ${size.touch};
  padding: ${space(1)} ${space(2)};
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: left;
  cursor: pointer;
  > svg {
    flex: none;
    color: ${color.muted};
  }
  &[aria-expanded='true'] > svg:first-child {
    transform: rotate(90deg);
  }
`;
export const Name = styled.span`
  font-family: ${font.data};
  font-size: ${font.size.small};
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  b {
    color: ${color.danger};
  }
`;
export const Kind = styled.span`
  flex: none;
  color: ${color.muted};
  font-size: ${font.size.tiny};
`;
export const Summary = styled.span`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  color: ${color.muted};
  font-size: ${font.size.tiny};
`;
export const Body = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  padding: ${space(3)};
  border-top: ${size.hairline} solid ${color.line};
`;
export const Nested = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  padding-left: ${space(3)};
  border-left: ${size.focusRing} solid ${color.line};
  min-width: 0;
`;
export const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  align-items: flex-end;
  > div {
    flex: 1 1 ${size.label};
    min-width: 0;
  }
`;
export const Options = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)} ${space(4)};
`;
export const Muted = styled.p`
  color: ${color.muted};
  font-size: ${font.size.small};
  code {
    font-family: ${font.data};
  }
`;
