import { workflowLimits } from '@portage/workflow';
import { useReactFlow } from '@xyflow/react';
import type { PointerEvent, RefObject } from 'react';
import { parseKey } from '../../layout/node-key.ts';
import { noteBox } from '../../layout/note-box.ts';
import { useFlowContext } from '../flow-context.tsx';

/** A press becomes a drag after this many pixels. */
const DRAG_FROM_PX = 4;

interface NoteDrag {
  move: (event: PointerEvent) => void;
  resize: (event: PointerEvent) => void;
}

/** Moves and resizes a note with the pointer. Until the release only its picture changes, so that nothing is laid out again. */
export function useNoteDrag(key: string, paper: RefObject<HTMLElement | null>): NoteDrag {
  const { store, noting } = useFlowContext();
  const chart = useReactFlow();

  function begin(press: PointerEvent, isResize: boolean): void {
    const element = paper.current;
    const node = parseKey(key);
    const note = node.kind === 'note' ? store.getState().stepByKey.get(node.stepKey)?.notes?.[node.note] : undefined;
    if (press.button !== 0 || !element || !note) return;
    press.stopPropagation();
    const box = noteBox(note);
    const { noteWidth, noteHeight } = workflowLimits;
    let isDragged = false;
    let by = { x: 0, y: 0 };
    const sizeNow = () => ({
      width: Math.min(noteWidth.max, Math.max(noteWidth.min, box.width + by.x)),
      height: Math.min(noteHeight.max, Math.max(noteHeight.min, box.height + by.y)),
    });

    const move = (event: globalThis.PointerEvent) => {
      const zoom = chart.getZoom();
      by = { x: (event.clientX - press.clientX) / zoom, y: (event.clientY - press.clientY) / zoom };
      if (!isDragged && Math.hypot(by.x, by.y) * zoom < DRAG_FROM_PX) return;
      isDragged = true;
      element.toggleAttribute('data-dragged', true);
      if (!isResize) element.style.transform = `translate(${by.x}px, ${by.y}px)`;
      else Object.assign(element.style, { width: `${sizeNow().width}px`, height: `${sizeNow().height}px` });
    };
    const end = (isKept: boolean) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', keep);
      window.removeEventListener('pointercancel', drop);
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      element.removeAttribute('data-dragged');
      Object.assign(element.style, { transform: '', width: '', height: '' });
      if (!isDragged || !isKept) return;
      if (isResize) noting.change(key, { x: Math.round(box.x), y: Math.round(box.y), ...sizeNow() });
      else noting.change(key, { x: box.x + by.x, y: box.y + by.y });
    };
    const keep = () => end(true);
    const drop = () => end(false);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isDragged) return;
      event.stopPropagation();
      drop();
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', keep);
    window.addEventListener('pointercancel', drop);
    window.addEventListener('keydown', onKeyDown, { capture: true });
  }

  return { move: (event) => begin(event, false), resize: (event) => begin(event, true) };
}
