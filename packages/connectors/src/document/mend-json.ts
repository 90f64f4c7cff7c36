import { endOfString } from '@portage/primitives/exact-json';

/** A text with more comments and commas than this was not written by hand. */
const MOST_PLACES = 100_000;

/** JSON written by hand: comments and commas before closing brackets become blanks, so that offsets don't change. */
export function mendJson(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  /** The last comma, as long as only blanks and comments follow it. */
  let comma = -1;
  const blank = (start: number, end: number) => {
    pieces.push(text.slice(from, start), text.slice(start, end).replace(/[^\r\n]/g, ' '));
    from = end;
  };
  const commas: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (pieces.length + commas.length > MOST_PLACES) return text;
    const character = text[at];
    if (character === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const end = endOfComment(text, at);
      blank(at, end);
      at = end - 1;
    } else if (character === ',') comma = at;
    else if (character === '}' || character === ']') {
      if (comma >= 0) commas.push(comma);
      comma = -1;
    } else if (character !== undefined && !/\s/.test(character)) {
      comma = -1;
      if (character === '"') at = endOfString(text, at);
    }
  }
  pieces.push(text.slice(from));
  return withBlanks(pieces.join(''), commas);
}

function endOfComment(text: string, start: number): number {
  const isLine = text[start + 1] === '/';
  const end = isLine ? text.indexOf('\n', start) : text.indexOf('*/', start + 2);
  return end === -1 ? text.length : isLine ? end : end + 2;
}

function withBlanks(text: string, places: readonly number[]): string {
  let from = 0;
  const pieces = places.map((place) => {
    const piece = text.slice(from, place);
    from = place + 1;
    return piece;
  });
  return [...pieces, text.slice(from)].join(' ');
}
