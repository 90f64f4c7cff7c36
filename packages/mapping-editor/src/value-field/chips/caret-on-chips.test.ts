import { expressionSpans } from '@portage/workflow';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deletedChip, isOpen, type Reference, type Selected, stepOnChips, typedBeside } from './caret-on-chips.ts';

/** Parses `|` as the caret, `[` and `]` as the ends of a selection. A text with neither has no caret. */
function parseMarkedText(marked: string, pen: number | null = null): { text: string; selected: Selected; references: Reference[] } {
  const start = marked.search(/[|‹]/);
  const end = Math.max(marked.indexOf('|'), marked.indexOf('›') - 1);
  const text = marked.replace(/[|‹›]/g, '');
  return { text, selected: { start, end, isBackward: false, pen }, references: findReferences(text) };
}
function findReferences(text: string): Reference[] {
  return expressionSpans(text).flatMap(({ kind, start, end }) =>
    kind === 'reference' ? [{ start, end, text: text.slice(start, end) }] : [],
  );
}
const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

describe('the caret next to and inside chips', () => {
  test('shows the letters only of a reference that the person edits', () => {
    const opened = (marked: string, pen: number | null = null) => {
      const { selected, references } = parseMarkedText(marked, pen);
      return references.map((one) => isOpen(one, selected));
    };
    expect(opened('a $Data.x| b ${Data.y}')).toEqual([false, false]);
    expect(opened('a $Da|ta.x b ${Data.y}')).toEqual([true, false]);
    expect(opened('a ‹$Data.x b ${Da›ta.y}')).toEqual([false, true]);
    // What is being typed may continue; a closing brace ends it.
    expect(opened('a $Data.x|', 9)).toEqual([true]);
    expect(opened('a ${Data.x}|', 11)).toEqual([false]);
  });

  test('an arrow selects the chip next to it, Shift adds it to the selection, and text is left to the browser', () => {
    const step = (marked: string, name: string, shiftKey = false) => {
      const { selected, references } = parseMarkedText(marked);
      return stepOnChips(key(name, shiftKey), selected, references);
    };
    expect(step('a ${Data.x}| b', 'ArrowLeft')).toEqual({ kind: 'select', start: 2, end: 11, isBackward: true });
    expect(step('a |${Data.x} b', 'ArrowRight')).toEqual({ kind: 'select', start: 2, end: 11, isBackward: false });
    expect(step('a ‹${Data.x}› b', 'ArrowRight')).toBeNull();
    expect(step('a‹ ›${Data.x} b', 'ArrowRight', true)).toEqual({ kind: 'select', start: 1, end: 11, isBackward: false });
    expect(step('‹a ${Data.x}› b', 'ArrowLeft', true)).toEqual({ kind: 'select', start: 0, end: 2, isBackward: false });
    expect(step('a| ${Data.x} b', 'ArrowRight')).toBeNull();
    expect(step('a ${Da|ta.x} b', 'ArrowLeft')).toBeNull();
  });

  test('Enter and F2 open the text of the selected chip', () => {
    const { selected, references } = parseMarkedText('a ‹${Data.x}›');
    expect(stepOnChips(key('Enter'), selected, references)).toEqual({ kind: 'open', at: 10 });
    expect(stepOnChips(key('F2'), selected, references)).toEqual({ kind: 'open', at: 10 });
    expect(stepOnChips(key('Enter', true), selected, references)).toBeNull();
    const bare = parseMarkedText('‹$Data.x›');
    expect(stepOnChips(key('Enter'), bare.selected, bare.references)).toEqual({ kind: 'open', at: 7 });
    const caret = parseMarkedText('a ${Data.x}|');
    expect(stepOnChips(key('Enter'), caret.selected, caret.references)).toBeNull();
  });

  test('Backspace and Delete remove a whole chip, and one letter of an open reference', () => {
    const deleted = (marked: string, direction: 'backward' | 'forward', pen: number | null = null) => {
      const { selected, references } = parseMarkedText(marked, pen);
      return deletedChip(direction, selected, references)?.text;
    };
    expect(deleted('a ${Data.x}| b', 'backward')).toBe('${Data.x}');
    expect(deleted('a |$Data.x b', 'forward')).toBe('$Data.x');
    expect(deleted('a $Data.x|', 'backward', 9)).toBeUndefined();
    expect(deleted('a ${Data|.x}', 'backward')).toBeUndefined();
    expect(deleted('‹a› ${Data.x}', 'backward')).toBeUndefined();
  });

  test('letters next to a chip do not change its path; a dot or a bracket continues it', () => {
    const typed = (marked: string, letters: string) => {
      const { text, selected, references } = parseMarkedText(marked);
      const change = typedBeside(text, letters, selected, references);
      return change && text.slice(0, change.start) + change.text + text.slice(change.end);
    };
    expect(typed('$Data.total|', 'EUR')).toBe('${Data.total}EUR');
    expect(typed('Steps["a"].Response|', ' more')).toBe('${Steps["a"].Response} more');
    expect(typed('|Steps["a"].Response', 'Sum: ')).toBe('Sum: ${Steps["a"].Response}');
    expect(typed('$Data.total|', ' EUR')).toBeNull();
    expect(typed('$Data.total|', '.net')).toBeNull();
    expect(typed('$Data.total|', '[')).toBeNull();
    expect(typed('${Data.total}|', 'EUR')).toBeNull();
    expect(typed('a|', 'b')).toBeNull();
  });

  test('whatever is typed next to a chip, the reference stays and the letters appear once', () => {
    const paths = fc.constantFrom('$Data.x', '${Data.x}', '$Steps["a b"].Response[0].c', '${Steps["a"].Error}');
    const around = fc.constantFrom('', ' ', 'a', '.', '}', '€');
    fc.assert(
      fc.property(
        paths,
        around,
        fc.constantFrom('x', 'x9', '_', ' ', '}', '東', '€5', '("'),
        fc.boolean(),
        (path, other, letters, isBefore) => {
          const { text, selected, references } = parseMarkedText(isBefore ? `${other}|${path}` : `${path}|${other}`);
          // Existing text may belong to the path.
          fc.pre(references.length === 1 && references[0]?.text === path);
          const change = typedBeside(text, letters, selected, references);
          const after = change
            ? text.slice(0, change.start) + change.text + text.slice(change.end)
            : text.slice(0, selected.start) + letters + text.slice(selected.start);
          const inside = path.replace(/^\$\{?|\}$/g, '');
          expect(findReferences(after).map((one) => one.text.replace(/^\$\{?|\}$/g, ''))).toEqual([inside]);
          expect(change ? after.length : text.length + letters.length).toBe(text.length + letters.length + (change ? 2 : 0));
        },
      ),
    );
  });
});
