import styled from 'styled-components';
import { visuallyHidden } from '../theme/hidden.ts';

const Spoken = styled.div`
  ${visuallyHidden}
`;

/** Says that a search found nothing to people who do not see the list. How many it found is said by the pages below the list. */
export function FoundNothing({ isShown }: { isShown: boolean }) {
  return <Spoken role="status">{isShown ? 'Nothing found' : ''}</Spoken>;
}
