import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

/** A smaller move is a click. */
const LEAST_MOVE_PX = 4;
/** The list scrolls while the pointer is this close to its edge. */
const EDGE_PX = 36;
const SCROLL_STEP_PX = 10;

export interface FieldDrag {
  sourcePath: string;
  /** The pointer, in window coordinates. */
  x: number;
  y: number;
  over: number | null;
}

interface DragSettings {
  /** Scrolls near its edges. */
  box: () => HTMLElement | null;
  /** The target row at an offset from the list's start. */
  rowAt: (topPx: number) => number | null;
  onDrop: (sourcePath: string, targetAt: number) => void;
}

/** A drag from a source field to a target field by mouse or pen. Touch scrolls; there a tap picks a field up, like Enter. */
export function useFieldDrag(settings: DragSettings) {
  const [drag, setDrag] = useState<FieldDrag | null>(null);
  const latest = useRef(settings);
  useEffect(() => {
    latest.current = settings;
  });
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  function start(event: ReactPointerEvent, sourcePath: string): void {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const from = { x: event.clientX, y: event.clientY };
    let pointer = from;
    let isMoving = false;
    let frame = 0;

    const overNow = (): number | null => {
      const box = latest.current.box();
      if (!box) return null;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const isInside = pointer.x >= left && pointer.x <= right && pointer.y >= top && pointer.y <= bottom;
      return isInside ? latest.current.rowAt(pointer.y - top - box.clientTop + box.scrollTop) : null;
    };
    const draw = () => {
      frame = requestAnimationFrame(draw);
      const box = latest.current.box();
      if (box) {
        const { top, bottom, left } = box.getBoundingClientRect();
        const isNear = pointer.x > left - EDGE_PX;
        if (isNear && pointer.y < top + EDGE_PX) box.scrollTop -= SCROLL_STEP_PX;
        if (isNear && pointer.y > bottom - EDGE_PX) box.scrollTop += SCROLL_STEP_PX;
      }
      const next = { sourcePath, ...pointer, over: overNow() };
      setDrag((before) => (before && before.x === next.x && before.y === next.y && before.over === next.over ? before : next));
    };
    const end = () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', key, true);
      document.body.style.removeProperty('cursor');
      stop.current = null;
      setDrag(null);
    };
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      pointer = { x, y };
      if (isMoving || Math.hypot(x - from.x, y - from.y) < LEAST_MOVE_PX) return;
      isMoving = true;
      document.body.style.cursor = 'grabbing';
      draw();
    };
    const up = () => {
      const over = isMoving ? overNow() : null;
      end();
      if (over !== null) latest.current.onDrop(sourcePath, over);
    };
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !isMoving) return;
      pressed.stopPropagation();
      end();
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', key, true);
    stop.current = end;
  }
  return { drag, start };
}
