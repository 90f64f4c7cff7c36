import { endOfString } from '@portage/primitives/exact-json';
import { toPointer } from '../json/place.ts';

export interface JsonFault {
  offset: number;
  message: string;
  /** The innermost position that was reached. */
  pointer: string;
  /** Whether the text may be YAML: it has comments, single quotes or bare names. */
  mayBeYaml: boolean;
}

interface Level {
  isList: boolean;
  name: string | number;
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;

/** Called for each member and item. `offset` is where its name, or the item, begins; `path` returns the names that lead to it. */
export type VisitPosition = (depth: number, offset: number, path: () => (string | number)[]) => void;

/** Walks JSON with its offsets, which JSON.parse doesn't report. @returns where the text stops being JSON; null if all of it is JSON. */
export function scanJson(text: string, visit: VisitPosition): JsonFault | null {
  const levels: Level[] = [];
  const path = () => levels.map(({ name }) => name);
  const fault = (offset: number, message: string): JsonFault => {
    const atEnd = offset >= text.length;
    const found = text.slice(offset, offset + 12).split(/[\s,:{}[\]]/)[0] || text[offset] || '';
    return {
      offset: Math.min(offset, text.length),
      message: atEnd ? 'The JSON ends before it is complete.' : `This is not valid JSON: ${message}, found ${JSON.stringify(found)}.`,
      pointer: toPointer(path().filter((name) => name !== '')),
      mayBeYaml: !atEnd && /^[#'A-Za-z]/.test(found),
    };
  };
  const skipSpace = (from: number) => {
    SPACE.lastIndex = from;
    SPACE.test(text);
    return SPACE.lastIndex;
  };
  /** Reads a name and its colon, after `{` or `,`. @returns where the value begins. */
  const readName = (from: number): number | JsonFault => {
    if (text[from] !== '"') return fault(from, 'a member name in double quotes was expected');
    const end = endOfString(text, from);
    const level = levels.at(-1);
    const name = parseQuoted(text.slice(from, end + 1));
    if (name === null || !level) return fault(from, 'a member name was expected');
    level.name = name;
    visit(levels.length, from, path);
    const colon = skipSpace(end + 1);
    return text[colon] === ':' ? skipSpace(colon + 1) : fault(colon, 'a colon was expected');
  };

  let at = skipSpace(0);
  for (;;) {
    const character = text[at];
    const opened: Level | null = character === '{' ? { isList: false, name: '' } : character === '[' ? { isList: true, name: 0 } : null;
    if (opened) {
      at = skipSpace(at + 1);
      levels.push(opened);
      if (text[at] !== (opened.isList ? ']' : '}')) {
        if (opened.isList) visit(levels.length, at, path);
        const begin = opened.isList ? at : readName(at);
        if (typeof begin !== 'number') return begin;
        at = begin;
        continue;
      }
      levels.pop();
      at += 1;
    } else if (character === '"') {
      const end = endOfString(text, at);
      if (parseQuoted(text.slice(at, end + 1)) === null)
        return fault(end >= text.length ? end : at, 'a text that ends on its line was expected');
      at = end + 1;
    } else {
      SCALAR.lastIndex = at;
      if (!SCALAR.test(text)) return fault(at, 'a value was expected');
      at = SCALAR.lastIndex;
    }
    // After a value: go up, or on to the next value.
    for (;;) {
      at = skipSpace(at);
      const level = levels.at(-1);
      if (!level) return at === text.length ? null : fault(at, 'the end was expected');
      if (text[at] === (level.isList ? ']' : '}')) {
        levels.pop();
        at += 1;
        continue;
      }
      if (text[at] !== ',') return fault(at, `a comma or the closing ${level.isList ? 'bracket' : 'brace'} was expected`);
      at = skipSpace(at + 1);
      if (typeof level.name === 'number') {
        level.name += 1;
        visit(levels.length, at, path);
      } else {
        const begin = readName(at);
        if (typeof begin !== 'number') return begin;
        at = begin;
      }
      break;
    }
  }
}

function parseQuoted(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
}
