import { keep, readStoredJson } from '@portage/area-kit/kept';
import { isObject } from '@portage/primitives/json';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { fitSizes, moveEdge, type PaneEdge, type PaneSizes, readSizes } from './pane-sizes.ts';

const KEY = 'portage:step-panes';
/** Narrower windows show one pane at a time. */
const SIDE_BY_SIDE = '(min-width: 1100px)';
/** Until the person chooses, the panes are side by side if this leaves room for the canvas. */
const ROOMY_FRAME_PX = 1_500;

export interface PaneLayout {
  /** The panes are side by side; otherwise one of them is shown at a time. */
  isWide: boolean;
  canBeWide: boolean;
  sizes: PaneSizes;
  setIsWide(isWide: boolean): void;
  move(edge: PaneEdge, byPx: number): void;
}

interface Choice {
  /** Null until the person chooses. */
  isWide: boolean | null;
  sizes: PaneSizes;
}

/** How the panes of the open step share the canvas's frame, as the person left them. */
export function usePaneLayout(panes: RefObject<HTMLElement | null>): PaneLayout {
  const [choice, setChoice] = useState(readChoice);
  const [room, setRoom] = useState(() => measureRoom(document.querySelector('[data-flowchart]')?.parentElement));
  useLayoutEffect(() => {
    const frame = findPanel(panes.current)?.parentElement;
    if (!frame) return;
    const windows = matchMedia(SIDE_BY_SIDE);
    const measure = () => setRoom((before) => sameRoom(before, measureRoom(frame)));
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    windows.addEventListener('change', measure);
    measure();
    return () => {
      observer.disconnect();
      windows.removeEventListener('change', measure);
    };
  }, [panes]);

  const change = useCallback((next: (now: Choice) => Choice) => {
    setChoice((now) => {
      const chosen = next(now);
      keep(localStorage, KEY, { isWide: chosen.isWide, ...chosen.sizes });
      return chosen;
    });
  }, []);
  const { framePx, canBeWide } = room;
  return {
    canBeWide,
    isWide: canBeWide && (choice.isWide ?? framePx >= ROOMY_FRAME_PX),
    sizes: fitSizes(choice.sizes, framePx),
    setIsWide: (isWide) => change((now) => ({ ...now, isWide })),
    move: (edge, byPx) => change((now) => ({ ...now, sizes: moveEdge(fitSizes(now.sizes, framePx), edge, byPx, framePx) })),
  };
}

interface Room {
  framePx: number;
  canBeWide: boolean;
}

/** @param frame of the canvas, which the panel covers partly */
function measureRoom(frame: Element | null | undefined): Room {
  return { framePx: frame?.clientWidth ?? 0, canBeWide: matchMedia(SIDE_BY_SIDE).matches };
}

function sameRoom(before: Room, now: Room): Room {
  return before.framePx === now.framePx && before.canBeWide === now.canBeWide ? before : now;
}

function readChoice(): Choice {
  const stored = readStoredJson(localStorage, KEY);
  const isWide = isObject(stored) && typeof stored.isWide === 'boolean' ? stored.isWide : null;
  return { isWide, sizes: readSizes(stored) };
}

/** The panel around its panes. */
export function findPanel(panes: Element | null): HTMLElement | null {
  return panes?.closest<HTMLElement>('[data-step-panel]') ?? null;
}
