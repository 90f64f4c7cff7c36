import { findCompletionContext } from '../expressions/expression-place.ts';
import { expressionSpans } from '../expressions/expression-spans.ts';
import { UNCLOSED_BRACES } from '../expressions/parse-expression.ts';
import type { FormulaName } from '../formulas/formula-table.ts';
import { formulaText } from './formula-text.ts';

/** A change of a text: the inserted text between two positions, and the selection afterwards. */
export interface TextInsertion {
  start: number;
  end: number;
  text: string;
  selectionStart: number;
  selectionEnd: number;
}

/**
 * Inserts a path (`Steps["start"].Payload.id`) into an expression in the form that its position needs (spec EXPR-04): as `$Steps…` by
 * itself, as `${Steps…}` inside other text, and unchanged where a value was already started.
 *
 * @param start start of the selection that the path replaces, and `end` its end.
 * @param isCompletion true if a `$` before the caret was typed to get the path; otherwise it may be literal: `US$`.
 */
export function insertReference(text: string, start: number, end: number, path: string, isCompletion = false): TextInsertion {
  return referenceWriter(text, start, end, isCompletion)(path);
}

/** Like insertReference, for many paths at one position: the text is analysed once. */
export function referenceWriter(
  text: string,
  start: number,
  end: number,
  isCompletion = false,
  place = findCompletionContext(text.slice(0, start)),
): (path: string) => TextInsertion {
  // The path replaces a name that the person has started.
  const isName = place?.kind === 'name' || (isCompletion && place?.kind === 'stepMember');
  const from = isName ? place.start : start;
  if (place?.isOpen) {
    const brace = isBraceMissing(text, from, end) ? '}' : '';
    return (path) => insertion(from, end, path + brace);
  }
  const isStarted = isName && (isCompletion || place.prefix !== '' || text.trim() === '$');
  const opening = isStarted ? from - 1 : start;
  const isAlone = text.slice(0, opening).trim() === '' && text.slice(end).trim() === '';
  return (path) => insertion(opening, end, isAlone ? `$${path}` : `\${${path}}`);
}

/** Whether a reference inserted here needs a closing brace after it. */
function isBraceMissing(text: string, start: number, end: number): boolean {
  const putIn = (reference: string) => applyInsertion(text, insertion(start, end, reference));
  const isUnclosed = (result: string) => expressionSpans(result).some((span) => span.kind === 'fault' && span.message === UNCLOSED_BRACES);
  return isUnclosed(putIn('Data.x')) && !isUnclosed(putIn('Data.x}'));
}

/**
 * Inserts a formula into an expression: `${addDays(utcNow(), 1)}` (spec EXPR-11), without the braces where a value was already started. A
 * selected reference, or one that is the whole text, becomes its first argument, which is selected afterwards.
 */
export function insertFormula(text: string, start: number, end: number, name: FormulaName): TextInsertion {
  const isInside = isInsideValue(text, start);
  const opening = isInside ? '' : '${';
  const wrapped = findWrapped(text, start, end);
  const formula = formulaText(name, wrapped?.argument);
  const whole = `${opening}${formula.text}${isInside ? '' : '}'}`;
  const isReplaced = wrapped !== null && formula.argumentEnd > formula.argumentStart;
  const [from, to] = isReplaced ? [wrapped.start, wrapped.end] : [start, end];
  if (formula.argumentEnd === formula.argumentStart) return insertion(from, to, whole);
  const argumentStart = from + opening.length;
  return {
    start: from,
    end: to,
    text: whole,
    selectionStart: argumentStart + formula.argumentStart,
    selectionEnd: argumentStart + formula.argumentEnd,
  };
}

/** The reference that becomes the first argument of a formula inserted here, without its dollar sign; null if there is none. */
export function wrappedReference(text: string, start: number, end: number): string | null {
  return findWrapped(text, start, end)?.argument ?? null;
}

function findWrapped(text: string, start: number, end: number): { argument: string; start: number; end: number } | null {
  if (start < end) {
    const argument = selectedValue(text.slice(start, end));
    return argument === null ? null : { argument, start, end };
  }
  const [only] = isInsideValue(text, start) ? [] : expressionSpans(text);
  const isWhole = only?.kind === 'reference' && text.slice(only.start, only.end) === text.trim();
  const argument = isWhole ? selectedValue(text) : null;
  return argument === null ? null : { argument, start: 0, end: text.length };
}

function isInsideValue(text: string, at: number): boolean {
  return findCompletionContext(text.slice(0, at))?.isOpen === true;
}

/** The selected reference as an argument, or null if something else is selected. */
function selectedValue(selected: string): string | null {
  const value = /^\s*(?:\$\{\s*(.+?)\s*\}|\$?((?:Steps|Data|Vars|Consts|Item|Entry)\b.+?))\s*$/su.exec(selected);
  const inner = value?.[1] ?? value?.[2];
  return inner && !inner.includes('${') ? inner : null;
}

function insertion(start: number, end: number, text: string): TextInsertion {
  return { start, end, text, selectionStart: start + text.length, selectionEnd: start + text.length };
}

/** The text with its range from `start` to `end` replaced. */
export function applyInsertion(text: string, { start, end, text: inserted }: TextInsertion): string {
  return text.slice(0, start) + inserted + text.slice(end);
}
