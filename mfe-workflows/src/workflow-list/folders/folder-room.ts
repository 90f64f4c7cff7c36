import { size, space } from '@portage/ui';
import styled from 'styled-components';

/** The row of folders; it has its height before the folders have come, so that the list does not move. */
export const FolderRoom = styled.nav.attrs({ 'aria-label': 'Folders' })`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1.5)};
  min-height: ${size.control};
`;
