import { endOfString } from '@portage/primitives/exact-json';
import { type DocumentEdit, nested } from './document-edit.ts';

/** A member of an object or an item of a list, with its offsets. */
interface Entry {
  name: string;
  start: number;
  valueStart: number;
  end: number;
}

/**
 * Makes one change in the text of a JSON document. Everything else stays as written, including whitespace. New text gets the
 * indentation of its surroundings.
 *
 * @param text JSON that JSON.parse accepts.
 */
export function editJsonText(text: string, { path, value }: DocumentEdit): string {
  const unit = indentUnit(text);
  let at = skipSpace(text, 0);
  for (const [depth, name] of path.entries()) {
    const rest = path.slice(depth + 1);
    if (text[at] !== '{' && text[at] !== '[') {
      if (value === undefined) return text;
      return replace(text, { start: at, end: valueEnd(text, at) }, nested([name, ...rest], value), unit);
    }
    const { entries, close } = entriesAt(text, at);
    // If a name occurs twice, the last one counts.
    const found = entries.findLast((entry) => entry.name === name);
    if (!found) return value === undefined ? text : insert(text, { open: at, close, entries }, name, nested(rest, value), unit);
    if (rest.length === 0) {
      if (value === undefined) return editJsonText(remove(text, at, close, entries, entries.indexOf(found)), { path, value });
      return replace(text, { start: found.valueStart, end: found.end }, value, unit);
    }
    at = found.valueStart;
  }
  return JSON.stringify(value, null, unit);
}

function replace(text: string, { start, end }: { start: number; end: number }, value: unknown, unit: string): string {
  return text.slice(0, start) + written(value, unit, lineIndent(text, start)) + text.slice(end);
}

function insert(
  text: string,
  { open, close, entries }: { open: number; close: number; entries: readonly Entry[] },
  name: string,
  value: unknown,
  unit: string,
): string {
  const label = text[open] === '[' ? '' : `${JSON.stringify(name)}:${unit ? ' ' : ''}`;
  const last = entries.at(-1);
  if (!last) {
    const outer = lineIndent(text, open);
    const inside = unit ? `\n${outer}${unit}${label}${written(value, unit, outer + unit)}\n${outer}` : label + written(value, unit, '');
    return text.slice(0, open + 1) + inside + text.slice(close);
  }
  const isOnOwnLine = unit !== '' && startsLine(text, last.start);
  const indent = lineIndent(text, last.start);
  const between = isOnOwnLine ? `,\n${indent}` : unit ? ', ' : ',';
  return text.slice(0, last.end) + between + label + written(value, isOnOwnLine ? unit : '', indent) + text.slice(last.end);
}

function remove(text: string, open: number, close: number, entries: readonly Entry[], index: number): string {
  const [entry, before, after] = [entries[index], entries[index - 1], entries[index + 1]];
  if (!entry) return text;
  if (after) return text.slice(0, entry.start) + text.slice(after.start);
  return before ? text.slice(0, before.end) + text.slice(entry.end) : text.slice(0, open + 1) + text.slice(close);
}

function written(value: unknown, unit: string, indent: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`);
}

function entriesAt(text: string, open: number): { entries: Entry[]; close: number } {
  const isList = text[open] === '[';
  const entries: Entry[] = [];
  let at = skipSpace(text, open + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    const start = at;
    let name = String(entries.length);
    if (!isList) {
      const end = endOfString(text, at);
      name = JSON.parse(text.slice(at, end + 1)) as string;
      at = skipSpace(text, skipSpace(text, end + 1) + 1);
    }
    const end = valueEnd(text, at);
    entries.push({ name, start, valueStart: at, end });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return { entries, close: at };
}

/** Where the value that begins at an offset ends, found without parsing it. */
function valueEnd(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start) + 1;
  if (text[start] !== '{' && text[start] !== '[') {
    let end = start;
    while (end < text.length && !/[\s,\]}]/.test(text[end] ?? '')) end += 1;
    return end;
  }
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s\uFEFF]/.test(text[at] ?? '')) at += 1;
  return at;
}

/** The indentation of one level. Empty for a text without line breaks. */
function indentUnit(text: string): string {
  return /^\uFEFF?\s*\{[ \t]*\r?\n([ \t]+)\S/.exec(text.slice(0, 10_000))?.[1] ?? '';
}

function lineIndent(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, Math.min(at, start + 1_000)))?.[0] ?? '';
}

function startsLine(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
}
