import { color, font, layer, radius, shadow, size, space, visuallyHidden } from '@portage/ui/base';
import {
  ArrowLeft,
  Blocks,
  CalendarDays,
  ChartColumn,
  CreditCard,
  File,
  Gift,
  History,
  LayoutTemplate,
  PanelLeftClose,
  PanelLeftOpen,
  Plug,
  Rocket,
  ScrollText,
  Store,
  Users,
  Workflow,
  Wrench,
} from 'lucide-react';
import type { ComponentType } from 'react';
import styled from 'styled-components';
import { Brand, BrandMark } from '../app/brand.tsx';
import { IS_APPLE } from '../app/keys.ts';
import { latePart } from '../app/late-part.tsx';
import { Link } from '../app/link.tsx';
import { ALERTS_BESIDE, isCurrent, type MenuGroup, type MenuIcon } from '../services/menu.ts';

const ICONS: Record<MenuIcon, ComponentType<{ size?: number; 'aria-hidden'?: boolean }>> = {
  dashboard: ChartColumn,
  store: Store,
  events: CalendarDays,
  workflows: Workflow,
  runs: History,
  connectors: Plug,
  templates: LayoutTemplate,
  'connector-types': Blocks,
  maintenance: Wrench,
  users: Users,
  audit: ScrollText,
  deployments: Rocket,
  'gift-cards': Gift,
  billing: CreditCard,
  page: File,
  back: ArrowLeft,
};

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  width: ${size.sidebar};
  height: 100%;
  background: ${color.surface};
  border-right: ${size.hairline} solid ${color.line};
  &[data-folded] {
    width: ${size.topBar};
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  flex: none;
  height: ${size.topBar};
  padding: 0 ${space(5)};
  [data-folded] > & {
    justify-content: center;
    padding: 0;
  }
`;

const HomeLink = styled(Link)`
  display: inline-flex;
  text-decoration: none;
`;

const Nav = styled.nav`
  flex: 1;
  overflow-y: auto;
  padding: ${space(2)} ${space(3)} ${space(4)};
`;

const GroupTitle = styled.h2`
  padding: ${space(4)} ${space(2)} ${space(1)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-weight: ${font.weight.medium};
  letter-spacing: 0.01em;
  [data-folded] & {
    ${visuallyHidden}
  }
`;

/** In a folded sidebar a group needs no title to be told from the one above. */
const Group = styled.section`
  [data-folded] & + & {
    margin-top: ${space(2)};
    padding-top: ${space(2)};
    border-top: ${size.hairline} solid ${color.line};
  }
`;

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 2px;
  margin: 0;
  padding: 0;
  list-style: none;
`;

/** Next to a folded sidebar's icon on hover and focus; fixed, so that the list that scrolls doesn't cut it off. */
const Label = styled.span`
  [data-folded] & {
    ${visuallyHidden}
  }
  [data-folded] :is(a, button):is(:hover, :focus-visible) > & {
    position: fixed;
    left: ${size.topBar};
    z-index: ${layer.sidebar};
    width: auto;
    height: auto;
    margin: 0;
    padding: ${space(1)} ${space(2)};
    overflow: visible;
    clip-path: none;
    border: ${size.hairline} solid ${color.line};
    border-radius: ${radius.control};
    background: ${color.raised};
    box-shadow: ${shadow.floating};
    color: ${color.text};
    pointer-events: none;
  }
`;

const Entry = styled(Link)`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 36px;
  padding: 0 ${space(2)};
  border-radius: ${radius.control};
  color: ${color.text};
  font-weight: ${font.weight.medium};
  text-decoration: none;
  svg {
    color: ${color.muted};
    flex: none;
  }
  &:hover {
    background: ${color.hover};
  }
  &[aria-current='page'] {
    background: ${color.brandSoft};
    color: ${color.brand};
    svg {
      color: ${color.brand};
    }
  }
  @media (pointer: coarse) {
    min-height: ${size.touch};
  }
`;

const FoldButton = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  flex: none;
  min-height: 36px;
  margin: ${space(2)} ${space(3)};
  padding: 0 ${space(2)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  font: inherit;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
    color: ${color.text};
  }
  svg {
    flex: none;
  }
`;

const Item = styled.li`
  position: relative;
`;

const AlertCount = latePart(async () => (await import('./alert-count.tsx')).AlertCount);

const KEYS = IS_APPLE ? '⌘B' : 'Ctrl+B';

interface SidebarProps {
  groups: MenuGroup[];
  path: string;
  /** Called after a choice; the narrow layout closes its drawer. */
  onChoose?: () => void;
  /** Shows the icons only. */
  isFolded?: boolean;
  /** Folds or unfolds it; the narrow layout can't. */
  onFold?: () => void;
}

/** The menu on the left, with groups for admins (spec SHELL-25, SHELL-27..34). */
export function Sidebar({ groups, path, onChoose, isFolded = false, onFold }: SidebarProps) {
  const FoldIcon = isFolded ? PanelLeftOpen : PanelLeftClose;
  return (
    <Panel data-folded={isFolded || undefined}>
      <Head>
        <HomeLink href="/" aria-label="Portage, to the start page" onClick={onChoose}>
          {isFolded ? <BrandMark /> : <Brand />}
        </HomeLink>
      </Head>
      <Nav aria-label="Main">
        {groups.map((group) => (
          <Group key={group.title ?? ''} aria-label={group.title}>
            {group.title && <GroupTitle>{group.title}</GroupTitle>}
            <List>
              {group.entries.map((entry) => {
                const Icon = ICONS[entry.icon];
                return (
                  <Item key={entry.path}>
                    <Entry href={entry.path} aria-current={isCurrent(entry, path) ? 'page' : undefined} onClick={onChoose}>
                      <Icon size={18} aria-hidden />
                      <Label>{entry.label}</Label>
                    </Entry>
                    {entry.path === ALERTS_BESIDE ? <AlertCount onChoose={onChoose} /> : null}
                  </Item>
                );
              })}
            </List>
          </Group>
        ))}
      </Nav>
      {onFold ? (
        <FoldButton type="button" aria-keyshortcuts="Control+B Meta+B" onClick={onFold}>
          <FoldIcon size={18} aria-hidden />
          <Label>
            {isFolded ? 'Unfold the menu' : 'Fold the menu'} ({KEYS})
          </Label>
        </FoldButton>
      ) : null}
    </Panel>
  );
}
