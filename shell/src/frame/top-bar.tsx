import { color, font, radius, size, space } from '@portage/ui/base';
import { CircleHelp, Menu } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import styled from 'styled-components';
import { Link } from '../app/link.tsx';
import { useUrl } from '../app/services-context.tsx';
import { CommandMenuButton } from '../command-menu/command-menu-button.tsx';
import { helpPathAt } from '../help/help-place.ts';
import { AccountMenu } from './account-menu.tsx';

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

/** The title of the page, the search, Help, and the menu of the person's account (spec SHELL-22). */
export function TopBar({ title, note, onOpenMenu, onOpenCommandMenu, titleRef }: TopBarProps) {
  const { pathname } = useUrl();

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
      <AccountMenu />
    </Bar>
  );
}
