/** What a press at a point of the window means in the text below the chips: a whole reference, or a position between two letters. */
export function selectionAt(layer: HTMLElement, x: number, y: number): { start: number; end: number } | null {
  for (const chip of layer.querySelectorAll<HTMLElement>('[data-chip]')) {
    const { left, right, top, bottom } = chip.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) continue;
    const [start = 0, end = 0] = (chip.dataset.chip ?? '').split(' ').map(Number);
    return { start, end };
  }
  const at = textOffsetAt(layer, x, y);
  return at === null ? null : { start: at, end: at };
}

/** The layer lets presses through, so it must accept them during the query. */
function textOffsetAt(layer: HTMLElement, x: number, y: number): number | null {
  layer.style.pointerEvents = 'auto';
  const place = document.caretPositionFromPoint?.(x, y);
  layer.style.pointerEvents = '';
  const holder = place?.offsetNode.parentElement?.closest<HTMLElement>('[data-from]');
  if (!place || !holder || !layer.contains(holder)) return null;
  return Number(holder.dataset.from) + place.offset;
}
