import { charsetNamed, declaredCharset, decodeAs, parseMediaType } from '@portage/primitives/wire';
import { type DocumentProblem, documentError } from '../extracted/document-problem.ts';

export interface DecodedDocument {
  /** A best effort if the encoding isn't certain. */
  text: string;
  /** Why the text isn't certain; null if it is. */
  problem: DocumentProblem | null;
}

/** One of the first lines, naming the charset as editors write it: `# -*- coding: latin-1 -*-`, `# charset=windows-1252`. */
const DECLARATION = /^\s*(?:#|\/\/).*?\b(?:coding|encoding|charset)\s*[:=]\s*["']?([\w.-]+)/i;
const DECLARED_WITHIN = 2;
const ARCHIVES = [
  { name: 'ZIP', start: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'ZIP', start: [0x50, 0x4b, 0x05, 0x06] },
  { name: 'gzip', start: [0x1f, 0x8b] },
  { name: '7z', start: [0x37, 0x7a, 0xbc, 0xaf] },
  { name: 'RAR', start: [0x52, 0x61, 0x72, 0x21] },
] as const;

function archiveMessage(name: string): string {
  return (
    `The file is a ${name} archive, and a document is a single JSON or YAML file. Unpack it and upload the document; ` +
    'if it is in several files, bundle them into one first, for example with "npx @redocly/cli bundle".'
  );
}

/**
 * Decodes the bytes of an OpenAPI document. The charset comes from a byte order mark, the content type or a comment in the first
 * lines. Otherwise it's UTF-8, or UTF-16 or UTF-32 if the positions of zero bytes say so.
 */
export function decodeDocument(bytes: Uint8Array, contentType: string | null = null): DecodedDocument {
  const archive = ARCHIVES.find(({ start }) => start.every((byte, index) => bytes[index] === byte));
  if (archive) return { text: '', problem: documentError('document-archive', archiveMessage(archive.name), null) };
  const label = charsetOfComment(bytes) ?? declaredCharset(parseMediaType(contentType).parameters);
  // In JSON, bytes that are valid UTF-8 are UTF-8 whatever the label says, and zero bytes reveal UTF-16 and UTF-32.
  const decoded = decodeAs(bytes, 'json', label);
  if (decoded.ok) return { text: decoded.text, problem: null };
  const text = new TextDecoder('windows-1252').decode(bytes);
  const message =
    label === null
      ? 'The document is not UTF-8 text, and nothing in it says what it is. Save it as UTF-8 and upload it again.'
      : charsetNamed(label) === null
        ? `The document says that its charset is "${label.slice(0, 40)}", which isn’t supported. Save it as UTF-8 and upload it again.`
        : `The document says that its charset is ${label}, but its bytes are not. Save it as UTF-8 and upload it again.`;
  return { text, problem: documentError('not-utf-8', message, firstOddLine(bytes)) };
}

function charsetOfComment(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 500)).replace(/^\u00ef\u00bb\u00bf/, '');
  const found = start
    .split('\n')
    .slice(0, DECLARED_WITHIN)
    .map((line) => DECLARATION.exec(line)?.[1])
    .find((label) => label !== undefined);
  return found ?? null;
}

/** The line of the first bytes that aren't UTF-8. */
function firstOddLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let line = 1;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0x0a, from);
    try {
      decoder.decode(bytes.subarray(from, end === -1 ? undefined : end));
    } catch {
      return line;
    }
    if (end === -1) return line;
    from = end + 1;
    line += 1;
  }
  return line;
}
