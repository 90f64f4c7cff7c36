import type { Viewport } from '@xyflow/react';
import type { Box, LaidOutFlow, Position } from '../../layout/laid-out-flow.ts';

/** The size of the overview, in pixels. */
export const OVERVIEW = { width: 184, height: 128, margin: 8 } as const;

/** Smaller cards are drawn at this size, so that a long flow stays visible. */
const LEAST_SIDE = 2;

/** How the canvas is scaled down: `x` and `y` of the canvas are drawn at `(x - left) * ratio`. */
export interface OverviewScale {
  ratio: number;
  left: number;
  top: number;
}

export function computeScale({ bounds }: Pick<LaidOutFlow, 'bounds'>): OverviewScale {
  const { width, height, margin } = OVERVIEW;
  const ratio = Math.min((width - 2 * margin) / Math.max(1, bounds.width), (height - 2 * margin) / Math.max(1, bounds.height));
  return {
    ratio,
    left: bounds.x + bounds.width / 2 - width / 2 / ratio,
    top: bounds.y + bounds.height / 2 - height / 2 / ratio,
  };
}

/** Draws all boxes as one path: a thousand elements would take longer than the canvas itself. */
export function pathOfBoxes(boxes: readonly Box[], { ratio, left, top }: OverviewScale): string {
  return boxes
    .map(({ x, y, width, height }) => {
      const [w, h] = [Math.max(LEAST_SIDE, width * ratio), Math.max(LEAST_SIDE, height * ratio)];
      return `M${((x - left) * ratio).toFixed(1)} ${((y - top) * ratio).toFixed(1)}h${w.toFixed(1)}v${h.toFixed(1)}h-${w.toFixed(1)}z`;
    })
    .join('');
}

/** The visible part of the canvas, in overview coordinates. */
export function viewBox(viewport: Viewport, room: { width: number; height: number }, { ratio, left, top }: OverviewScale): Box {
  const { x, y, zoom } = viewport;
  return {
    x: (-x / zoom - left) * ratio,
    y: (-y / zoom - top) * ratio,
    width: (room.width / zoom) * ratio,
    height: (room.height / zoom) * ratio,
  };
}

export function viewportAt(
  at: Position,
  zoom: number,
  room: { width: number; height: number },
  { ratio, left, top }: OverviewScale,
): Viewport {
  return { x: room.width / 2 - (at.x / ratio + left) * zoom, y: room.height / 2 - (at.y / ratio + top) * zoom, zoom };
}

/** Whether an overview helps: part of the flow is out of view, and the canvas has space for it. */
export function isOverviewOfUse({ bounds }: Pick<LaidOutFlow, 'bounds'>, zoom: number, room: { width: number; height: number }): boolean {
  const isRoomy = room.width >= 3 * OVERVIEW.width && room.height >= 2.5 * OVERVIEW.height;
  return isRoomy && (bounds.width * zoom > room.width || bounds.height * zoom > room.height);
}
