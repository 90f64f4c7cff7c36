import { Button, color, font, radius, size, space, visuallyHidden } from '@portage/ui/base';
import { CircleHelp, CircleUserRound, LogOut, Menu } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import styled from 'styled-components';
import { Link } from '../app/link.tsx';
import { useUrl, useUser } from '../app/services-context.tsx';
import { CommandMenuButton } from '../command-menu/command-menu-button.tsx';
import { helpPathAt } from '../help/help-place.ts';
import { ACCOUNT_PATH } from '../routing/routes.ts';
import { ThemeSwitch } from '../services/theme-switch.tsx';
import { useSignOut } from '../services/use-sign-out.ts';

/** Shown after the address of a person whom an admin impersonates (spec SHELL-23). */
export const IMPERSONATING = '[Impersonating]';

const Bar = styled.header`
  display: flex;
  align-items: center;
  gap: ${space(4)};
  height: ${size.topBar};
  padding: 0 ${space(6)};
  background: ${color.surface};
  border-bottom: ${size.hairline} solid ${color.line};
  @media (max-width: ${size.narrow}) {
    gap: ${space(2)};
    padding: 0 ${space(3)};
  }
`;

const Title = styled.h1`
  flex: 1 1 auto;
  min-width: 0;
  overflow: hidden;
  font-size: ${font.size.title};
  text-overflow: ellipsis;
  white-space: nowrap;
  @media (max-width: ${size.narrow}) {
    font-size: ${font.size.large};
  }
`;

const Person = styled.span`
  min-width: 0;
  max-width: 320px;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const PersonWithSuffix = styled(Person)`
  text-overflow: clip;
`;

const SUFFIX_WIDTH = '8em';

/** A long address is cut off, so that the suffix after it stays visible. */
const ShortenedAddress = styled.span`
  display: inline-block;
  max-width: calc(100% - ${SUFFIX_WIDTH});
  overflow: hidden;
  text-overflow: ellipsis;
  vertical-align: bottom;
`;

const Suffix = styled.span`
  display: inline-block;
  width: ${SUFFIX_WIDTH};
  color: ${color.accent};
  white-space: pre;
`;

/** Shrinks before the page's title does: even a hundredth of a pixel would cut that. On a phone only the icon links to the account. */
const AccountLink = styled(Link)<{ $isImpersonating: boolean }>`
  display: flex;
  align-items: center;
  flex: 0 1000000 auto;
  min-width: ${size.control};
  gap: ${space(2)};
  min-height: ${size.control};
  padding: 0 ${space(2)};
  border-radius: ${radius.control};
  color: ${color.muted};
  text-decoration: none;
  &:hover {
    background: ${color.hover};
    color: ${color.text};
  }
  svg {
    flex: none;
    ${({ $isImpersonating }) => $isImpersonating && `color: ${color.accent};`}
  }
  @media (max-width: ${size.narrow}) {
    flex: none;
    padding: 0 ${space(1.5)};
    ${Person} {
      ${visuallyHidden}
    }
  }
`;

/** On a phone the icon is enough, and the page's title gets the space. */
const Word = styled.span`
  @media (max-width: ${size.narrow}) {
    ${visuallyHidden}
  }
`;

const MenuButton = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: ${size.touch};
  height: ${size.touch};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.text};
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
`;

const HelpLink = styled(Link)`
  display: grid;
  place-items: center;
  flex: none;
  width: ${size.control};
  height: ${size.control};
  border-radius: ${radius.control};
  color: ${color.muted};
  &:hover {
    background: ${color.hover};
    color: ${color.text};
  }
`;

interface TopBarProps {
  title: string;
  /** Shown after the title, such as the note about an area in development. */
  note?: ReactNode;
  /** Passed in the narrow layout only. */
  onOpenMenu?: (() => void) | undefined;
  onOpenCommandMenu: () => void;
  titleRef?: Ref<HTMLHeadingElement>;
}

/** The title of the page, the user's address, which links to their account, and Logout (spec SHELL-22..24). */
export function TopBar({ title, note, onOpenMenu, onOpenCommandMenu, titleRef }: TopBarProps) {
  const user = useUser();
  const { pathname } = useUrl();
  const askToSignOut = useSignOut();

  return (
    <Bar>
      {onOpenMenu && (
        <MenuButton type="button" aria-label="Open the menu" onClick={onOpenMenu}>
          <Menu size={20} aria-hidden />
        </MenuButton>
      )}
      <Title ref={titleRef} tabIndex={-1} title={title}>
        {title}
      </Title>
      {note}
      <CommandMenuButton onOpen={onOpenCommandMenu} />
      <HelpLink href={helpPathAt(pathname)} aria-label="Help" title="Help with this page">
        <CircleHelp size={18} aria-hidden />
      </HelpLink>
      {/* On a phone it is in the menu, and the title gets its space. */}
      {onOpenMenu ? null : <ThemeSwitch />}
      {user && (
        <AccountLink href={ACCOUNT_PATH} title={`Account of ${user.email}`} $isImpersonating={user.isImpersonating}>
          <CircleUserRound size={18} aria-hidden />
          {user.isImpersonating ? (
            <PersonWithSuffix>
              <ShortenedAddress>{user.email}</ShortenedAddress>
              <Suffix> {IMPERSONATING}</Suffix>
            </PersonWithSuffix>
          ) : (
            <Person>{user.email}</Person>
          )}
        </AccountLink>
      )}
      <Button variant="secondary" onClick={() => void askToSignOut()}>
        <LogOut size={15} aria-hidden />
        <Word>Logout</Word>
      </Button>
    </Bar>
  );
}
