import type { Box, LaidOutFlow } from '../../layout/laid-out-flow.ts';
import type { AreaSize } from './viewport.ts';

/** The part of the canvas that the open form doesn't cover. */
export function freeArea(box: DOMRect, area: HTMLElement | null): AreaSize {
  const panel = area?.parentElement?.querySelector<HTMLElement>('[data-step-panel]');
  const frame = area?.parentElement?.getBoundingClientRect();
  if (!panel || !frame) return box;
  // Uses the form's width, not its position, because it slides in. On a wide screen the canvas ends where the form starts, and nothing is
  // covered.
  const covered = Math.max(0, box.right - (frame.right - panel.offsetWidth));
  // If hardly any space is left beside the form, the whole canvas counts as free.
  return { width: box.width - covered > 200 ? box.width - covered : box.width, height: box.height };
}

/** The box of a card, pill, plus or note. */
export function findBox(layout: LaidOutFlow, key: string): Box | null {
  return [layout.cards, layout.pills, layout.pluses, layout.notes].flatMap((boxes) => boxes.filter((box) => box.key === key))[0] ?? null;
}
