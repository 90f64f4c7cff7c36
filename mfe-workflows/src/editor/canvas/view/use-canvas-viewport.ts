import { useCallback, useEffect } from 'react';
import type { CanvasRequest, EditorStore } from '../../state/editor-state.ts';
import type { CanvasActions } from '../canvas-actions.ts';
import type { FlowState } from '../flow-store.ts';
import { findBox, freeArea } from './free-area.ts';
import { type FlowCanvas, useRoomForOpenStep } from './use-room-for-open-step.ts';
import { fittingViewport, goTo, nextZoom, revealingViewport } from './viewport.ts';

export interface ViewportSettings extends FlowCanvas {
  editor: EditorStore | null;
  actions: CanvasActions;
}

export interface CanvasViewport {
  request: (request: CanvasRequest) => void;
  /** If a form opened before the chart existed, the chart now makes room for its step. */
  onChartReady: () => void;
}

/** Moves the canvas on request (spec EDIT-70), makes room for the step whose form is open, and moves back when the form closes. */
export function useCanvasViewport({ flow, editor, actions, chart, area }: ViewportSettings): CanvasViewport {
  const room = useRoomForOpenStep({ flow, chart, area });
  const handle = useCallback(
    (request: CanvasRequest) => {
      const instance = chart.current;
      const box = area.current?.getBoundingClientRect();
      if (request.kind === 'search') return flow.set({ isSearching: true });
      if (request.kind === 'shortcuts') return flow.set({ isShowingShortcuts: true });
      if (request.kind === 'overview') return flow.set({ showsOverview: !flow.getState().showsOverview });
      if (request.kind === 'makeRoom') return room.make();
      if (request.kind === 'reveal') return actions.focus(request.id, { reveal: true });
      if (!instance || !box) return;
      if (request.kind === 'fit') return goTo(instance, fittingViewport(flow.getState().layout, freeArea(box, area.current)));
      const { x, y, zoom } = instance.getViewport();
      const next = nextZoom(zoom, request.kind === 'zoomIn' ? 1 : -1);
      // Keeps the middle of the canvas where it is.
      const middle = { x: box.width / 2, y: box.height / 2 };
      goTo(instance, { x: middle.x - ((middle.x - x) * next) / zoom, y: middle.y - ((middle.y - y) * next) / zoom, zoom: next });
    },
    [flow, actions, chart, area, room],
  );

  useEffect(() => editor?.onRequest(handle), [editor, handle]);

  useEffect(() => {
    function reveal(key: string | null): void {
      const instance = chart.current;
      const box = area.current?.getBoundingClientRect();
      const target = key === null ? null : findBox(flow.getState().layout, key);
      if (!instance || !box || !target) return;
      const viewport = revealingViewport(target, instance.getViewport(), freeArea(box, area.current));
      if (viewport) goTo(instance, viewport);
    }
    let { focusRequest: seen, openKey: seenOpen } = flow.getState();
    let seenBranches = countBranches(flow.getState());
    return flow.subscribe(() => {
      const { focusRequest, focusKey, openKey } = flow.getState();
      const branches = countBranches(flow.getState());
      if (focusRequest !== seen) reveal(focusKey);
      // A branch that was just added in the form must come into view, too.
      else if (openKey !== null && (openKey !== seenOpen || branches > seenBranches)) room.make();
      if (openKey === null && seenOpen !== null) room.giveBack(seenOpen);
      seen = focusRequest;
      seenOpen = openKey;
      seenBranches = branches;
    });
  }, [flow, chart, area, room]);

  return { request: handle, onChartReady: room.make };
}

function countBranches({ layout, openKey }: Pick<FlowState, 'layout' | 'openKey'>): number {
  return openKey === null ? 0 : layout.pills.filter(({ branchKey }) => branchKey === openKey).length;
}
