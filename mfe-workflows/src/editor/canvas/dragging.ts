import { createLaneMoveCheck, createMoveCheck } from '@portage/workflow';
import type { ReactFlowInstance } from '@xyflow/react';
import type { PlusBox } from '../layout/laid-out-flow.ts';
import type { CanvasActions } from './canvas-actions.ts';
import type { Carry } from './canvas-types.ts';
import type { FlowNode } from './flow-nodes.ts';
import type { FlowStore } from './flow-store.ts';
import type { SelectionActions } from './selection/selection-actions.ts';

/** A press becomes a drag after this many pixels. */
const DRAG_FROM_PX = 5;
/** A step that is dropped within this many screen pixels of a plus goes there. */
const CATCH_PX = 110;
/** The canvas scrolls when the pointer is this close to its edge. */
const EDGE_PX = 48;
const EDGE_SPEED_PX = 14;

export interface Dragging {
  /** Starts with a press; a click without a drag stays a click. */
  press(event: PointerEvent, what: Carry['what'], label: { type: string; text: string }): void;
  /** Picks a step up by keyboard: possible places are highlighted, and arrows choose among them. */
  takeUp(what: Carry['what']): void;
  choose(by: 1 | -1): void;
  /** Drops the carried step at its target, or at the given plus. */
  drop(plusKey?: string): void;
  cancel(): void;
  /** Whether a drag has just ended, so that its click is ignored. */
  hasJustDragged(): boolean;
}

export interface DraggingSettings {
  flow: FlowStore;
  actions: CanvasActions;
  chart: () => ReactFlowInstance<FlowNode> | null;
  area: () => HTMLElement | null;
  selecting: Pick<SelectionActions, 'lane' | 'move' | 'copyTo'>;
  /** Moves the picture of the carried step; null removes it. */
  showGhost: (at: { x: number; y: number; type: string; text: string } | null) => void;
}

/** Carries steps to other places. The cards themselves don't move; a picture follows the pointer. */
export function createDragging({ flow, actions, selecting, chart, area, showGhost }: DraggingSettings): Dragging {
  let lastDragEnd = Number.NEGATIVE_INFINITY;

  /** What to carry: all selected steps if the step is one of them. Null if they can't be moved together. */
  function together(what: Carry['what']): Carry['what'] | null {
    const { selection } = flow.getState();
    if (what.kind === 'new' || selection.size < 2 || !selection.has(what.key)) return what;
    const names = selecting.lane();
    return names && { ...what, lane: { names, keys: selection } };
  }

  function pick(asked: Carry['what'], by: Carry['by']): Carry | null {
    const { layout, steps } = flow.getState();
    const what = together(asked);
    if (!what) return null;
    const isAllowed =
      what.kind === 'new' ? () => true : what.lane ? createLaneMoveCheck(steps, what.lane.names) : createMoveCheck(steps, what.stepId);
    const allowed = new Set(layout.pluses.filter(({ place }) => isAllowed(place)).map(({ key }) => key));
    return allowed.size > 0 ? { what, by, allowed, target: null } : null;
  }

  function nearest(x: number, y: number): string | null {
    const { carry, layout } = flow.getState();
    const instance = chart();
    if (!carry || !instance) return null;
    const box = area()?.getBoundingClientRect();
    if (!box || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    const at = instance.screenToFlowPosition({ x, y }, { snapToGrid: false });
    const reach = CATCH_PX / instance.getZoom();
    let best: PlusBox | null = null;
    let bestDistance = reach;
    for (const plus of layout.pluses) {
      if (!carry.allowed.has(plus.key)) continue;
      const distance = Math.hypot(plus.x + plus.width / 2 - at.x, plus.y + plus.height / 2 - at.y);
      if (distance < bestDistance) {
        best = plus;
        bestDistance = distance;
      }
    }
    return best?.key ?? null;
  }

  function aim(target: string | null, isCopy: boolean): void {
    const { carry } = flow.getState();
    if (!carry) return;
    const what = carry.what.kind === 'step' && carry.what.isCopy !== isCopy ? { ...carry.what, isCopy } : carry.what;
    if (what !== carry.what || target !== carry.target) flow.set({ carry: { ...carry, what, target } });
  }

  function end(): void {
    flow.set({ carry: null });
    showGhost(null);
  }

  const dragging: Dragging = {
    press(press, what, label) {
      if (press.button !== 0 || press.pointerType === 'touch' || !flow.getState().isEditable) return;
      let isDragging = false;
      let pointer = { x: press.clientX, y: press.clientY };
      let frame = 0;

      function pan(): void {
        const box = area()?.getBoundingClientRect();
        const instance = chart();
        if (box && instance) {
          const by = { x: edgeSpeed(pointer.x, box.left, box.right), y: edgeSpeed(pointer.y, box.top, box.bottom) };
          if (by.x !== 0 || by.y !== 0) {
            const { x, y, zoom } = instance.getViewport();
            void instance.setViewport({ x: x + by.x, y: y + by.y, zoom });
            aim(nearest(pointer.x, pointer.y), isCopyNow);
          }
        }
        frame = requestAnimationFrame(pan);
      }
      let isCopyNow = false;
      const move = (event: PointerEvent) => {
        pointer = { x: event.clientX, y: event.clientY };
        isCopyNow = event.ctrlKey || event.metaKey || event.altKey;
        if (!isDragging) {
          if (Math.hypot(pointer.x - press.clientX, pointer.y - press.clientY) < DRAG_FROM_PX) return;
          const carry = pick(what, 'pointer');
          if (!carry) return stop();
          isDragging = true;
          flow.set({ carry });
          frame = requestAnimationFrame(pan);
        }
        showGhost({ ...pointer, ...label, ...getCountLabel(flow.getState().carry) });
        aim(nearest(pointer.x, pointer.y), isCopyNow);
      };
      const up = () => {
        if (isDragging) {
          lastDragEnd = performance.now();
          dragging.drop();
        }
        stop();
      };
      const key = (event: KeyboardEvent) => {
        if (!isDragging) return;
        if (event.key === 'Escape') {
          event.stopPropagation();
          lastDragEnd = performance.now();
          end();
          stop();
        }
      };
      function stop(): void {
        cancelAnimationFrame(frame);
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', up);
        window.removeEventListener('pointercancel', cancel);
        window.removeEventListener('keydown', key, { capture: true });
      }
      function cancel(): void {
        if (isDragging) end();
        stop();
      }
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', up);
      window.addEventListener('pointercancel', cancel);
      window.addEventListener('keydown', key, { capture: true });
    },
    takeUp(what) {
      const carry = pick(what, 'keys');
      if (!carry) return;
      flow.set({ carry, menu: null });
      dragging.choose(1);
    },
    choose(by) {
      const { carry, layout, focusRequest } = flow.getState();
      if (!carry) return;
      const places = layout.pluses.filter(({ key }) => carry.allowed.has(key));
      const from = carry.target ?? findStartTarget(carry, places, flow);
      const at = places.findIndex(({ key }) => key === from);
      const target = places[(at + by + places.length) % places.length]?.key ?? null;
      flow.set({ carry: { ...carry, target }, focusKey: target, focusRequest: focusRequest + 1 });
    },
    drop(plusKey) {
      const { carry, layout } = flow.getState();
      const target = plusKey ?? carry?.target;
      const plus = layout.pluses.find(({ key }) => key === target);
      end();
      if (!carry || !plus || !carry.allowed.has(plus.key)) return;
      if (carry.what.kind === 'new') actions.add(plus.place, carry.what.choice, { isDragged: carry.by === 'pointer' });
      else if (carry.what.lane) selecting[carry.what.isCopy ? 'copyTo' : 'move'](carry.what.lane.names, plus.place);
      else if (carry.what.isCopy) actions.copyTo(carry.what.stepId, plus.place);
      else actions.move(carry.what.stepId, plus.place);
    },
    cancel() {
      const { carry } = flow.getState();
      end();
      if (carry?.what.kind === 'step') actions.focus(carry.what.key, { reveal: true });
    },
    hasJustDragged: () => performance.now() - lastDragEnd < 80,
  };
  return dragging;
}

/** Where keyboard carrying starts: right after the step itself, so that the next place down comes next. */
function findStartTarget({ what }: Carry, places: readonly PlusBox[], flow: FlowStore): string | null {
  if (what.kind === 'new') return null;
  const { layout } = flow.getState();
  const card = layout.cards.find(({ key }) => key === what.key);
  const below = card && places.findIndex((plus) => plus.y > card.y);
  return below === undefined || below <= 0 ? null : (places[below - 1]?.key ?? null);
}

/** The label of several carried steps is their number. */
function getCountLabel(carry: Carry | null): { text?: string } {
  const lane = carry?.what.kind === 'step' ? carry.what.lane : undefined;
  return lane ? { text: `${lane.names.length} steps` } : {};
}

function edgeSpeed(at: number, from: number, to: number): number {
  if (at < from - EDGE_PX * 4 || at > to + EDGE_PX * 4) return 0;
  if (at < from + EDGE_PX) return EDGE_SPEED_PX;
  return at > to - EDGE_PX ? -EDGE_SPEED_PX : 0;
}
