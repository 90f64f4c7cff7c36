import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { writeText } from '../field/write-text.ts';
import {
  deletedChip,
  getWritePosition,
  isChosen,
  isOpen,
  isWithin,
  type Reference,
  referenceAround,
  type Selected,
  stepOnChips,
  typedBeside,
} from './caret-on-chips.ts';
import type { ChipPiece } from './chip-pieces.ts';
import type { WrittenChip } from './placed-chips.tsx';

interface WrittenChips {
  chips: readonly WrittenChip[];
  /** @returns true if the key was for a chip */
  handleKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean;
  onMouseDown(): void;
  /** @param clicks consecutive clicks at the same position */
  onClick(clicks: number): void;
  /** Call it after inserting a text whole: it becomes a chip even before the person continues. */
  putPenDown(): void;
}

const MOVING = /^(Arrow|Home$|End$|Page)/;
const nowhere: Selected = { start: -1, end: -1, isBackward: false, pen: null };

/**
 * The references that are drawn as chips while a person writes, and how keys and presses act on them. Every letter stays in the field, so
 * whatever isn't handled here works as in any text field.
 */
export function useWrittenChips(
  area: RefObject<HTMLTextAreaElement | null>,
  pieces: readonly ChipPiece[] | null,
  isFocused: boolean,
): WrittenChips {
  const [selected, setSelected] = useState(nowhere);
  /** The reference that was open or selected when the button went down. */
  const pressed = useRef<Reference | undefined>(undefined);
  const pen = useRef<number | null>(null);
  const drawn = useMemo(
    () =>
      (pieces ?? []).flatMap(({ chip, ...place }) =>
        chip?.look === 'reference' && !place.text.includes('\n') ? [{ ...place, chip }] : [],
      ),
    [pieces],
  );
  const latest = useRef(drawn);
  latest.current = drawn;

  useEffect(() => {
    const element = area.current;
    if (!element || !isFocused) return;
    function look(): void {
      if (!element) return;
      if (element.selectionStart !== element.selectionEnd || element.selectionStart !== pen.current) pen.current = null;
      const now = selectedIn(element, pen.current);
      setSelected((before) => (areSame(before, now) ? before : now));
    }
    function onInput(event: Event): void {
      const { inputType } = event as InputEvent;
      // No state is set here: React would render the text from before this key.
      pen.current = element && !/^(history|insertFrom)/.test(inputType) ? element.selectionStart : null;
    }
    function onBeforeInput(event: InputEvent): void {
      if (!element || !event.cancelable || event.isComposing || element.readOnly) return;
      const { inputType, data } = event;
      const known = latest.current;
      const now = selectedIn(element, pen.current);
      const direction = inputType === 'deleteContentBackward' ? 'backward' : inputType === 'deleteContentForward' ? 'forward' : null;
      const gone = direction && deletedChip(direction, now, known);
      if (gone) {
        event.preventDefault();
        writeText(element, { start: gone.start, end: gone.end, text: '', selectionStart: gone.start, selectionEnd: gone.start });
        return;
      }
      const typed = inputType.startsWith('insert') && data ? typedBeside(element.value, data, now, known) : null;
      if (!typed) return;
      event.preventDefault();
      writeText(element, typed);
    }
    look();
    element.addEventListener('input', onInput);
    element.addEventListener('beforeinput', onBeforeInput);
    document.addEventListener('selectionchange', look);
    return () => {
      element.removeEventListener('input', onInput);
      element.removeEventListener('beforeinput', onBeforeInput);
      document.removeEventListener('selectionchange', look);
      setSelected(nowhere);
    };
  }, [area, isFocused]);

  function open(element: HTMLTextAreaElement, at: number): void {
    pen.current = at;
    element.setSelectionRange(at, at);
  }
  const chips = useMemo(
    () => drawn.filter((one) => !isOpen(one, selected)).map((one) => ({ ...one, isChosen: isWithin(one, selected) })),
    [drawn, selected],
  );

  return {
    chips,
    handleKey(event) {
      const element = event.currentTarget;
      const now = selectedIn(element, pen.current);
      // A browser may report two quick caret moves as one, so the key counts, too.
      if (MOVING.test(event.key)) pen.current = null;
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const step = stepOnChips(event, now, latest.current);
      if (!step || (step.kind === 'open' && element.readOnly)) return false;
      if (step.kind === 'open') open(element, step.at);
      else element.setSelectionRange(step.start, step.end, step.isBackward ? 'backward' : 'forward');
      return true;
    },
    onMouseDown() {
      const element = area.current;
      if (!element) return;
      const now = selectedIn(element, pen.current);
      pressed.current = isFocused ? latest.current.find((one) => isOpen(one, now) || isChosen(one, now)) : undefined;
    },
    onClick(clicks) {
      const element = area.current;
      if (!element) return;
      const chosen = latest.current.find((one) => isChosen(one, selectedIn(element, null)));
      // The second press opens the text behind a chip; browsers leave a selection unchanged on a quick double press.
      if (chosen && clicks === 2 && !element.readOnly) open(element, getWritePosition(chosen));
      if (clicks > 1 || element.selectionStart !== element.selectionEnd) return;
      const hit = referenceAround(latest.current, element.selectionStart);
      if (hit && hit.start !== pressed.current?.start) element.setSelectionRange(hit.start, hit.end);
    },
    putPenDown() {
      pen.current = null;
      setSelected((before) => ({ ...before, pen: null }));
    },
  };
}

function selectedIn({ selectionStart, selectionEnd, selectionDirection }: HTMLTextAreaElement, pen: number | null): Selected {
  return { start: selectionStart, end: selectionEnd, isBackward: selectionDirection === 'backward', pen };
}

function areSame(one: Selected, other: Selected): boolean {
  return one.start === other.start && one.end === other.end && one.isBackward === other.isBackward && one.pen === other.pen;
}
