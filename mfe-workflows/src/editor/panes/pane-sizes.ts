import { isSameJson } from '@portage/primitives/json';

/** Widths of the three panes of an open step, in pixels. */
export interface PaneSizes {
  in: number;
  form: number;
  out: number;
}

/** The boundaries that can be moved: the left edge of the panes, and between them. */
export type PaneEdge = 'start' | 'in' | 'out';

/** A form of 450 px is the specification's (EDIT-35). */
export const defaultSizes: PaneSizes = { in: 300, form: 450, out: 340 };
const least: PaneSizes = { in: 200, form: 340, out: 200 };
/** A strip of the canvas that stays in reach. */
const CANVAS_PX = 64;
/** Until the person moves an edge, the data panes leave room for a column of the canvas, with its cards. */
const COLUMN_PX = 320;

/** The sizes within the limits. In a narrow frame the data panes give way first, then the form. */
export function fitSizes(sizes: PaneSizes, framePx: number): PaneSizes {
  const fitted: PaneSizes = {
    in: Math.max(least.in, sizes.in),
    form: Math.max(least.form, sizes.form),
    out: Math.max(least.out, sizes.out),
  };
  shrink(fitted, ['in', 'out'], framePx - (isSameJson(sizes, defaultSizes) ? COLUMN_PX : CANVAS_PX));
  shrink(fitted, ['form'], framePx - CANVAS_PX);
  return fitted;
}

function shrink(sizes: PaneSizes, panes: readonly (keyof PaneSizes)[], mostPx: number): void {
  let over = sizes.in + sizes.form + sizes.out - Math.max(0, mostPx);
  for (const pane of panes) {
    const less = Math.max(0, Math.min(over, sizes[pane] - least[pane]));
    sizes[pane] -= less;
    over -= less;
  }
}

/** The sizes after an edge has moved to the right by `byPx`; to the left if negative. */
export function moveEdge(sizes: PaneSizes, edge: PaneEdge, byPx: number, framePx: number): PaneSizes {
  switch (edge) {
    case 'start':
      return fitSizes({ ...sizes, in: Math.max(least.in, sizes.in - byPx) }, framePx);
    case 'in':
      return trade(sizes, 'in', 'form', byPx);
    case 'out':
      return trade(sizes, 'form', 'out', byPx);
    default:
      return edge satisfies never;
  }
}

function trade(sizes: PaneSizes, left: keyof PaneSizes, right: keyof PaneSizes, byPx: number): PaneSizes {
  const by = Math.max(least[left] - sizes[left], Math.min(sizes[right] - least[right], byPx));
  return { ...sizes, [left]: sizes[left] + by, [right]: sizes[right] - by };
}

/** The stored sizes; the defaults for whatever isn't stored. */
export function readSizes(stored: unknown): PaneSizes {
  const read = (name: keyof PaneSizes) => {
    const px: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined;
    return typeof px === 'number' && Number.isFinite(px) ? px : defaultSizes[name];
  };
  return { in: read('in'), form: read('form'), out: read('out') };
}
