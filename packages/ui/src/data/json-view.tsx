import { FoldVertical, Text as TextIcon, UnfoldVertical } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { IconButton } from '../button/icon-button.tsx';
import { formatNumber } from '../text/format.ts';
import { color, size, space } from '../theme/tokens.ts';
import { JsonRowView } from './json-row-view.tsx';
import { type JsonNode, type JsonRow, jsonRows, type OpenState } from './json-rows.ts';
import { type JsonMatch, openTo } from './json-search.ts';
import { getJsonKind, jsonText, membersUpTo, sizeText } from './json-tree.ts';
import { TextPane } from './text-view.tsx';
import { useJsonSearch } from './use-json-search.ts';
import { toFileName, ViewerBar, ViewerFrame } from './viewer-frame.tsx';
import { VirtualRows, type VirtualRowsHandle } from './virtual-rows.tsx';

/** Up to this many rows, search and download aren't shown. */
const FEW_ROWS = 8;

const Tree = styled(VirtualRows)<{ $isSmall: boolean }>`
  padding: ${({ $isSmall }) => ($isSmall ? 0 : space(1.5))} 0;
  &:focus-visible {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.focusRing};
  }
`;

export interface JsonViewProps {
  value: unknown;
  label?: string | undefined;
  /** Levels that are open at first; default 2. Lists of more than a hundred start closed below the first level. */
  openLevels?: number | undefined;
  /** Any CSS length; the box scrolls beyond it. */
  maxHeight?: string | undefined;
}

/**
 * A JSON viewer: opens and closes, searches, copies, downloads, shows as text. Everything is rendered as text, so hostile content stays
 * text. Only visible rows are in the page, so megabytes stay fast.
 */
export function JsonView({ value, label = 'JSON', openLevels = 2, maxHeight = '60vh' }: JsonViewProps) {
  const [isRaw, setIsRaw] = useState(false);
  const toggle = (
    <IconButton
      size="dense"
      label={isRaw ? 'Show as tree' : 'Show as text'}
      icon={<TextIcon aria-hidden />}
      onPress={() => setIsRaw(!isRaw)}
    />
  );
  return (
    <ViewerFrame>
      {isRaw ? (
        <RawPane value={value} label={label} maxHeight={maxHeight} toggle={toggle} />
      ) : (
        <TreePane value={value} label={label} maxHeight={maxHeight} openLevels={openLevels} toggle={toggle} />
      )}
    </ViewerFrame>
  );
}

interface PaneProps {
  value: unknown;
  label: string;
  maxHeight: string;
  toggle: React.ReactNode;
}

function RawPane({ value, label, maxHeight, toggle }: PaneProps) {
  const text = useMemo(() => jsonText(value), [value]);
  return <TextPane text={text} label={label} maxHeight={maxHeight} fileName={toFileName(label, 'json')} buttons={toggle} />;
}

const FIRST: Omit<OpenState, 'openLevels'> = { rule: 'first', toggled: new Set() };

function TreePane({ value, label, maxHeight, openLevels, toggle }: PaneProps & { openLevels: number }) {
  const id = useId();
  const [opened, setOpened] = useState(FIRST);
  const [active, setActive] = useState(0);
  const [at, setAt] = useState(0);
  const handle = useRef<VirtualRowsHandle>(null);
  const search = useJsonSearch(value);
  const state = useMemo<OpenState>(() => ({ ...opened, openLevels }), [opened, openLevels]);
  const rows = useMemo(() => jsonRows(value, state), [value, state]);
  const isSmall = useMemo(() => membersUpTo(value, FEW_ROWS + 1) <= FEW_ROWS, [value]);
  const current = Math.min(active, rows.length - 1);

  const turn = (node: JsonNode) => {
    const toggled = new Set(opened.toggled);
    if (!toggled.delete(node)) toggled.add(node);
    setOpened({ ...opened, toggled });
  };
  const activate = (next: number) => {
    const bounded = Math.max(0, Math.min(rows.length - 1, next));
    setActive(bounded);
    handle.current?.show(bounded);
  };
  const goTo = (next: number) => {
    const match = search.matches[next];
    if (match === undefined) return;
    setAt(next);
    const placeIn = (shown: OpenState) => ({ shown, row: jsonRows(value, shown).findIndex((one) => isAt(one, match)) });
    let found = placeIn(openTo(match, state));
    // Too many rows are open for its row to be shown: only its ancestors stay open.
    if (found.row < 0) found = placeIn(openTo(match, { ...FIRST, openLevels }));
    const { shown, row } = found;
    setOpened({ rule: shown.rule, toggled: shown.toggled });
    setActive(row);
    // The final number of rows is known only after drawing.
    requestAnimationFrame(() => handle.current?.show(row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = resolveKeyStep(event.key, current, rows, handle.current?.pageSize ?? 10);
    if (step === null) return;
    event.preventDefault();
    if (step === 'turn') {
      if (row.node) turn(row.node);
    } else activate(step);
  };

  return (
    <>
      <ViewerBar
        label={label}
        summary={formatSummary(value)}
        isSmall={isSmall}
        text={() => jsonText(value)}
        fileName={toFileName(label, 'json')}
        found={{ count: search.matches.length, at, isLooking: search.isLooking, isMore: search.isMore }}
        onSearch={(text) => {
          setAt(-1);
          search.look(text);
        }}
        onStep={(by) =>
          search.matches.length > 0 && goTo((Math.max(at, by > 0 ? -1 : 0) + by + search.matches.length) % search.matches.length)
        }
      >
        <IconButton
          size="dense"
          label="Expand all"
          icon={<UnfoldVertical aria-hidden />}
          onPress={() => setOpened({ rule: 'all', toggled: new Set() })}
        />
        <IconButton
          size="dense"
          label="Collapse all"
          icon={<FoldVertical aria-hidden />}
          onPress={() => setOpened({ rule: 'none', toggled: new Set() })}
        />
        {toggle}
      </ViewerBar>
      <Tree
        $isSmall={isSmall}
        handle={handle}
        count={rows.length}
        maxHeight={maxHeight}
        role="tree"
        aria-label={label}
        aria-activedescendant={`${id}-${current}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        row={(index) => {
          const row = rows[index] as JsonRow;
          return (
            <JsonRowView
              key={index}
              id={`${id}-${index}`}
              row={row}
              isActive={index === current}
              wanted={search.wanted}
              onTurn={() => {
                setActive(index);
                if (row.node) turn(row.node);
              }}
            />
          );
        }}
      />
    </>
  );
}

function isAt(row: JsonRow, match: JsonMatch): boolean {
  if (row.kind === 'line' || row.kind === 'range' || row.kind === 'rest') return false;
  return match === null ? row.parent === null : row.parent === match.container && row.name === match.name;
}

/** Where a key leads in a tree (WAI-ARIA); `turn` opens or closes. */
function resolveKeyStep(key: string, at: number, rows: readonly JsonRow[], pageSize: number): number | 'turn' | null {
  const row = rows[at];
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at - 1;
    case 'PageDown':
      return at + pageSize;
    case 'PageUp':
      return at - pageSize;
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'Enter':
    case ' ':
      return 'turn';
    case 'ArrowRight':
      return row?.node && !row.isOpen ? 'turn' : at + 1;
    case 'ArrowLeft': {
      if (row?.node && row.isOpen) return 'turn';
      let above = at - 1;
      while (above > 0 && (rows[above]?.depth ?? 0) >= (row?.depth ?? 0)) above -= 1;
      return above;
    }
    default:
      return null;
  }
}

function formatSummary(value: unknown): string {
  const kind = getJsonKind(value);
  if (kind === 'array') return sizeText(kind, (value as unknown[]).length);
  if (kind === 'object') return sizeText(kind, Object.keys(value as object).length);
  return kind === 'string' ? `${formatNumber((value as string).length)} characters` : '';
}
