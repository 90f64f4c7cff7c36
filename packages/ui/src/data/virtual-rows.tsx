import { type HTMLAttributes, type ReactNode, type RefObject, useImperativeHandle } from 'react';
import styled from 'styled-components';
import { DATA_ROW_REM } from '../theme/tokens.ts';
import { listDrawnRows, type RowWindow, useRowWindow } from './row-window.ts';

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

export type VirtualRowsHandle = Pick<RowWindow, 'show' | 'pageSize'>;

export interface VirtualRowsProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  count: number;
  row: (at: number) => ReactNode;
  maxHeight: string;
  handle: RefObject<VirtualRowsHandle | null>;
}

/** Rows of equal height, of which only the visible ones are in the page, however many there are. */
export function VirtualRows({ count, row, maxHeight, handle, ...rest }: VirtualRowsProps) {
  const { box, layout, measure, show, pageSize } = useRowWindow(count, rowHeightPx());
  useImperativeHandle(handle, () => ({ show, pageSize }));
  return (
    <Box {...rest} ref={box} $maxHeight={maxHeight} onScroll={measure}>
      <Sizer role="presentation" style={{ height: layout.totalPx }}>
        <Drawn role="presentation" style={{ transform: `translateY(${layout.topOf(layout.from)}px)` }}>
          {listDrawnRows(layout).map(row)}
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
