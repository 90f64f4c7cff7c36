import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Rows drawn beyond the visible ones, on either side. */
const AHEAD = 6;
/** Used until the box is measured. */
const FIRST_HEIGHT_PX = 600;

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
  places: RowLayout;
  measure: () => void;
  show: (at: number) => void;
}

export interface OpenRow {
  at: number;
  extraPx: number;
}

function computeRowLayout(count: number, rowPx: number, open: OpenRow | null, scrollTop: number, heightPx: number): RowLayout {
  const extraPx = open?.extraPx ?? 0;
  const topOf = (at: number) => at * rowPx + (open && at > open.at ? extraPx : 0);
  const indexNear = (topPx: number) => {
    const behind = open ? topOf(open.at) + rowPx : Number.POSITIVE_INFINITY;
    if (topPx < behind) return Math.floor(topPx / rowPx);
    return Math.max(open?.at ?? 0, Math.floor((topPx - extraPx) / rowPx));
  };
  return {
    rowPx,
    count,
    scrollTop,
    heightPx,
    totalPx: count * rowPx + extraPx,
    from: Math.max(0, Math.min(count, indexNear(scrollTop)) - AHEAD),
    to: Math.min(count, indexNear(scrollTop + heightPx) + 1 + AHEAD),
    topOf,
    rowAt(topPx) {
      const at = indexNear(topPx);
      const isOn = at >= 0 && at < count && topPx >= topOf(at) && topPx < topOf(at) + rowPx;
      return isOn ? at : null;
    },
  };
}

/** Tracks which rows of a list are visible. */
export function useRowWindow(count: number, rowPx: number, open: OpenRow | null): RowWindow {
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
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [measure]);
  const [openAt, extraPx] = [open?.at ?? -1, open?.extraPx ?? 0];
  const places = useMemo(
    () => computeRowLayout(count, rowPx, openAt < 0 ? null : { at: openAt, extraPx }, seen.scrollTop, seen.heightPx),
    [count, rowPx, openAt, extraPx, seen],
  );
  const shownOpen = useRef(-1);
  // Otherwise an editor that opens below one of the last visible rows would be out of view.
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
      const top = places.topOf(at);
      if (top < element.scrollTop) element.scrollTop = Math.max(0, top - rowPx);
      else if (top + rowPx > element.scrollTop + element.clientHeight) element.scrollTop = top - element.clientHeight + 2 * rowPx;
      measure();
    },
    [places, rowPx, measure],
  );
  return { box, places, measure, show };
}

/** The drawn rows, and the focused one wherever it is. */
export function drawnRows({ from, to, count }: RowLayout, kept: number): number[] {
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  if (kept >= 0 && kept < count && (kept < from || kept >= to)) rows.push(kept);
  return rows;
}
