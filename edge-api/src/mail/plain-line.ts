/** Would begin another header, another line, or turn the words after them around. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]+/gu;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of a person's within one line of a mail. */
export function plainLine(text: string): string {
  return text.replaceAll(TURNING, '').replaceAll(UNPRINTABLE, ' ').trim().toWellFormed();
}

/** Of several lines. */
export function plainParagraph(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(plainLine)
    .join('\n');
}
