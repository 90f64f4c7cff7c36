import { color, size } from '@portage/ui';
import type { ReactFlowInstance } from '@xyflow/react';
import { type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useMemo, useRef } from 'react';
import styled from 'styled-components';
import type { FlowNode } from '../flow-nodes.ts';
import type { FlowStore } from '../flow-store.ts';
import { type Selection, within } from './selection.ts';
import type { SelectionActions } from './selection-actions.ts';

/** A press becomes a box after this many pixels. */
const BOX_FROM_PX = 5;

const Band = styled.div`
  position: fixed;
  display: none;
  border: ${size.hairline} solid ${color.brand};
  background: color-mix(in srgb, ${color.brand} 10%, transparent);
  pointer-events: none;
`;

interface RubberBandSettings {
  flow: FlowStore;
  selecting: SelectionActions;
  chart: RefObject<ReactFlowInstance<FlowNode> | null>;
}

interface RubberBand {
  handlers: { onPointerDownCapture: (event: PointerEvent) => void; onMouseDownCapture: (event: MouseEvent) => void };
  element: ReactNode;
}

/** Selects the steps that a box touches. The box is drawn on the empty canvas with Shift held; without Shift, a drag moves the canvas. */
export function useRubberBand({ flow, selecting, chart }: RubberBandSettings): RubberBand {
  const band = useRef<HTMLDivElement>(null);
  return useMemo(() => {
    const begins = (event: MouseEvent) =>
      event.shiftKey &&
      event.button === 0 &&
      flow.getState().isEditable &&
      event.target instanceof Element &&
      event.target.closest('.react-flow__pane') !== null;

    function draw(start: PointerEvent): void {
      const from = { x: start.clientX, y: start.clientY };
      const before = flow.getState().selection;
      let isDrawn = false;
      const move = (event: globalThis.PointerEvent) => {
        if (!isDrawn && Math.hypot(event.clientX - from.x, event.clientY - from.y) < BOX_FROM_PX) return;
        isDrawn = true;
        show(band.current, boxBetween(from, { x: event.clientX, y: event.clientY }));
        selecting.choose(touched(from, { x: event.clientX, y: event.clientY }, before));
      };
      const end = () => {
        show(band.current, null);
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', end);
        window.removeEventListener('pointercancel', end);
        if (!isDrawn) return;
        // The click that ends the drag must not count as a click on the canvas, which would clear the selection.
        const swallow = (event: Event) => event.stopPropagation();
        window.addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', end);
      window.addEventListener('pointercancel', end);
    }

    function touched(from: Point, to: Point, before: Selection): Selection {
      const instance = chart.current;
      if (!instance) return before;
      const [one, other] = [from, to].map((at) => instance.screenToFlowPosition(at, { snapToGrid: false }));
      return one && other ? new Set([...before, ...within(flow.getState().layout, boxBetween(one, other))]) : before;
    }

    return {
      handlers: {
        onPointerDownCapture: (event: PointerEvent) => {
          if (!begins(event)) return;
          event.stopPropagation();
          draw(event);
        },
        // The chart moves the canvas on this event.
        onMouseDownCapture: (event: MouseEvent) => {
          if (!begins(event)) return;
          event.stopPropagation();
          event.preventDefault();
        },
      },
      element: <Band ref={band} data-rubber-band />,
    };
  }, [flow, selecting, chart]);
}

interface Point {
  x: number;
  y: number;
}

function boxBetween(one: Point, other: Point) {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

function show(band: HTMLElement | null, box: ReturnType<typeof boxBetween> | null): void {
  if (!band) return;
  band.style.display = box ? 'block' : 'none';
  if (box) Object.assign(band.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
}
