import { isHighSurrogate, isLowSurrogate } from '../work/encode-in-pieces.ts';

/** Characters, not UTF-16 units: an emoji is one. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at + 1 < text.length; at += 1) {
    if (isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1))) count -= 1;
  }
  return count;
}
