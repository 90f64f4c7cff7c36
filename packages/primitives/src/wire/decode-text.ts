import { type Charset, charsetNamed, charsetOfMark, charsetOfZeros, decodeBytes, isAsciiName } from './charsets.ts';
import { type MediaKind, mediaKind, parseMediaType } from './media-type.ts';

export type DecodedText =
  | { ok: true; text: string; charset: Charset }
  /** `not-text`: nothing says the bytes are text, and they don't look like it. The message is fit for a person. */
  | { ok: false; code: 'unknown-charset' | 'wrong-charset' | 'not-text'; message: string };

/** How far into a document its own charset declaration is searched. */
const DECLARATION_BYTES = 1_024;
const XML_DECLARATION = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s?>"']+))/i;
const HTML_DECLARATION = /<meta\s[^>]*?\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i;
/** Control characters that never occur in text. */
const NEVER_IN_TEXT = /[^\P{Cc}\s\u0080-\u009f]/u;

/**
 * Decodes bytes in the declared charset: from a byte order mark, the content type, the document itself (XML, HTML) or its context.
 * If none is declared, tries UTF-8 and then windows-1252, which older senders mean. No byte is replaced or dropped: text that
 * doesn't fit its charset is refused.
 *
 * JSON is UTF-8 whatever its content type says (RFC 8259, section 8.1), if its bytes are valid UTF-8. Only otherwise does the
 * declared charset count.
 *
 * @param contentType the raw header
 * @param usual the charset of the surrounding content, such as a form
 */
export function decodeText(bytes: Uint8Array, contentType: string | null, usual: string | null = null): DecodedText {
  const { type, parameters } = parseMediaType(contentType);
  return decodeAs(bytes, mediaKind(type), declaredCharset(parameters) ?? usual, type);
}

/** Decodes bytes that should be JSON, however they're labelled, such as an API's response. */
export function decodeJsonText(bytes: Uint8Array, contentType: string | null | undefined): DecodedText {
  const { type, parameters } = parseMediaType(contentType);
  const json = decodeAs(bytes, 'json', declaredCharset(parameters), type);
  return json.ok ? json : decodeText(bytes, contentType ?? null);
}

/** The charset in a content type's parameters. Some senders call it `encoding`. */
export function declaredCharset(parameters: ReadonlyMap<string, string>): string | null {
  const other = parameters.get('encoding');
  return parameters.get('charset')?.trim() || (other && charsetNamed(other) ? other : null);
}

/** The same for bytes whose kind is already known. */
export function decodeAs(bytes: Uint8Array, kind: MediaKind, label: string | null, type = ''): DecodedText {
  const marked = charsetOfMark(bytes, label);
  const isGuess = kind === 'unknown' || kind === 'bytes';
  if (marked && !(isGuess && decodeBytes(bytes, marked) === null)) return decodeIn(bytes, marked, 'its byte order mark says');
  if (kind === 'json') return decodeJson(bytes, label, type);
  if (label !== null && !isAsciiName(label)) return decodeLabelled(bytes, label);
  const wide = isGuess ? null : charsetOfZeros(bytes);
  if (wide && (kind !== 'text' || isWideText(bytes, wide))) return decodeIn(bytes, wide, 'its first bytes say');
  const own = ownDeclaration(bytes, kind);
  if (own !== null && !isAsciiName(own)) return decodeLabelled(bytes, own);
  return decodeUndeclared(bytes, kind);
}

function decodeJson(bytes: Uint8Array, label: string | null, type: string): DecodedText {
  const wide = charsetOfZeros(bytes);
  if (wide) return decodeIn(bytes, wide, 'its first bytes say');
  const text = decodeBytes(bytes, 'utf-8');
  // ISO-2022-JP is ASCII with escapes, which no JSON text has.
  if (text !== null && !text.includes('\u001b')) return { ok: true, text, charset: 'utf-8' };
  if (label !== null && charsetNamed(label) !== 'utf-8' && !isAsciiName(label)) return decodeLabelled(bytes, label);
  return { ok: false, code: 'wrong-charset', message: `The content type says ${type || 'JSON'}, but the body is not utf-8 text.` };
}

function decodeLabelled(bytes: Uint8Array, label: string): DecodedText {
  const charset = charsetNamed(label);
  if (charset === null) {
    return { ok: false, code: 'unknown-charset', message: `The charset “${label.slice(0, 40)}” of the content type isn’t supported.` };
  }
  // Without a mark, the zeros of the first character say more than a name that fits both byte orders.
  const order = /^utf[-_ ]?(?:16|32)$/i.test(label.trim()) ? charsetOfZeros(bytes) : null;
  return decodeIn(bytes, order ?? charset, 'the content type says');
}

function decodeIn(bytes: Uint8Array, charset: Charset, says: string): DecodedText {
  const text = decodeBytes(bytes, charset);
  if (text !== null) return { ok: true, text, charset };
  return { ok: false, code: 'wrong-charset', message: `The body is not ${charset} text, although ${says} so.` };
}

function decodeUndeclared(bytes: Uint8Array, kind: MediaKind): DecodedText {
  const text = decodeBytes(bytes, 'utf-8');
  const isGuess = kind === 'unknown' || kind === 'bytes';
  if (text !== null && !(isGuess && NEVER_IN_TEXT.test(text))) return { ok: true, text, charset: 'utf-8' };
  const older = isGuess ? null : decodeBytes(bytes, 'windows-1252');
  if (older !== null && !NEVER_IN_TEXT.test(older)) return { ok: true, text: older, charset: 'windows-1252' };
  return { ok: false, code: 'not-text', message: 'The body is not text: its bytes are neither UTF-8 nor windows-1252.' };
}

/** Whether bytes with zeros are text that begins with an ASCII character. */
function isWideText(bytes: Uint8Array, charset: Charset): boolean {
  const text = decodeBytes(bytes, charset);
  return text !== null && /^[\s!-~]/.test(text) && !NEVER_IN_TEXT.test(text);
}

function ownDeclaration(bytes: Uint8Array, kind: MediaKind): string | null {
  if (kind !== 'xml' && kind !== 'html') return null;
  const start = String.fromCharCode(...bytes.subarray(0, DECLARATION_BYTES));
  const xml = XML_DECLARATION.exec(start);
  const label = xml ? (xml[1] ?? xml[2] ?? xml[3]) : kind === 'html' ? HTML_DECLARATION.exec(start)?.[1] : undefined;
  if (!label) return null;
  // The declaration was readable as single bytes, so the charset can't be a two-byte one.
  return /^utf-16|^utf-32/.test(charsetNamed(label) ?? '') ? 'utf-8' : label;
}
