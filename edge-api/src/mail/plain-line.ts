/** Characters that start another header or line. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029]+/gu;
/** Characters that reverse or hide words. Two joiners and the emoji style belong to ordinary text. */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** What a mail program looks for to make a link. */
const LINKING = /:(?=\/\/)|(?<=[\p{L}\p{N}_-])\.(?=\p{L})|@/gu;
/** Shows nothing, and no address continues across it. */
const BREAK = '\u200c';

/** A person's text on a single mail line. */
export function plainLine(text: string): string {
  return text.replaceAll(INVISIBLE, '').replaceAll(UNPRINTABLE, ' ').trim().toWellFormed();
}

/** Like `plainLine`, but keeps line breaks. */
export function plainParagraph(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(plainLine)
    .join('\n');
}

/** Another person's or system's text on one line that a mail program turns into no link. */
export function plainQuote(text: string): string {
  return plainLine(text).replaceAll(LINKING, `$&${BREAK}`);
}
