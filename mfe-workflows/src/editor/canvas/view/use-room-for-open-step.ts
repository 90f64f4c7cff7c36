import type { ReactFlowInstance, Viewport } from '@xyflow/react';
import { type RefObject, useMemo, useRef } from 'react';
import type { Box, LaidOutFlow } from '../../layout/laid-out-flow.ts';
import { makeKey } from '../../layout/node-key.ts';
import type { FlowNode } from '../flow-nodes.ts';
import type { FlowStore } from '../flow-store.ts';
import { findBox, freeArea } from './free-area.ts';
import { type AreaSize, areSameViewports, goTo, revealingViewport, viewportWith } from './viewport.ts';

export interface FlowCanvas {
  flow: FlowStore;
  chart: RefObject<ReactFlowInstance<FlowNode> | null>;
  area: RefObject<HTMLElement | null>;
}

export interface RoomForOpenStep {
  /** Moves the canvas so that the form doesn't cover its card and branches. */
  make: () => void;
  /** Moves the canvas back as far as the card stays in view, unless the person has moved it meanwhile. */
  giveBack: (closedKey: string) => void;
}

export function useRoomForOpenStep({ flow, chart, area }: FlowCanvas): RoomForOpenStep {
  const moved = useRef<{ from: Viewport; to: Viewport } | null>(null);
  return useMemo(() => {
    function make(): void {
      const instance = chart.current;
      const box = area.current?.getBoundingClientRect();
      const { layout, openKey, openGroup } = flow.getState();
      const key = openKey === null || openGroup === null ? openKey : makeKey({ kind: 'group', stepKey: openKey, group: openGroup });
      const step = key === null ? null : findBox(layout, key);
      if (!instance || !box || !step) return;
      const pills = layout.pills.filter(({ branchKey }) => branchKey === key);
      const current = instance.getViewport();
      const to = viewportWith(step, boxAround([step, ...pills]), current, freeArea(box, area.current));
      if (!to) return;
      // If several forms open in sequence, the canvas later returns to where it was before the first.
      const isStillThere = moved.current !== null && areSameViewports(current, moved.current.to);
      moved.current = { from: isStillThere && moved.current ? moved.current.from : current, to };
      goTo(instance, to);
    }

    function giveBack(closedKey: string): void {
      const instance = chart.current;
      const box = area.current?.getBoundingClientRect();
      const { layout, openKey } = flow.getState();
      const move = moved.current;
      if (!instance || !box || !move || openKey !== null) return;
      moved.current = null;
      if (!areSameViewports(instance.getViewport(), move.to)) return;
      goTo(instance, viewportAfter(layout, closedKey, move.from, box));
    }

    return { make: () => onceDrawn(make), giveBack: (closedKey) => onceDrawn(() => giveBack(closedKey)) };
  }, [flow, chart, area]);
}

/** Moves as far as the step needs, with its branches or its loop's body. This also brings a new step into view. */
function viewportAfter(layout: LaidOutFlow, key: string, before: Viewport, area: AreaSize): Viewport {
  const step = findBox(layout, key);
  if (!step) return before;
  const pills = layout.pills.filter(({ branchKey }) => branchKey === key);
  const body = layout.frames.filter((frame) => frame.key === makeKey({ kind: 'frame', stepKey: key }));
  const withItsInside = revealingViewport(boxAround([step, ...pills, ...body]), before, area) ?? before;
  // If the contents don't fit on the whole canvas, only the card counts.
  return revealingViewport(step, withItsInside, area) ?? withItsInside;
}

/** Waits until the form is drawn, because only then its width is known. */
function onceDrawn(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

function boxAround(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
