import { color, font, radius, shadow, size, space, visuallyHidden } from '@portage/ui/base';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { latePart } from '../app/late-part.tsx';
import { useUser } from '../app/services-context.tsx';

const Email = styled.span`
  min-width: 0;
  max-width: 320px;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** Shown after the address of a person whom an admin impersonates (spec SHELL-23). A long address gives way to it. */
const Suffix = styled.span`
  flex: none;
  color: ${color.accent};
  white-space: pre;
`;

const Address = styled.span`
  display: flex;
  min-width: 0;
`;

const Avatar = styled.span<{ $isImpersonating: boolean }>`
  display: grid;
  place-items: center;
  flex: none;
  width: ${space(7)};
  height: ${space(7)};
  border-radius: ${radius.round};
  background: ${({ $isImpersonating }) => ($isImpersonating ? color.accent : color.brandSoft)};
  color: ${({ $isImpersonating }) => ($isImpersonating ? color.surface : color.brand)};
  font-weight: ${font.weight.bold};
  /* A picture of the person: their address is the button's name. */
  &::after {
    content: attr(data-letter);
  }
`;

/** Shrinks before the page's title does: even a hundredth of a pixel would cut that. On a phone only the avatar is shown. */
const Opener = styled.button`
  display: flex;
  align-items: center;
  flex: 0 1000000 auto;
  min-width: ${size.control};
  gap: ${space(2)};
  min-height: ${size.control};
  padding: 0 ${space(2)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  font: inherit;
  cursor: pointer;
  &:hover,
  &[aria-expanded='true'] {
    background: ${color.hover};
    color: ${color.text};
  }
  svg {
    flex: none;
  }
  @media (max-width: ${size.narrow}) {
    flex: none;
    padding: 0 ${space(1.5)};
    ${Address} {
      ${visuallyHidden}
    }
    svg {
      display: none;
    }
  }
`;

const Panel = styled.div`
  inset: calc(${size.topBar} - ${space(2)}) ${space(6)} auto auto;
  width: 260px;
  padding: ${space(1)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.raised};
  box-shadow: ${shadow.floating};
  color: ${color.text};
  @media (max-width: ${size.narrow}) {
    right: ${space(3)};
  }
`;

const AccountMenuItems = latePart(async () => (await import('./account-menu-items.tsx')).AccountMenuItems);

/** The person's address as a button, and its menu: account, theme, Logout (spec SHELL-22..24). */
export function AccountMenu() {
  const user = useUser();
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [startsAtEnd, setStartsAtEnd] = useState(false);
  if (!user) return null;

  function onKeyDown(event: KeyboardEvent): void {
    setStartsAtEnd(event.key === 'ArrowUp');
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    panel.current?.showPopover();
  }

  return (
    <>
      <Opener
        type="button"
        popoverTarget={panelId}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={`Account of ${user.email}`}
        onKeyDown={onKeyDown}
      >
        <Avatar $isImpersonating={user.isImpersonating} data-letter={user.email.charAt(0).toUpperCase()} aria-hidden />
        <Address>
          <Email>{user.email}</Email>
          {user.isImpersonating ? <Suffix> [Impersonating]</Suffix> : null}
        </Address>
        <ChevronDown size={15} aria-hidden />
      </Opener>
      <Panel ref={panel} id={panelId} popover="auto" onToggle={({ newState }) => setIsOpen(newState === 'open')}>
        {isOpen ? <AccountMenuItems startsAtEnd={startsAtEnd} onClose={() => panel.current?.hidePopover()} /> : null}
      </Panel>
    </>
  );
}
