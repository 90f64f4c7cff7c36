import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import styled from 'styled-components';
import { color, font, motion, size, space } from '../theme/tokens.ts';

const Box = styled(AriaTabs)`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
`;
const Heads = styled(TabList)`
  display: flex;
  gap: ${space(1)};
  overflow-x: auto;
  border-bottom: ${size.hairline} solid ${color.line};
` as typeof TabList;
const Head = styled(Tab)`
  padding: ${space(2)} ${space(3)};
  margin-bottom: -${size.hairline};
  border-bottom: ${size.focusRing} solid transparent;
  color: ${color.muted};
  font-weight: ${font.weight.medium};
  white-space: nowrap;
  cursor: pointer;
  transition: color ${motion.quick} ${motion.ease};
  &[data-hovered] {
    color: ${color.text};
  }
  &[data-selected] {
    color: ${color.brand};
    border-bottom-color: ${color.brand};
  }
  &[data-focus-visible] {
    outline-offset: -${size.focusRing};
  }
`;
const Panel = styled(TabPanel)`
  padding-top: ${space(4)};
  min-height: 0;
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
}

/** Several views of one thing, one at a time. */
export function Tabs({ label, items, selected, onSelect }: TabsProps) {
  return (
    <Box {...(selected === undefined ? {} : { selectedKey: selected })} onSelectionChange={(key) => onSelect?.(String(key))}>
      <Heads aria-label={label}>
        {items.map((item) => (
          <Head key={item.id} id={item.id}>
            {item.label}
          </Head>
        ))}
      </Heads>
      {items.map((item) => (
        <Panel key={item.id} id={item.id}>
          {item.content}
        </Panel>
      ))}
    </Box>
  );
}
