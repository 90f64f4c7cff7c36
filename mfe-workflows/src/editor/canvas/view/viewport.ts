import type { ReactFlowInstance, Viewport } from '@xyflow/react';
import type { Box, LaidOutFlow } from '../../layout/laid-out-flow.ts';
import { zoomLimits } from '../../state/editor-state.ts';

/** Space around what is fitted or brought into view, in screen pixels. */
const MARGIN = 40;
/** Names on cards are still readable at this zoom; a longer flow isn't fitted whole. */
const MIN_FIT_ZOOM = 0.6;

export interface AreaSize {
  width: number;
  height: number;
}

/** The next zoom level (spec EDIT-70): whole tenths, within bounds. */
export function nextZoom(zoom: number, by: 1 | -1): number {
  const stepsToOne = Math.round(1 / zoomLimits.step);
  const at = zoom * stepsToOne;
  const next = by > 0 ? Math.floor(at + 1.001) : Math.ceil(at - 1.001);
  // Divided, not multiplied: three times 0.1 is not 0.3.
  return Math.min(zoomLimits.max, Math.max(zoomLimits.min, next / stepsToOne));
}

/** Where the canvas starts the first time: the trigger on top, and the flow's width in view if it fits. */
export function firstViewport({ bounds }: LaidOutFlow, area: AreaSize): Viewport {
  const zoom = zoomLimits.default;
  const isNarrow = bounds.width * zoom + 2 * MARGIN <= area.width;
  return { x: area.width / 2 - (isNarrow ? (bounds.x + bounds.width / 2) * zoom : 0), y: MARGIN, zoom };
}

/** The whole flow in view, within the zoom limits; a longer flow shows its top. */
export function fittingViewport({ bounds }: LaidOutFlow, area: AreaSize): Viewport {
  const room = { width: Math.max(1, area.width - 2 * MARGIN), height: Math.max(1, area.height - 2 * MARGIN) };
  const ratio = Math.min(room.width / Math.max(1, bounds.width), room.height / Math.max(1, bounds.height));
  const zoom = Math.min(zoomLimits.max, Math.max(MIN_FIT_ZOOM, ratio));
  const fitsAcross = bounds.width * zoom <= room.width;
  const fitsDown = bounds.height * zoom <= room.height;
  return {
    // Too wide: the main line is centered.
    x: fitsAcross ? area.width / 2 - (bounds.x + bounds.width / 2) * zoom : area.width / 2,
    y: fitsDown ? area.height / 2 - (bounds.y + bounds.height / 2) * zoom : MARGIN - bounds.y * zoom,
    zoom,
  };
}

/** Brings a step and its branches into view: moves, otherwise zooms out. If that isn't enough, only the step counts. */
export function viewportWith(step: Box, whole: Box, viewport: Viewport, area: AreaSize): Viewport | null {
  const room = { width: area.width - 2 * MARGIN, height: area.height - 2 * MARGIN };
  const fits = (zoom: number) => whole.width * zoom <= room.width && whole.height * zoom <= room.height;
  if (fits(viewport.zoom)) return revealingViewport(whole, viewport, area);
  if (!fits(MIN_FIT_ZOOM) || viewport.zoom <= MIN_FIT_ZOOM) return revealingViewport(step, viewport, area);
  const zoom = Math.min(room.width / whole.width, room.height / whole.height);
  const smaller = { x: MARGIN - whole.x * zoom, y: viewport.y + step.y * (viewport.zoom - zoom), zoom };
  return revealingViewport(whole, smaller, area) ?? smaller;
}

/** Moves as little as necessary to bring a box into view; null if it is in view already. */
export function revealingViewport(box: Box, viewport: Viewport, area: AreaSize): Viewport | null {
  const { zoom } = viewport;
  const x = viewport.x + shift(viewport.x + box.x * zoom, box.width * zoom, area.width);
  const y = viewport.y + shift(viewport.y + box.y * zoom, box.height * zoom, area.height);
  return x === viewport.x && y === viewport.y ? null : { x, y, zoom };
}

function shift(start: number, length: number, room: number): number {
  if (start < MARGIN) return MARGIN - start;
  const end = start + length;
  return end > room - MARGIN ? Math.min(room - MARGIN - end, 0) : 0;
}

/** Whether both show the same. After an animation, a canvas is off by a fraction of a pixel. */
export function areSameViewports(one: Viewport, other: Viewport): boolean {
  return Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1 && Math.abs(one.zoom - other.zoom) < 0.001;
}

/** Whether a whole card is in view. A canvas that was left far away, or in a window of another size, starts at the beginning. */
export function showsACard({ cards }: LaidOutFlow, { x, y, zoom }: Viewport, area: AreaSize): boolean {
  return cards.some((card) => {
    const left = x + card.x * zoom;
    const top = y + card.y * zoom;
    return left >= 0 && top >= 0 && left + card.width * zoom <= area.width && top + card.height * zoom <= area.height;
  });
}

/** Whether half of a card is in view, or half of the room if a card is larger: with only an edge in view, people lose the flow. */
export function showsHalfOfACard({ cards }: LaidOutFlow, { x, y, zoom }: Viewport, area: AreaSize): boolean {
  const isHalfShown = (start: number, length: number, room: number) => {
    const shown = Math.min(start + length, room) - Math.max(start, 0);
    return shown >= Math.min(length, room) / 2;
  };
  return cards.some(
    (card) =>
      isHalfShown(x + card.x * zoom, card.width * zoom, area.width) && isHalfShown(y + card.y * zoom, card.height * zoom, area.height),
  );
}

/** Moves to a viewport, smoothly unless the person prefers reduced motion. */
export function goTo(chart: Pick<ReactFlowInstance, 'setViewport'>, viewport: Viewport): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  void chart.setViewport(viewport, { duration: isCalm ? 0 : 160 });
}
