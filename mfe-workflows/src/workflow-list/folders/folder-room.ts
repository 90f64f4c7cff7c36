import { size, space } from '@portage/ui';
import styled from 'styled-components';

/** The row of folders. Its height is reserved before they load, so that the list doesn't move. */
export const FolderRoom = styled.nav.attrs({ 'aria-label': 'Folders' })`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1.5)};
  min-height: ${size.control};
`;
