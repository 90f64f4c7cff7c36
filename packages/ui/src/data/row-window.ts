import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Rows drawn beyond the visible ones, on either side. */
const AHEAD = 8;
/** Used until the box is measured. */
const FIRST_HEIGHT_PX = 600;
/** Browsers don't lay out boxes much taller than this. */
const TALLEST_PX = 15_000_000;

/** Positions of the rows in a scrolled list. Rows have one height; one of them may be open, with more below it. */
export interface RowLayout {
  rowPx: number;
  count: number;
  scrollTop: number;
  heightPx: number;
  totalPx: number;
  /** Rows that are drawn: from, and to (exclusive). */
  from: number;
  to: number;
  topOf(at: number): number;
  /** The row at an offset from the list's start; null: none, or the content below the open one. */
  rowAt(topPx: number): number | null;
}

export interface RowWindow {
  box: RefObject<HTMLDivElement | null>;
  layout: RowLayout;
  measure: () => void;
  /** Scrolls a row into view if necessary. */
  show: (at: number) => void;
  /** How many rows PageDown moves. */
  pageSize: number;
}

export interface OpenRow {
  at: number;
  extraPx: number;
}

function computeRowLayout(count: number, rowPx: number, open: OpenRow | null, scrollTop: number, heightPx: number): RowLayout {
  const extraPx = open?.extraPx ?? 0;
  // With more rows than the tallest box can hold, scrolling skips several at a time.
  const scale = Math.max(1, (count * rowPx) / TALLEST_PX);
  const topOf = (at: number) => (at * rowPx) / scale + (open && at > open.at ? extraPx : 0);
  const indexNear = (topPx: number) => {
    const behind = open ? topOf(open.at) + rowPx : Number.POSITIVE_INFINITY;
    if (topPx < behind) return Math.floor((topPx * scale) / rowPx);
    return Math.max(open?.at ?? 0, Math.floor(((topPx - extraPx) * scale) / rowPx));
  };
  const first = Math.max(0, Math.min(count, indexNear(scrollTop)));
  return {
    rowPx,
    count,
    scrollTop,
    heightPx,
    totalPx: (count * rowPx) / scale + extraPx,
    from: Math.max(0, first - AHEAD),
    to: Math.min(count, first + Math.ceil(heightPx / rowPx) + 1 + AHEAD),
    topOf,
    rowAt(topPx) {
      const at = indexNear(topPx);
      const isOn = at >= 0 && at < count && topPx >= topOf(at) && topPx < topOf(at) + rowPx;
      return isOn ? at : null;
    },
  };
}

/** Tracks which rows of a list are visible. */
export function useRowWindow(count: number, rowPx: number, open: OpenRow | null = null): RowWindow {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ scrollTop: 0, heightPx: FIRST_HEIGHT_PX });
  const measure = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, clientHeight } = element;
    setSeen((before) =>
      before.scrollTop === scrollTop && before.heightPx === clientHeight ? before : { scrollTop, heightPx: clientHeight },
    );
  }, []);
  // The box may grow with its rows, so it checks itself when more of them fit.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [measure]);
  const [openAt, extraPx] = [open?.at ?? -1, open?.extraPx ?? 0];
  const layout = useMemo(
    () => computeRowLayout(count, rowPx, openAt < 0 ? null : { at: openAt, extraPx }, seen.scrollTop, seen.heightPx),
    [count, rowPx, openAt, extraPx, seen],
  );
  const shownOpen = useRef(-1);
  // Otherwise content that opens below one of the last visible rows would be out of view.
  useLayoutEffect(() => {
    const element = box.current;
    if (shownOpen.current === openAt || (openAt >= 0 && extraPx === 0)) return;
    shownOpen.current = openAt;
    if (!element || openAt < 0) return;
    const [top, bottom] = [openAt * rowPx, (openAt + 1) * rowPx + extraPx];
    if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = Math.min(top, bottom - element.clientHeight);
    measure();
  }, [openAt, extraPx, rowPx, measure]);
  const show = useCallback(
    (at: number) => {
      const element = box.current;
      if (!element) return;
      const top = layout.topOf(at);
      if (top < element.scrollTop) element.scrollTop = Math.max(0, top - rowPx);
      else if (top + rowPx > element.scrollTop + element.clientHeight) element.scrollTop = top - element.clientHeight + 2 * rowPx;
      measure();
    },
    [layout, rowPx, measure],
  );
  return { box, layout, measure, show, pageSize: Math.max(1, Math.floor(seen.heightPx / rowPx) - 1) };
}

/** The drawn rows, and the focused one wherever it is. */
export function listDrawnRows({ from, to, count }: RowLayout, focused = -1): number[] {
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  if (focused >= 0 && focused < count && (focused < from || focused >= to)) rows.push(focused);
  return rows;
}
