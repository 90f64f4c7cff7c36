import { color, font, radius, size, space } from '@portage/ui/base';
import { Search } from 'lucide-react';
import styled from 'styled-components';
import { IS_APPLE } from '../app/keys.ts';

const Opener = styled.button`
  display: flex;
  align-items: center;
  flex: none;
  gap: ${space(2)};
  height: ${size.control};
  padding: 0 ${space(2)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.sunken};
  color: ${color.muted};
  font: inherit;
  cursor: pointer;
  &:hover {
    border-color: ${color.lineStrong};
    color: ${color.text};
  }
  kbd {
    padding: 0 ${space(1)};
    border: ${size.hairline} solid ${color.line};
    border-radius: 4px;
    background: ${color.surface};
    font-family: inherit;
    font-size: ${font.size.tiny};
    /* A picture of the keys: the name of the button says them too. */
    &::after {
      content: attr(data-keys);
    }
  }
  @media (max-width: ${size.cards}), (pointer: coarse) {
    border-color: transparent;
    background: none;
    kbd {
      display: none;
    }
  }
`;

const KEYS = IS_APPLE ? '⌘K' : 'Ctrl K';

/** Shows the shortcut, too, if there is a keyboard. */
export function CommandMenuButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Opener
      type="button"
      aria-label={`Find anything (${KEYS})`}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title="Search Portage and its actions"
      onClick={onOpen}
    >
      <Search size={16} aria-hidden />
      <kbd aria-hidden data-keys={KEYS} />
    </Opener>
  );
}
