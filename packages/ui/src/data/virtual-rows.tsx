import {
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styled from 'styled-components';
import { DATA_ROW_REM } from '../theme/tokens.ts';

const AHEAD = 8;
/** Rows drawn before the box is measured. */
const AT_FIRST = 24;
/** Browsers don't lay out boxes much taller than this. */
const TALLEST_PX = 15_000_000;

const Box = styled.div<{ $maxHeight: string }>`
  max-height: ${({ $maxHeight }) => $maxHeight};
  overflow: auto;
  /* Rows are placed by number: a browser that keeps "the same" row in place would scroll against us. */
  overflow-anchor: none;
  overscroll-behavior: contain;
`;
const Sizer = styled.div`
  position: relative;
  min-width: 100%;
  width: max-content;
`;
const Drawn = styled.div`
  width: max-content;
  min-width: 100%;
`;

export interface VirtualRowsHandle {
  /** Scrolls a row into view if necessary. */
  show(at: number): void;
  pageSize(): number;
}

export interface VirtualRowsProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  count: number;
  row: (at: number) => ReactNode;
  maxHeight: string;
  handle: RefObject<VirtualRowsHandle | null>;
}

/** Rows of equal height, of which only the visible ones are in the page, however many there are. */
export function VirtualRows({ count, row, maxHeight, handle, ...rest }: VirtualRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ from: 0, to: AT_FIRST });
  const rowPx = rowHeightPx();
  const heightPx = Math.min(count * rowPx, TALLEST_PX);
  // With more rows than the tallest box can hold, scrolling skips several at a time.
  const scale = count * rowPx > TALLEST_PX ? (count * rowPx) / TALLEST_PX : 1;

  const measure = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const first = Math.floor((element.scrollTop * scale) / rowPx);
    const from = Math.max(0, first - AHEAD);
    const to = first + Math.ceil(element.clientHeight / rowPx) + AHEAD;
    setSeen((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, [rowPx, scale]);
  // The box grows with its rows, so it checks itself when more of them fit.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [measure]);

  useImperativeHandle(handle, () => ({
    show(at) {
      const element = box.current;
      if (!element) return;
      const top = (at * rowPx) / scale;
      if (top < element.scrollTop) element.scrollTop = Math.max(0, top - rowPx);
      else if (top + 2 * rowPx > element.scrollTop + element.clientHeight) element.scrollTop = top - element.clientHeight + 3 * rowPx;
    },
    pageSize: () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowPx) - 1),
  }));

  const from = Math.min(seen.from, Math.max(0, count - 1));
  const to = Math.min(count, seen.to);
  return (
    <Box {...rest} ref={box} $maxHeight={maxHeight} onScroll={measure}>
      <Sizer role="presentation" style={{ height: heightPx }}>
        <Drawn role="presentation" style={{ transform: `translateY(${(from * rowPx) / scale}px)` }}>
          {Array.from({ length: Math.max(0, to - from) }, (_, offset) => row(from + offset))}
        </Drawn>
      </Sizer>
    </Box>
  );
}

let cachedRemPx: number | null = null;

/** `size.dataRow` as a number; follows the person's text size. */
function rowHeightPx(): number {
  if (typeof document === 'undefined') return DATA_ROW_REM * 16;
  cachedRemPx ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return Math.round(DATA_ROW_REM * cachedRemPx);
}
