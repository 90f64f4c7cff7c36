import { color, font, Muted, radius, size, space, useRowWindow } from '@portage/ui';
import { EyeOff, Zap } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import styled from 'styled-components';
import type { ListRow } from './list-rows.ts';

/** All rows have the same height, so that thousands of them can be positioned by index. */
const ROW_PX = 44;

const Box = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  overflow-anchor: none;
  outline: none;
  &:focus-visible {
    box-shadow: inset 0 0 0 ${size.focusRing} ${color.focus};
  }
`;
const Sizer = styled.div`
  position: relative;
`;
const Row = styled.div<{ $isActive: boolean }>`
  position: absolute;
  left: 0;
  right: 0;
  height: ${ROW_PX}px;
  display: flex;
  align-items: center;
  gap: ${space(2)};
  padding: 0 ${space(3)};
  cursor: pointer;
  background: ${({ $isActive }) => ($isActive ? color.hover : 'transparent')};
  border-radius: ${radius.control};
  &:hover {
    background: ${color.hover};
  }
  &[aria-selected='true'] {
    background: ${color.brandSoft};
  }
  &[data-hidden] {
    color: ${color.muted};
  }
  svg {
    flex: none;
    color: ${color.muted};
  }
`;
const Group = styled.div`
  position: absolute;
  left: 0;
  right: 0;
  height: ${ROW_PX}px;
  display: flex;
  align-items: flex-end;
  gap: ${space(2)};
  padding: 0 ${space(3)} ${space(1)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-weight: ${font.weight.bold};
`;
const Words = styled.span`
  flex: 1;
  min-width: 0;
  display: flex;
  flex-direction: column;
  line-height: 1.3;
  > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

export interface OperationListProps {
  rows: readonly ListRow[];
  selectedKey: string | null;
  onSelect: (row: ListRow) => void;
  onDelete: (row: ListRow) => void;
}

/** Operations and events. Only visible rows are rendered, however many a document has. */
export function OperationList({ rows, selectedKey, onSelect, onDelete }: OperationListProps) {
  const id = useId();
  const { box, layout, measure, show, pageSize } = useRowWindow(rows.length, ROW_PX);
  const [activeKey, setActiveKey] = useState<string | null>(selectedKey);
  const active = rows.findIndex(({ key }) => key === activeKey);

  // Scrolls to a row that was selected elsewhere (by the address, or as a new operation).
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection moves the list.
  useEffect(() => {
    if (selectedKey === null) return;
    setActiveKey(selectedKey);
    const at = rows.findIndex(({ key }) => key === selectedKey);
    if (at >= 0) show(at);
  }, [selectedKey, rows.length > 0]);

  function move(from: number, step: 1 | -1): void {
    for (let at = from; at >= 0 && at < rows.length; at += step) {
      const row = rows[at];
      if (!row || row.kind === 'group') continue;
      setActiveKey(row.key);
      show(at);
      return;
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    const row = rows[active];
    switch (event.key) {
      case 'ArrowDown':
        move(active + 1, 1);
        break;
      case 'ArrowUp':
        move(active === -1 ? 0 : active - 1, -1);
        break;
      case 'PageDown':
        move(Math.min(rows.length - 1, active + pageSize), -1);
        break;
      case 'PageUp':
        move(Math.max(0, active - pageSize), 1);
        break;
      case 'Home':
        move(0, 1);
        break;
      case 'End':
        move(rows.length - 1, -1);
        break;
      case 'Enter':
      case ' ':
        if (row) onSelect(row);
        break;
      case 'Delete':
        if (row) onDelete(row);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  const rowId = (key: string) => `${id}-${key}`.replaceAll(/\s/g, '_');
  const isActiveShown = active >= layout.from && active < layout.to;
  return (
    <Box
      ref={box}
      role="listbox"
      aria-label="Operations and events"
      tabIndex={0}
      onScroll={measure}
      onKeyDown={onKeyDown}
      {...(isActiveShown && activeKey ? { 'aria-activedescendant': rowId(activeKey) } : {})}
    >
      <Sizer role="presentation" style={{ height: layout.totalPx }}>
        {rows.slice(layout.from, layout.to).map((row, offset) => {
          const at = layout.from + offset;
          const style = { top: layout.topOf(at) };
          if (row.kind === 'group') {
            return (
              <Group key={row.key} role="presentation" style={style}>
                {row.label} <span>{row.count}</span>
              </Group>
            );
          }
          const isHidden = row.kind === 'operation' && row.operation.isHidden;
          return (
            <Row
              key={row.key}
              id={rowId(row.key)}
              role="option"
              aria-selected={row.key === selectedKey}
              aria-setsize={rows.length}
              aria-posinset={at + 1}
              $isActive={row.key === activeKey}
              data-hidden={isHidden || undefined}
              style={style}
              onClick={() => {
                setActiveKey(row.key);
                onSelect(row);
              }}
            >
              {row.kind === 'operation' ? <OperationWords row={row} /> : <EventWords row={row} />}
            </Row>
          );
        })}
      </Sizer>
    </Box>
  );
}

function OperationWords({ row: { operation } }: { row: Extract<ListRow, { kind: 'operation' }> }) {
  return (
    <>
      <MethodBadge method={operation.method} />
      <Words>
        <span title={operation.name}>{operation.name}</span>
        <Muted $size="tiny" $isData title={operation.path}>
          {operation.path}
        </Muted>
      </Words>
      {operation.isHidden ? <EyeOff size={size.iconSmall} aria-label="Hidden" /> : null}
    </>
  );
}

function EventWords({ row: { event } }: { row: Extract<ListRow, { kind: 'event' }> }) {
  return (
    <>
      <Zap size={size.iconSmall} aria-hidden />
      <Words>
        <span>{event.name}</span>
        <Muted $size="tiny" $isData>
          {event.id}
        </Muted>
      </Words>
    </>
  );
}

const methodColors: Readonly<Record<string, string>> = {
  GET: color.info,
  POST: color.success,
  PUT: color.warning,
  PATCH: color.warning,
  DELETE: color.danger,
};

const Method = styled.span`
  flex: none;
  min-width: ${space(11)};
  padding: 0 ${space(1)};
  border-radius: ${radius.control};
  font-family: ${font.data};
  font-size: 0.6875rem;
  font-weight: ${font.weight.bold};
`;

function MethodBadge({ method }: { method: string }) {
  return <Method style={{ color: methodColors[method] ?? color.muted }}>{method === 'DELETE' ? 'DEL' : method}</Method>;
}
