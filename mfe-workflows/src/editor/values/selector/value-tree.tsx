import { carryValue } from '@portage/mapping-editor/value-field';
import { briefValue, color, font, formatNumber, radius, Stack, size, space } from '@portage/ui';
import { ChevronDown, ChevronRight, Database } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { StepIcon } from '../../../step-types/step-icon.tsx';
import type { TreeRow } from './tree-rows.ts';

const INDENT = 4;

const Row = styled.div<{ $level: number; $isGroup: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space(1.5)};
  min-height: ${({ $isGroup }) => ($isGroup ? size.control : size.controlDense)};
  padding: ${space(0.5)} ${space(2)};
  padding-left: ${({ $level }) => space(2 + ($level - 1) * INDENT)};
  border-radius: ${radius.control};
  font-size: ${font.size.small};
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
  &:focus-visible {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.focusRing};
  }
`;
const Toggle = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: ${space(6)};
  height: ${space(6)};
  margin-left: -${space(1)};
  border-radius: ${radius.control};
  color: ${color.muted};
  &:hover {
    background: ${color.neutralSoft};
    color: ${color.text};
  }
  svg {
    width: ${size.iconSmall};
    height: ${size.iconSmall};
  }
`;
const Name = styled.span<{ $isGroup: boolean }>`
  flex: 0 1 auto;
  min-width: ${space(12)};
  max-width: 70%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  font-family: ${({ $isGroup }) => ($isGroup ? 'inherit' : font.data)};
  font-weight: ${({ $isGroup }) => ($isGroup ? font.weight.medium : font.weight.regular)};
`;
const Value = styled.span`
  flex: 1 1 0;
  min-width: 0;
  overflow: hidden;
  color: ${color.muted};
  font-family: ${font.data};
  font-size: ${font.size.tiny};
  text-align: right;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
const Note = styled(Value)`
  font-family: inherit;
`;

export interface ValueTreeProps {
  label: string;
  rows: readonly TreeRow[];
  onToggle: (id: string) => void;
  onShowMore: (id: string) => void;
  onInsert: (row: Extract<TreeRow, { kind: 'value' }>) => void;
}

/** Values with their paths; a click or Enter inserts a path. Has the usual keys of trees. */
export function ValueTree({ label, rows, onToggle, onShowMore, onInsert }: ValueTreeProps) {
  const tree = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const focusedIndex = Math.max(
    0,
    rows.findIndex(({ id }) => id === focusedId),
  );
  const hadFocus = useRef(false);

  // When a row is removed, the row that replaces it gets the focus.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) focusRow(focusedIndex);
  });

  function focusRow(index: number): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setFocusedId(row.id);
    tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[rows.indexOf(row)]?.focus();
  }

  function press(row: TreeRow): void {
    if (row.kind === 'group') onToggle(row.id);
    else if (row.kind === 'more') onShowMore(row.ofId);
    else onInsert(row);
  }

  function handleKey(event: KeyboardEvent, row: TreeRow, index: number): void {
    const isOpen = row.kind !== 'more' && row.isExpanded;
    const canOpen = isExpandable(row);
    switch (event.key) {
      case 'ArrowDown':
        focusRow(index + 1);
        break;
      case 'ArrowUp':
        focusRow(index - 1);
        break;
      case 'Home':
        focusRow(0);
        break;
      case 'End':
        focusRow(rows.length - 1);
        break;
      case 'ArrowRight':
        if (canOpen && !isOpen) onToggle(row.id);
        else if (isOpen) focusRow(index + 1);
        break;
      case 'ArrowLeft':
        if (isOpen) onToggle(row.id);
        else if (row.parentId !== null) focusRow(rows.findIndex(({ id }) => id === row.parentId));
        break;
      case 'Enter':
        press(row);
        break;
      case ' ':
        if (canOpen) onToggle(row.id);
        else press(row);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Stack
      $gap={0}
      ref={tree}
      role="tree"
      aria-label={label}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={(event) => {
        // When a row is removed, the event names no next element.
        if (event.relatedTarget) hadFocus.current = false;
      }}
    >
      {rows.map((row, index) => (
        <Row
          key={row.id}
          role="treeitem"
          aria-level={row.level}
          aria-expanded={isExpandable(row) ? row.kind !== 'more' && row.isExpanded : undefined}
          tabIndex={index === focusedIndex ? 0 : -1}
          $level={row.level}
          $isGroup={row.kind === 'group'}
          title={row.kind === 'value' ? row.id : undefined}
          draggable={row.kind === 'value'}
          onDragStart={(event) => {
            if (row.kind === 'value') carryValue(event.dataTransfer, row.root, row.keys, row.id);
          }}
          onClick={() => {
            setFocusedId(row.id);
            press(row);
          }}
          onKeyDown={(event) => handleKey(event, row, index)}
        >
          <Opener row={row} onToggle={onToggle} />
          <Content row={row} />
        </Row>
      ))}
    </Stack>
  );
}

function isExpandable(row: TreeRow): boolean {
  return row.kind === 'group' || (row.kind === 'value' && row.childCount > 0);
}

/** Only for the mouse; the keyboard has the arrow keys. */
function Opener({ row, onToggle }: { row: TreeRow; onToggle: (id: string) => void }) {
  if (!isExpandable(row) || row.kind === 'more') return <Toggle as="span" aria-hidden />;
  const Chevron = row.isExpanded ? ChevronDown : ChevronRight;
  return (
    <Toggle
      aria-hidden
      onClick={(event) => {
        event.stopPropagation();
        onToggle(row.id);
      }}
    >
      <Chevron aria-hidden />
    </Toggle>
  );
}

function Content({ row }: { row: TreeRow }) {
  if (row.kind === 'more') return <Name $isGroup={false}>Show more ({formatNumber(row.hidden)})</Name>;
  if (row.kind === 'group') {
    const { stepType, label, note } = row.group;
    return (
      <>
        {stepType === undefined ? <Database aria-hidden size={size.icon} color={color.muted} /> : <StepIcon type={stepType} />}
        <Name $isGroup title={label}>
          {label}
        </Name>
        {note ? <Note>{note}</Note> : null}
      </>
    );
  }
  return (
    <>
      <Name $isGroup={false}>{row.label}</Name>
      <Value>{row.sample ? briefValue(row.sample.value, 80) : 'no value yet'}</Value>
    </>
  );
}
