/**
 * Codes of a pattern; a text between '…' or […] is one piece. An `a` within a word, as in "at", is a letter, and so is a `Z`. Codes that
 * words begin with, as in "Quarter", are codes only if no letter is next to them.
 */
export const TOKENS =
  /'(?:[^']|'')*'|\[[^\]]*\]|(?<!\p{L})(?:EEEE|EEE|Do|GGGG|WW|W|Q)(?!\p{L})|yyyy|YYYY|yy|YY|MMMM|MMM|MM|M|dddd|ddd|dd|DD|d|D|HH|H|hh|h|mm|m|ss|s|fff|SSS|tt|A|(?<![A-Za-gi-ln-rt-z])a(?![A-Za-z])|zzz|(?<![A-GI-RT-Za-egi-ln-rt-z])Z(?![A-Za-z])/gu;

/** Marks codes in a pattern whose other letters are checked. */
const CODE = '0';
const RUN = /[0\p{Script=Latin}]+/gu;
/** Codes of other libraries; in none of them are these letters text. */
const FOREIGN_CODE = /^(?:W?(\p{L})\1+|[ELcwqSXxkKyztf]|[qwdM]o)$/u;
const CODES_FOR: Record<string, string> = {
  E: 'dddd',
  c: 'dddd',
  L: 'MMMM',
  y: 'yyyy',
  u: 'yyyy',
  w: 'WW',
  S: 'fff',
  f: 'fff',
  k: 'HH',
  K: 'hh',
};

/** The text of a piece between '…' or […]: two quotes are one in it. Null for a code. */
export function literalText(token: string): string | null {
  if (token.startsWith('[')) return token.slice(1, -1);
  return token.startsWith("'") ? token.slice(1, -1).replaceAll("''", "'") || "'" : null;
}

/** The problem with a pattern, or null: another library's code (`LLLL`), or a word that contains codes (`Uhr` would become `U10r`). */
export function patternProblem(pattern: string): string | null {
  const marked = pattern.replace(TOKENS, (token) => (literalText(token) === null ? CODE : ' ').repeat(token.length));
  for (const { 0: run, index } of marked.matchAll(RUN)) {
    const written = pattern.slice(index, index + run.length);
    if (!run.includes(CODE) && FOREIGN_CODE.test(run)) {
      const code = CODES_FOR[run.charAt(0)];
      return `"${written}" isn't a code of date formats here. Write ${code ? `${code}, or ` : ''}'${written}' for these letters.`;
    }
    if (run.includes(CODE) && /[^0T]/.test(run)) {
      return `"${written}" mixes letters and codes of date formats. Put text between quotes: '${written}'.`;
    }
  }
  return null;
}
