import { expressionSpans } from '@portage/workflow';

/** A reference of a text that can be drawn as a chip. */
export interface Reference {
  start: number;
  end: number;
  text: string;
}

/** The field's selection; a caret if both ends are the same. */
export interface Selected {
  start: number;
  end: number;
  /** Shift and an arrow move `start` instead of `end`. */
  isBackward: boolean;
  /** Where the person has just typed; null after any other move of the caret. */
  pen: number | null;
}

interface Change {
  start: number;
  end: number;
  text: string;
  selectionStart: number;
  selectionEnd: number;
}

type ChipStep = { kind: 'select'; start: number; end: number; isBackward: boolean } | { kind: 'open'; at: number };

/** Whether a person edits the reference's letters, so that they must show: the caret is inside it, or where they are typing. */
export function isOpen({ start, end, text }: Reference, selected: Selected): boolean {
  if (isInside(start, end, selected.start) || isInside(start, end, selected.end)) return true;
  return selected.start === end && selected.end === end && selected.pen === end && !text.endsWith('}');
}

/** Whether the whole reference is selected. */
export function isWithin({ start, end }: Reference, selected: Selected): boolean {
  return selected.start <= start && end <= selected.end;
}

/** Whether the reference is selected and nothing else. */
export function isChosen({ start, end }: Reference, selected: Selected): boolean {
  return start === selected.start && end === selected.end;
}

/** The reference that strictly contains a position of the text. */
export function referenceAround(references: readonly Reference[], at: number): Reference | undefined {
  return references.find(({ start, end }) => isInside(start, end, at));
}

/** Where the path of a reference continues. */
export function getWritePosition({ end, text }: Reference): number {
  return text.endsWith('}') ? end - 1 : end;
}

/** An arrow selects the chip next to the caret, and a second one moves past it. @returns null for the browser's default */
export function stepOnChips(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  selected: Selected,
  references: readonly Reference[],
): ChipStep | null {
  const chosen = references.find((reference) => isChosen(reference, selected));
  if (chosen && (key === 'F2' || (key === 'Enter' && !shiftKey))) {
    return { kind: 'open', at: getWritePosition(chosen) };
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const isLeft = key === 'ArrowLeft';
  const { start, end, isBackward } = selected;
  if (!shiftKey && start !== end) return null;
  const moving = isBackward ? start : end;
  const fixed = isBackward ? end : start;
  const passed = references.find((reference) => !isOpen(reference, selected) && (isLeft ? reference.end : reference.start) === moving);
  if (!passed) return null;
  if (!shiftKey) return { kind: 'select', start: passed.start, end: passed.end, isBackward: isLeft };
  const next = isLeft ? passed.start : passed.end;
  return { kind: 'select', start: Math.min(fixed, next), end: Math.max(fixed, next), isBackward: next < fixed };
}

/** The chip that Backspace or Delete removes as a whole. */
export function deletedChip(
  direction: 'backward' | 'forward',
  selected: Selected,
  references: readonly Reference[],
): Reference | undefined {
  if (selected.start !== selected.end) return undefined;
  const at = selected.start;
  return references.find(
    (reference) => (direction === 'backward' ? reference.end : reference.start) === at && !isOpen(reference, selected),
  );
}

/** A person who types one of these after a path continues the path. */
const GOES_ON = /^[.[]/;

/** Letters typed next to a chip are text: its path gets braces if they would become part of it. @returns null if no chip changes */
export function typedBeside(text: string, typed: string, selected: Selected, references: readonly Reference[]): Change | null {
  const at = selected.start;
  if (at !== selected.end || GOES_ON.test(typed)) return null;
  const beside = references.find((reference) => (reference.start === at || reference.end === at) && !isOpen(reference, selected));
  if (!beside || beside.text.startsWith('${')) return null;
  const shift = beside.start === at ? typed.length : 0;
  const after = text.slice(0, at) + typed + text.slice(at);
  const isKept = expressionSpans(after).some(
    (span) => span.kind === 'reference' && span.start === beside.start + shift && span.end === beside.end + shift,
  );
  if (isKept) return null;
  const braced = `\${${beside.text.replace(/^\$/, '')}}`;
  const written = shift > 0 ? typed + braced : braced + typed;
  const caret = beside.start + (shift > 0 ? typed.length : written.length);
  return { start: beside.start, end: beside.end, text: written, selectionStart: caret, selectionEnd: caret };
}

function isInside(start: number, end: number, at: number): boolean {
  return at > start && at < end;
}
