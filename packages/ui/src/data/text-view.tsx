import { TextWrap } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { IconButton } from '../button/icon-button.tsx';
import { formatCount } from '../text/format.ts';
import { color, size, space } from '../theme/tokens.ts';
import { countLines, findPositions, LONGEST_ROW, rowAt, textRows } from './text-rows.ts';
import { useColumns } from './use-columns.ts';
import { Marked, toFileName, ViewerBar, ViewerFrame } from './viewer-frame.tsx';
import { VirtualRows, type VirtualRowsHandle } from './virtual-rows.tsx';

/** Up to this many rows, search and download aren't shown. */
const FEW_ROWS = 8;
/** Letters that the Copy button covers on each line of a small box. */
const CORNER = 6;
/** Letters drawn before the box is measured. */
const AT_FIRST = 4_000;
const MOST_MATCHES = 5_000;

const Row = styled.div<{ $isCurrent: boolean }>`
  display: flex;
  height: ${size.dataRow};
  padding-right: ${space(3)};
  background: ${({ $isCurrent }) => ($isCurrent ? color.brandSoft : 'transparent')};
  white-space: pre;
`;
const Gutter = styled.span`
  position: sticky;
  left: 0;
  flex: none;
  padding: 0 ${space(2)};
  background: ${color.sunken};
  border-right: ${size.hairline} solid ${color.line};
  margin-right: ${space(2)};
  color: ${color.muted};
  text-align: right;
  user-select: none;
`;

export interface TextViewProps {
  text: string;
  label: string;
  /** Any CSS length; the box scrolls beyond it. */
  maxHeight?: string | undefined;
}

/** A viewer for texts of any length with line numbers: wraps, searches, copies, downloads. Only visible lines are in the page. */
export function TextView({ text, label, maxHeight = size.jsonBox }: TextViewProps) {
  return (
    <ViewerFrame>
      <TextPane text={text} label={label} maxHeight={maxHeight} fileName={toFileName(label, 'txt')} />
    </ViewerFrame>
  );
}

interface TextPaneProps {
  text: string;
  label: string;
  maxHeight: string;
  fileName: string;
  /** Buttons next to Wrap. */
  buttons?: React.ReactNode;
}

/** The inside of a text viewer, for a frame that can also show the same content in another way. */
export function TextPane({ text, label, maxHeight, fileName, buttons }: TextPaneProps) {
  const [isWrapped, setIsWrapped] = useState(true);
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const handle = useRef<VirtualRowsHandle>(null);
  const [ruler, columns] = useColumns();
  const lineCount = useMemo(() => countLines(text), [text]);
  const digits = String(lineCount).length;
  const widest = Math.max(20, (columns ?? 80) - digits - 9);
  const isSmall = !buttons && lineCount <= FEW_ROWS && fitsIn(FEW_ROWS, text, widest - CORNER);
  const width = isSmall ? widest - CORNER : isWrapped ? widest : LONGEST_ROW;
  const isMeasured = columns !== null;
  // Before the box is measured, assume that the content fits.
  const rows = useMemo(() => textRows(isMeasured ? text : text.slice(0, AT_FIRST), width), [text, isMeasured, width]);
  const places = useMemo(() => (wanted === '' ? [] : findPositions(text, wanted, MOST_MATCHES)), [text, wanted]);
  const current = places[at] === undefined ? -1 : rowAt(rows, places[at]);
  const count = rows.starts.length;

  const goTo = (next: number, all: readonly number[]) => {
    setAt(next);
    const place = all[next];
    if (place !== undefined) handle.current?.show(rowAt(rows, place));
  };
  return (
    <div ref={ruler}>
      <ViewerBar
        label={label}
        summary={formatCount(lineCount, 'line')}
        isSmall={isSmall}
        text={() => text}
        fileName={fileName}
        found={{ count: places.length, at, isLooking: false, isMore: places.length >= MOST_MATCHES }}
        onSearch={(next) => {
          setWanted(next);
          goTo(0, next === '' ? [] : findPositions(text, next, 1));
        }}
        onStep={(by) => places.length > 0 && goTo((at + by + places.length) % places.length, places)}
      >
        <IconButton
          size="dense"
          label={isWrapped ? 'Do not wrap lines' : 'Wrap lines'}
          icon={<TextWrap aria-hidden />}
          onPress={() => setIsWrapped(!isWrapped)}
        />
        {buttons}
      </ViewerBar>
      <VirtualRows
        handle={handle}
        count={count}
        maxHeight={maxHeight}
        role="group"
        aria-label={label}
        tabIndex={0}
        row={(row) => {
          const isFirst = row === 0 || rows.lines[row] !== rows.lines[row - 1];
          return (
            <Row key={row} $isCurrent={row === current}>
              <Gutter aria-hidden style={{ minWidth: `calc(${digits}ch + ${size.lineNumberGap})` }}>
                {isFirst ? rows.lines[row] : ''}
              </Gutter>
              <span>
                <Marked text={text.slice(rows.starts[row], rows.ends[row])} wanted={wanted} />
              </span>
            </Row>
          );
        }}
      />
    </div>
  );
}

function fitsIn(rowCount: number, text: string, width: number): boolean {
  return text.length <= rowCount * width && textRows(text, width).starts.length <= rowCount;
}
