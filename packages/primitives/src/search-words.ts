import { cutText } from './cut-text.ts';

const LONGEST_WORD = 64;
/** `2026-11-30T08:00:00Z`: a time of day is searched for by nobody. */
const INSTANT = /(\d{4}-\d{2}-\d{2})t\d{2}:\d{2}[\d:.]*(z|[+-]\d{2}:?\d{2})?/g;
/** Also controls and lone surrogates, which PostgreSQL can't store. */
const SEPARATORS = /[\s\p{C}"'`´’“”«»,;:!?()<>[\]{}|/\\=&*^~%$€£]+/u;
const EDGES = /^[#@.\-_+]+|[#@.\-_+]+$/g;
const ACCENTS = /\p{M}/gu;

/**
 * The words by which a text is found, in their order, each once. What is written and what is searched for are split in the same way, so
 * `#1004` finds `1004`, `müller` finds `Muller`, and `A-1004` and `ada@example.com` are one word each. Single letters and digits tell
 * nothing, but what consists of them does: `A&B<1>` is the word `ab1`.
 */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(ACCENTS, '').toLowerCase().replaceAll(INSTANT, '$1 ');
  const words = plain.split(/\s+/).flatMap((chunk) => {
    const parts = chunk.split(SEPARATORS).map(trim).filter(Boolean);
    return parts.every(isSingle) ? parts.join('') : parts;
  });
  return [...new Set(words.map((word) => trim(cutText(word, LONGEST_WORD))).filter((word) => word !== '' && !isSingle(word)))];
}

/** The ways in which a word of `searchWords` may be written: `grosse` and `große`, and `1234.50` as JSON's number `1234.5`. */
export function spellings(word: string): string[] {
  const number = /^(\d+(?:\.\d*[1-9])?)\.?0+$/.exec(word.includes('.') ? word : '')?.[1];
  return [...new Set([word, word.replaceAll('ss', 'ß'), word.replaceAll('ß', 'ss'), ...(number ? [number] : [])])];
}

function isSingle(word: string): boolean {
  return word.length === 1 && word <= '\u007f';
}

function trim(word: string): string {
  return word.replaceAll(EDGES, '');
}
