import { parseKey } from '../../layout/node-key.ts';
import type { Key } from '../keys/pressed-key.ts';
import type { NoteActions } from './note-actions.ts';

/** How far an arrow key moves a note, in canvas pixels. */
const STEP_PX = 12;
const STRIDE_PX = 60;

const ARROWS: Partial<Record<string, [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** @returns whether the key was handled */
export function takeNoteKey(key: Key, focusKey: string, noting: NoteActions): boolean {
  if (parseKey(focusKey).kind !== 'note' || key.ctrlKey || key.metaKey) return false;
  const arrow = ARROWS[key.key];
  if (arrow) {
    const by = key.shiftKey ? STRIDE_PX : STEP_PX;
    if (key.altKey) noting.growBy(focusKey, arrow[0] * by, arrow[1] * by);
    else noting.moveBy(focusKey, arrow[0] * by, arrow[1] * by);
    return true;
  }
  switch (key.key) {
    case 'Enter':
    case ' ':
    case 'F2':
      noting.write(focusKey);
      return true;
    case 'c':
    case 'C':
      noting.nextColor(focusKey);
      return true;
    case 'n':
    case 'N':
      noting.goOn(focusKey);
      return true;
    case 'Delete':
    case 'Backspace':
      noting.remove(focusKey);
      return true;
    case 'Escape':
      noting.leave(focusKey);
      return true;
    default:
      return false;
  }
}
