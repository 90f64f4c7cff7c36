import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import styled, { css } from 'styled-components';
import { Link } from '../navigation/link.tsx';
import { color, font, motion, size, space } from '../theme/tokens.ts';

const Box = styled(AriaTabs)<{ $isFilling: boolean }>`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  ${({ $isFilling }) => $isFilling && 'flex: 1;'}
`;
const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 ${space(4)};
  border-bottom: ${size.hairline} solid ${color.line};
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin-left: auto;
  padding: ${space(1)} 0;
`;
const Heads = styled(TabList)`
  display: flex;
  gap: ${space(1)};
  overflow-x: auto;
  margin-bottom: -${size.hairline};
` as typeof TabList;
const headStyle = css`
  padding: ${space(2)} ${space(3)};
  border-bottom: ${size.focusRing} solid transparent;
  color: ${color.muted};
  font-weight: ${font.weight.medium};
  white-space: nowrap;
  cursor: pointer;
  transition: color ${motion.quick} ${motion.ease};
  &:hover {
    color: ${color.text};
  }
  &[data-selected],
  &[aria-current] {
    color: ${color.brand};
    border-bottom-color: ${color.brand};
  }
  &:focus-visible {
    outline-offset: -${size.focusRing};
  }
  @media (forced-colors: active) {
    /* Otherwise each of them would have the line of the chosen one. */
    border-bottom-color: Canvas;
    &[data-selected],
    &[aria-current] {
      border-bottom-color: Highlight;
    }
  }
`;
const Head = styled(Tab)`
  ${headStyle}
`;
const Panel = styled(TabPanel)<{ $isFilling: boolean }>`
  padding-top: ${({ $isFilling }) => ($isFilling ? '0' : space(4))};
  min-height: 0;
  ${({ $isFilling }) => $isFilling && 'position: relative; flex: 1; overflow: auto;'}
`;

export interface TabItem {
  id: string;
  label: ReactNode;
  content: ReactNode;
}

export interface TabsProps {
  label: string;
  items: readonly TabItem[];
  selected?: string | undefined;
  onSelect?: ((id: string) => void) | undefined;
  /** Actions on the current view, shown opposite the tabs. */
  actions?: ReactNode;
  /** The view uses all available height and scrolls by itself. */
  isFilling?: boolean | undefined;
}

/** Several views of one subject, one at a time. */
export function Tabs({ label, items, selected, onSelect, actions, isFilling = false }: TabsProps) {
  return (
    <Box
      $isFilling={isFilling}
      {...(selected === undefined ? {} : { selectedKey: selected })}
      onSelectionChange={(key) => onSelect?.(String(key))}
    >
      <Bar>
        <Heads aria-label={label}>
          {items.map((item) => (
            <Head key={item.id} id={item.id}>
              {item.label}
            </Head>
          ))}
        </Heads>
        {actions ? <Actions>{actions}</Actions> : null}
      </Bar>
      {items.map((item) => (
        <Panel key={item.id} id={item.id} $isFilling={isFilling}>
          {item.content}
        </Panel>
      ))}
    </Box>
  );
}

const Links = styled.nav`
  display: flex;
  gap: ${space(1)};
  overflow-x: auto;
  border-bottom: ${size.hairline} solid ${color.line};
  a {
    ${headStyle}
    text-decoration: none;
  }
`;

/** Pages of one subject, each with its own address, that look like tabs. */
export function TabLinks({ label, items, current }: { label: string; items: readonly { href: string; label: string }[]; current: string }) {
  return (
    <Links aria-label={label}>
      {items.map(({ href, label: words }) => (
        <Link key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {words}
        </Link>
      ))}
    </Links>
  );
}
