import { bringsValue } from '@portage/mapping-editor/value-field';
import { color, font, radius, size, space } from '@portage/ui';
import { type KeyboardEvent, useRef } from 'react';
import styled from 'styled-components';

export const paneNames = ['in', 'form', 'out'] as const;
export type PaneName = (typeof paneNames)[number];
export const paneWords: Record<PaneName, string> = { in: 'In', form: 'Form', out: 'Out' };

const List = styled.div`
  display: flex;
  gap: ${space(1)};
`;
const Tab = styled.button`
  padding: ${space(1)} ${space(2)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  font: inherit;
  font-weight: ${font.weight.medium};
  cursor: pointer;
  &:hover {
    color: ${color.text};
  }
  &[aria-selected='true'] {
    background: ${color.brandSoft};
    color: ${color.brand};
  }
  &:focus-visible {
    outline: ${size.focusRing} solid ${color.focus};
  }
`;

export interface PaneTabsProps {
  /** Ids of tabs and panels are made from it. */
  id: string;
  selected: PaneName;
  onSelect: (pane: PaneName) => void;
}

/** The panes as tabs, where there's no room for all three. A value that is dragged over the form's tab opens it. */
export function PaneTabs({ id, selected, onSelect }: PaneTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (paneNames.indexOf(selected) + by + paneNames.length) % paneNames.length;
    onSelect(paneNames[next] ?? 'form');
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }
  return (
    <List ref={list} role="tablist" aria-label="Panes of the step" onKeyDown={onKeyDown}>
      {paneNames.map((pane) => (
        <Tab
          key={pane}
          type="button"
          role="tab"
          id={`${id}-tab-${pane}`}
          aria-selected={selected === pane}
          aria-controls={selected === pane ? `${id}-${pane}` : undefined}
          tabIndex={selected === pane ? 0 : -1}
          onClick={() => onSelect(pane)}
          onDragEnter={(event) => {
            if (pane === 'form' && bringsValue(event.dataTransfer)) onSelect(pane);
          }}
        >
          {paneWords[pane]}
        </Tab>
      ))}
    </List>
  );
}
