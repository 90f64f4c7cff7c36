import styled from 'styled-components';
import { visuallyHidden } from '../theme/hidden.ts';

const Spoken = styled.div`
  ${visuallyHidden}
`;

/** Announces an empty search result to people who don't see the list. The pager below the list announces how many were found. */
export function FoundNothing({ isShown }: { isShown: boolean }) {
  return <Spoken role="status">{isShown ? 'Nothing found' : ''}</Spoken>;
}
