const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'", '#x27': "'" };

/** Longer texts are cut before they are read, so that no description takes long. */
const MAX_LENGTH = 20_000;

/** A description in Markdown or HTML as plain text: no links, tags or emphasis; paragraphs and list entries on their own lines. */
export function plainText(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .replace(/\r\n?/g, '\n')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<(script|style)\b[^>]{0,500}>[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^<>]{0,500}>/gi, '\n')
    .replace(/<li\b[^<>]{0,500}>/gi, '- ')
    .replace(/<\/?[a-z][^<>]{0,2000}>/gi, '')
    .replace(/&(#?\w{2,6});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/^[ \t]*(?:```|~~~).*$/gm, '')
    .replace(/!\[([^\][]{0,500})\]\([^()\s]{0,2000}(?:\s[^()]{0,500})?\)/g, '$1')
    .replace(/\[([^\][]{1,500})\]\([^()\s]{0,2000}(?:\s[^()]{0,500})?\)/g, '$1')
    .replace(/\[([^\][]{1,500})\]\[[^\][]{0,200}\]/g, '$1')
    .replace(/<(https?:\/\/[^<>\s]{1,2000})>/g, '$1')
    .replace(/^[ \t]{0,3}#{1,6}[ \t]+/gm, '')
    .replace(/^[ \t]{0,3}>[ \t]?/gm, '')
    .replace(/^[ \t]*[*+][ \t]+/gm, '- ')
    .replace(/(\*\*|__)(?=\S)([^\n]{1,2000}?\S|\S)\1/g, '$2')
    .replace(/(^|[^\w*])\*(?=\S)([^\n*]{1,2000}?)\*(?![\w*])/g, '$1$2')
    .replace(/(^|[^\w])_(?=\S)([^\n_]{1,2000}?)_(?!\w)/g, '$1$2')
    .replace(/(`+)([^\n`]{1,2000}?)\1/g, '$2')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
