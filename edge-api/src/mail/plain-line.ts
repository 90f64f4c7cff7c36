/** Characters that start another header or line, or reverse the following words. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]+/gu;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A person's text on a single mail line. */
export function plainLine(text: string): string {
  return text.replaceAll(TURNING, '').replaceAll(UNPRINTABLE, ' ').trim().toWellFormed();
}

/** Like `plainLine`, but keeps line breaks. */
export function plainParagraph(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(plainLine)
    .join('\n');
}
