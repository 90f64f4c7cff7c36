import { color, font, radius, size, space } from '@portage/ui/base';
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
  Plug,
  Rocket,
  ScrollText,
  Store,
  Users,
  Workflow,
  Wrench,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import styled from 'styled-components';
import { Brand } from '../app/brand.tsx';
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
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  flex: none;
  height: ${size.topBar};
  padding: 0 ${space(5)};
`;

const HomeLink = styled(Link)`
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
`;

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 2px;
  margin: 0;
  padding: 0;
  list-style: none;
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

const Extra = styled.div`
  flex: none;
  padding: ${space(3)} ${space(5)};
`;

const Person = styled.p`
  flex: none;
  padding: ${space(4)} ${space(5)};
  border-top: ${size.hairline} solid ${color.line};
  color: ${color.muted};
  overflow-wrap: anywhere;
`;

const Item = styled.li`
  position: relative;
`;

const AlertCount = latePart(async () => (await import('./alert-count.tsx')).AlertCount);

interface SidebarProps {
  groups: MenuGroup[];
  path: string;
  /** Called after a choice; the narrow layout closes its drawer. */
  onChoose?: () => void;
  /** Who is signed in, if the top bar has no room for it. */
  person?: string | undefined;
  /** Entries that the top bar has no room for. */
  children?: ReactNode;
}

/** The menu on the left, with groups for admins (spec SHELL-25, SHELL-27..34). */
export function Sidebar({ groups, path, onChoose, person, children }: SidebarProps) {
  return (
    <Panel>
      <Head>
        <HomeLink href="/" aria-label="Portage, to the start page" onClick={onChoose}>
          <Brand />
        </HomeLink>
      </Head>
      <Nav aria-label="Main">
        {groups.map((group) => (
          <section key={group.title ?? ''} aria-label={group.title}>
            {group.title && <GroupTitle>{group.title}</GroupTitle>}
            <List>
              {group.entries.map((entry) => {
                const Icon = ICONS[entry.icon];
                return (
                  <Item key={entry.path}>
                    <Entry href={entry.path} aria-current={isCurrent(entry, path) ? 'page' : undefined} onClick={onChoose}>
                      <Icon size={18} aria-hidden />
                      {entry.label}
                    </Entry>
                    {entry.path === ALERTS_BESIDE ? <AlertCount onChoose={onChoose} /> : null}
                  </Item>
                );
              })}
            </List>
          </section>
        ))}
      </Nav>
      {children && <Extra>{children}</Extra>}
      {person && <Person>{person}</Person>}
    </Panel>
  );
}
