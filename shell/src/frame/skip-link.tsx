import { color, layer, radius, space } from '@portage/ui/base';
import styled from 'styled-components';

const Skip = styled.button`
  position: fixed;
  top: ${space(2)};
  left: ${space(2)};
  z-index: ${layer.toast};
  padding: ${space(2)} ${space(4)};
  border: 0;
  border-radius: ${radius.control};
  background: ${color.brand};
  color: ${color.onBrand};
  &:not(:focus) {
    clip-path: inset(50%);
    pointer-events: none;
  }
`;

/** The first stop of the Tab key: skips the menu. */
export function SkipLink({ onSkip }: { onSkip: () => void }) {
  return (
    <Skip type="button" onClick={onSkip}>
      Skip to the page
    </Skip>
  );
}
