/** How a text is shown in full: as a date, a link, a picture, a page in a frame, or as it is. */
export type TextKind = 'date' | 'link' | 'image' | 'html' | 'text';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const LINK = /^https?:\/\/[^\s<>"]+$/i;
/** Formats that browsers draw without running anything. */
const IMAGE = /^data:image\/(png|jpe?g|gif|webp|avif|bmp|x-icon|svg\+xml)[;,]/i;
const MARKUP = /<(!doctype html|html|body|head|table|div|p|h[1-6]|ul|ol|br|span|a|b|strong|em|img)(\s[^<>]*)?\/?>/i;
/** Markup that begins later than this is text with a sample of markup in it. */
const MARKUP_START = 2_000;

export function getTextKind(text: string): TextKind {
  if (text.length < 40 && ISO_DATE.test(text) && !Number.isNaN(Date.parse(text))) return 'date';
  if (text.length < 4_000 && LINK.test(text)) return 'link';
  if (IMAGE.test(text)) return 'image';
  return MARKUP.test(text.slice(0, MARKUP_START)) ? 'html' : 'text';
}
