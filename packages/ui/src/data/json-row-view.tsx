import { ChevronDown, ChevronRight } from 'lucide-react';
import styled from 'styled-components';
import { Muted, Span } from '../layout/parts.ts';
import { formatNumber } from '../text/format.ts';
import { color, size, space } from '../theme/tokens.ts';
import { type JsonRow, MOST_ROWS, ROW_TEXT_LENGTH } from './json-rows.ts';
import { getJsonKind, sizeText } from './json-tree.ts';
import { Marked } from './viewer-frame.tsx';

/** Deeper levels aren't indented further. */
const DEEPEST = 40;

const Line = styled.div<{ $depth: number; $isActive: boolean; $opens: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  height: ${size.dataRow};
  padding-right: ${space(4)};
  padding-left: ${({ $depth }) => space(2 + Math.min($depth, DEEPEST) * 4)};
  position: relative;
  /* Fine lines down the levels. */
  &::before {
    content: '';
    position: absolute;
    inset: 0 auto 0 ${space(3.5)};
    width: ${({ $depth }) => space(Math.min($depth, DEEPEST) * 4)};
    background: repeating-linear-gradient(to right, ${color.line} 0 ${size.hairline}, transparent ${size.hairline} ${space(4)});
  }
  white-space: pre;
  cursor: ${({ $opens }) => ($opens ? 'pointer' : 'default')};
  &:hover {
    background: ${color.hover};
  }
  [role='tree']:focus-visible & {
    outline: ${({ $isActive }) => ($isActive ? `${size.hairline} solid ${color.focus}` : 'none')};
    outline-offset: -${size.hairline};
  }
  svg {
    flex: none;
    color: ${color.muted};
  }
`;
const Indent = styled.span`
  flex: none;
  width: ${size.iconSmall};
`;
const Secret = styled.span`
  color: ${color.muted};
  font-style: italic;
`;

const leafColors = {
  string: color.success,
  number: color.info,
  boolean: color.stepTrigger,
  null: color.muted,
  other: color.muted,
} as const;

/** Replaces secrets in stored run data. */
const REDACTED = '[redacted]';

export interface JsonRowViewProps {
  id: string;
  row: JsonRow;
  isActive: boolean;
  wanted: string;
  onTurn: () => void;
}

export function JsonRowView({ id, row, isActive, wanted, onTurn }: JsonRowViewProps) {
  const opens = row.node !== null;
  const Icon = row.isOpen ? ChevronDown : ChevronRight;
  return (
    <Line
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isActive}
      {...(opens ? { 'aria-expanded': row.isOpen } : {})}
      $depth={row.depth}
      $isActive={isActive}
      $opens={opens}
      onClick={onTurn}
    >
      {opens ? <Icon size={size.iconSmall} aria-hidden /> : <Indent />}
      <span>
        {row.name === undefined ? null : (
          <Span $color="text" $weight="medium">
            <Marked text={row.name} wanted={wanted} />:{' '}
          </Span>
        )}
        <Value row={row} wanted={wanted} />
      </span>
    </Line>
  );
}

function Value({ row, wanted }: { row: JsonRow; wanted: string }) {
  const { value, count } = row;
  switch (row.kind) {
    case 'branch': {
      const kind = getJsonKind(value) === 'array' ? 'array' : 'object';
      const [open, close] = kind === 'array' ? ['[', ']'] : ['{', '}'];
      return <Muted>{count === 0 ? `${open}${close}` : `${open} ${sizeText(kind, count)} ${close}`}</Muted>;
    }
    case 'range':
      return <Muted>{`${row.range?.from} … ${row.range?.to}`}</Muted>;
    case 'text': {
      const text = value as string;
      const shown = text.slice(0, ROW_TEXT_LENGTH).split('\n')[0] ?? '';
      return (
        <>
          <span style={{ color: leafColors.string }}>
            "<Marked text={row.isOpen ? '' : shown} wanted={wanted} />
            {row.isOpen ? '' : '…'}"
          </span>
          <Muted> {formatNumber(text.length)} characters</Muted>
        </>
      );
    }
    case 'line':
      return (
        <span style={{ color: leafColors.string }}>
          <Marked text={value as string} wanted={wanted} />
        </span>
      );
    case 'rest':
      return <Muted>More than {formatNumber(MOST_ROWS)} rows: collapse some, or show it as text.</Muted>;
    case 'leaf': {
      if (value === REDACTED) return <Secret title="A secret: it’s never stored">{REDACTED}</Secret>;
      const kind = getJsonKind(value);
      const text = kind === 'string' ? JSON.stringify(value) : String(value);
      return (
        <span style={{ color: leafColors[kind as keyof typeof leafColors] }}>
          <Marked text={text} wanted={wanted} />
        </span>
      );
    }
    default:
      return row.kind satisfies never;
  }
}
