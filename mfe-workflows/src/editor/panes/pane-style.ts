import { color, font, size, space } from '@portage/ui';
import styled from 'styled-components';

export const Panes = styled.div`
  display: flex;
  flex: 1;
  min-height: 0;
`;
/** One pane. A pane that isn't shown stays in the page if its fields must keep what they have. */
export const Pane = styled.section<{ $widthPx: number | null }>`
  display: flex;
  flex-direction: column;
  flex: ${({ $widthPx }) => ($widthPx === null ? '1' : 'none')};
  width: ${({ $widthPx }) => ($widthPx === null ? 'auto' : `${$widthPx}px`)};
  min-width: 0;
  min-height: 0;
  outline: none;
  &[hidden] {
    display: none;
  }
`;
export const PaneTitle = styled.h3`
  padding: ${space(2)} ${space(4)} 0;
  color: ${color.muted};
  font-size: ${font.size.tiny};
`;
/** The data panes scroll inside, so that a table keeps its heads in view. */
export const PaneBody = styled.div`
  position: relative;
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: ${space(3)};
  min-height: 0;
  padding: ${space(3)} ${space(4)} ${space(6)};
  overflow-y: auto;
  overscroll-behavior: contain;
`;
export const Bar = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  padding: ${space(1)} ${space(3)};
  border-bottom: ${size.hairline} solid ${color.line};
`;
