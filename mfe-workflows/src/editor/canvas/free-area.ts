import type { Box, LaidOutFlow } from '../layout/laid-out-flow.ts';
import type { AreaSize } from './viewport.ts';

/** The canvas without what the open form covers. */
export function freeArea(box: DOMRect, area: HTMLElement | null): AreaSize {
  const panel = area?.parentElement?.querySelector<HTMLElement>('[data-step-panel]');
  const frame = area?.parentElement?.getBoundingClientRect();
  if (!panel || !frame) return box;
  // Its width, not its place: it glides in. On a wide screen the canvas ends where the form begins, and nothing is covered.
  const covered = Math.max(0, box.right - (frame.right - panel.offsetWidth));
  // Where hardly anything is left beside it, there is nothing to keep free.
  return { width: box.width - covered > 200 ? box.width - covered : box.width, height: box.height };
}

/** The place of a card, pill, plus or note. */
export function boxOf(layout: LaidOutFlow, key: string): Box | null {
  return [layout.cards, layout.pills, layout.pluses, layout.notes].flatMap((boxes) => boxes.filter((box) => box.key === key))[0] ?? null;
}
