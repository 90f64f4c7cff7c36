import { type DocumentProblem, documentError } from '../extracted/document-problem.ts';
import { toPointer } from '../json/place.ts';
import { checkStructure } from './check-structure.ts';
import type { DocumentFormat, MendedText } from './document-format.ts';
import { type DocumentLimits, documentLimits } from './document-limits.ts';
import { lineAt } from './line-at.ts';
import { parseJsonDocument } from './parse-json.ts';
import { parseYamlDocument } from './parse-yaml.ts';
import { scanJson } from './scan-json.ts';

export interface ReadableDocument {
  ok: true;
  format: DocumentFormat;
  document: Readonly<Record<string, unknown>>;
  mended?: MendedText;
  doubled?: DocumentProblem;
}

export type ReadDocument =
  | ReadableDocument
  /** The document is unusable. */
  | { ok: false; problems: DocumentProblem[] };

/**
 * Reads the text of an OpenAPI document, JSON or YAML, whatever its file name (spec CTYPE-10, HOSTILE 21). The result is safe to
 * walk: limited in depth and size with all aliases followed, and without `__proto__`.
 */
export function readDocument(source: string, limits: DocumentLimits = documentLimits): ReadDocument {
  if (source.length > limits.maxLength) return refused(tooLarge(source, limits.maxLength));
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  const start = text.slice(0, 1_000).trimStart();
  if (start === '') return refused(documentError('empty', 'The document is empty.'));
  if (start.startsWith('<')) return refused(documentError('not-a-document', describeMarkup(start), 1));
  const format = /^(?:[{[]|\/[/*])/.test(start) ? 'json' : 'yaml';
  if (format === 'yaml' && text.length > limits.maxYamlLength) return refused(tooLarge(text, limits.maxYamlLength));
  const parsed = format === 'json' ? parseJsonDocument(text, limits) : parseYamlDocument(text, limits);
  if (!parsed.ok) return refused(parsed.problem);
  const { value, mended } = parsed;
  const { problem, members } = checkStructure(value, mended?.text ?? text, parsed.format, limits);
  if (problem) return refused(problem);
  const document = value as Readonly<Record<string, unknown>>;
  const doubled = (parsed.names ?? 0) > members ? doubledName(mended?.text ?? text) : null;
  return { ok: true, format: parsed.format, document, ...(mended ? { mended } : {}), ...(doubled ? { doubled } : {}) };
}

function tooLarge(text: string, maxLength: number): DocumentProblem {
  const megabytes = (characters: number) => `${(characters / 1_000_000).toFixed(1)} MB`;
  return documentError('too-large', `The document has ${megabytes(text.length)}; ${megabytes(maxLength)} is the most that can be read.`);
}

function describeMarkup(start: string): string {
  const isHtml = /^<(!doctype html|html|head|body)/i.test(start);
  return isHtml
    ? 'This is a web page (HTML), not an OpenAPI document. Download the JSON or YAML file itself.'
    : 'This is XML, not an OpenAPI document. JSON and YAML can be read.';
}

function refused(problem: DocumentProblem): ReadDocument {
  return { ok: false, problems: [problem] };
}

/** The first name that occurs twice in an object of the JSON: JSON.parse drops its first value. Null if there is none. */
function doubledName(text: string): DocumentProblem | null {
  let found: { offset: number; path: (string | number)[] } | null = null;
  /** Names of the open objects, by depth. */
  const open: Set<string | number>[] = [];
  scanJson(text, (depth, offset, pathOf) => {
    if (found) return;
    const path = pathOf();
    const name = path.at(-1) ?? '';
    open.length = Math.min(open.length, depth + 1);
    open[depth] ??= new Set();
    if (typeof name === 'string' && open[depth].has(name)) found = { offset, path };
    open[depth].add(name);
  });
  if (!found) return null;
  const { offset, path } = found as { offset: number; path: (string | number)[] };
  const message = `The name "${path.at(-1)}" appears twice in the same object. The last one counts, and the content of the others is left out.`;
  return { severity: 'warning', code: 'name-doubled', message, pointer: toPointer(path), line: lineAt(text, offset) };
}
