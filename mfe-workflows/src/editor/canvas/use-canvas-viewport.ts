import type { ReactFlowInstance } from '@xyflow/react';
import { type RefObject, useCallback, useEffect } from 'react';
import type { Box, LaidOutFlow } from '../layout/laid-out-flow.ts';
import { makeKey } from '../layout/node-key.ts';
import type { CanvasRequest, EditorStore } from '../state/editor-state.ts';
import type { CanvasActions } from './canvas-actions.ts';
import type { FlowNode } from './flow-nodes.ts';
import type { FlowState, FlowStore } from './flow-store.ts';
import { fittingViewport, goTo, nextZoom, revealingViewport, viewportWith } from './viewport.ts';

export interface ViewportSettings {
  flow: FlowStore;
  editor: EditorStore | null;
  actions: CanvasActions;
  chart: RefObject<ReactFlowInstance<FlowNode> | null>;
  area: RefObject<HTMLElement | null>;
}

/**
 * Moves the canvas on request: zooms, fits the flow, brings the focused element into view (spec EDIT-70).
 *
 * @returns the function that takes a request.
 */
export function useCanvasViewport({ flow, editor, actions, chart, area }: ViewportSettings): (request: CanvasRequest) => void {
  const handle = useCallback(
    (request: CanvasRequest) => {
      const instance = chart.current;
      const box = area.current?.getBoundingClientRect();
      if (request.kind === 'search') return flow.set({ isSearching: true });
      if (request.kind === 'shortcuts') return flow.set({ isShowingShortcuts: true });
      if (request.kind === 'overview') return flow.set({ showsOverview: !flow.getState().showsOverview });
      if (request.kind === 'reveal') return actions.focus(request.id, { reveal: true });
      if (!instance || !box) return;
      if (request.kind === 'fit') return goTo(instance, fittingViewport(flow.getState().layout, freeArea(box, area.current)));
      const { x, y, zoom } = instance.getViewport();
      const next = nextZoom(zoom, request.kind === 'zoomIn' ? 1 : -1);
      // The middle of the canvas stays where it is.
      const middle = { x: box.width / 2, y: box.height / 2 };
      goTo(instance, { x: middle.x - ((middle.x - x) * next) / zoom, y: middle.y - ((middle.y - y) * next) / zoom, zoom: next });
    },
    [flow, actions, chart, area],
  );

  useEffect(() => editor?.onRequest(handle), [editor, handle]);

  useEffect(() => {
    function reveal(key: string | null): void {
      const instance = chart.current;
      const box = area.current?.getBoundingClientRect();
      const target = key === null ? null : boxOf(flow.getState().layout, key);
      if (!instance || !box || !target) return;
      const viewport = revealingViewport(target, instance.getViewport(), freeArea(box, area.current));
      if (viewport) goTo(instance, viewport);
    }
    /** For the step whose form is open, and for its branches. */
    function makeRoom(key: string): void {
      const instance = chart.current;
      const box = area.current?.getBoundingClientRect();
      const { layout } = flow.getState();
      const step = boxOf(layout, key);
      if (!instance || !box || !step) return;
      const pills = layout.pills.filter(({ branchKey }) => branchKey === key);
      const viewport = viewportWith(step, boxAround([step, ...pills]), instance.getViewport(), freeArea(box, area.current));
      if (viewport) goTo(instance, viewport);
    }
    let { focusRequest: seen, openKey: seenOpen } = flow.getState();
    let seenBranches = branchesOf(flow.getState());
    return flow.subscribe(() => {
      const { focusRequest, focusKey, openKey, openGroup } = flow.getState();
      const branches = branchesOf(flow.getState());
      if (focusRequest !== seen) reveal(focusKey);
      // The form must not cover the card. The space that it covers is known once it is drawn.
      // A branch that its form has just made must be seen, too.
      else if (openKey !== null && (openKey !== seenOpen || branches > seenBranches)) {
        const key = openGroup === null ? openKey : makeKey({ kind: 'group', stepKey: openKey, group: openGroup });
        requestAnimationFrame(() => requestAnimationFrame(() => makeRoom(key)));
      }
      seen = focusRequest;
      seenOpen = openKey;
      seenBranches = branches;
    });
  }, [flow, chart, area]);

  return handle;
}

/** The number of branches of the step whose form is open. */
function branchesOf({ layout, openKey }: Pick<FlowState, 'layout' | 'openKey'>): number {
  return openKey === null ? 0 : layout.pills.filter(({ branchKey }) => branchKey === openKey).length;
}

/** The canvas without what the open form covers. */
function freeArea(box: DOMRect, area: HTMLElement | null): { width: number; height: number } {
  const panel = area?.parentElement?.querySelector<HTMLElement>('[data-step-panel]');
  const frame = area?.parentElement?.getBoundingClientRect();
  if (!panel || !frame) return box;
  // Its width, not its place: it glides in. On a wide screen the canvas ends where the form begins, and nothing is covered.
  const covered = Math.max(0, box.right - (frame.right - panel.offsetWidth));
  // Where hardly anything is left beside it, there is nothing to keep free.
  return { width: box.width - covered > 200 ? box.width - covered : box.width, height: box.height };
}

function boxAround(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

function boxOf(layout: LaidOutFlow, key: string): Box | null {
  return [layout.cards, layout.pills, layout.pluses, layout.notes].flatMap((boxes) => boxes.filter((box) => box.key === key))[0] ?? null;
}
