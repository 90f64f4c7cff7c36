import type { WorkBudget } from './work-budget.ts';

const PIECE = 8_192;
const CHARACTER_UNITS = 0.5;
/** An encoded character costs by the length of its result. */
const ADDED_UNITS = 2;

/** Encodes a text piece by piece, so that the actual cost is charged before much more is done. @throws BudgetExceeded */
export function encodeInPieces(text: string, encode: (piece: string) => string, work: WorkBudget): string {
  let encoded = '';
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PIECE);
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to -= 1;
    const piece = encode(text.slice(from, to));
    work.charge((to - from) * CHARACTER_UNITS + Math.max(0, piece.length - (to - from)) * ADDED_UNITS);
    encoded += piece;
    from = to;
  }
  return encoded;
}

/** The first half of a character of two UTF-16 units. */
export function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

export function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
