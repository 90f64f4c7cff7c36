import { color, radius, size, space } from '@portage/ui';
import styled from 'styled-components';

/** Below this width, either the list or the open item is shown. */
const ONE_COLUMN_WIDTH = '1000px';
/** Height of the page around the list: top bar, breadcrumbs, tabs and footer. */
const PAGE_AROUND = '220px';

export const Columns = styled.div<{ $isOneOpen: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, ${size.field}) minmax(0, 1fr);
  gap: ${space(5)};
  align-items: start;
  @media (max-width: ${ONE_COLUMN_WIDTH}) {
    grid-template-columns: minmax(0, 1fr);
    > :first-child {
      display: ${({ $isOneOpen }) => ($isOneOpen ? 'none' : 'flex')};
    }
  }
`;
export const Side = styled.div`
  position: sticky;
  top: ${space(2)};
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  height: max(320px, calc(100vh - ${PAGE_AROUND}));
  padding: ${space(2)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.surface};
`;
export const BackLine = styled.div`
  display: none;
  margin-bottom: ${space(2)};
  @media (max-width: ${ONE_COLUMN_WIDTH}) {
    display: block;
  }
`;
