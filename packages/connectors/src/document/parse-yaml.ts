import { parseExactJson } from '@portage/primitives/exact-json';
import { CORE_SCHEMA, defineScalarTag, floatCoreTag, intCoreTag, load, mergeTag, type ScalarTagDefinition, YAMLException } from 'js-yaml';
import { type DocumentProblem, documentError } from '../extracted/document-problem.ts';
import type { ParsedDocument } from './document-format.ts';
import type { DocumentLimits } from './document-limits.ts';

/** YAML 1.2 with merge keys, which documents use. No dates, no binary: nothing that goes beyond JSON. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag, exact(intCoreTag), exact(floatCoreTag));

/** The tag for numbers, which are read as those of JSON are: long ones become the text of their digits. */
function exact({ tagName, ...tag }: ScalarTagDefinition<number>) {
  return defineScalarTag<unknown>(tagName, {
    ...tag,
    resolve(source, ...more) {
      const value = tag.resolve(source, ...more);
      return typeof value === 'number' && LONG_NUMBER.test(source) ? parseExactJson(source) : value;
    },
  });
}

/** Characters that all attempts to mend a text may read in total. */
const MOST_READ = 30_000_000;
/** A number as JSON writes it. */
const LONG_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const DEFICIENT = /deficient indentation/i;

/**
 * Parses YAML. Aliases share their target, so an alias bomb costs nothing here; checkStructure counts them later. Lines within
 * brackets that are indented too little, which other parsers accept, are read with a warning.
 */
export function parseYamlDocument(text: string, limits: DocumentLimits): ParsedDocument {
  const first = parse(text, limits);
  if (first.ok || !DEFICIENT.test(first.reason)) return settled(first, limits);
  let mended = text;
  let next: Parsed = first;
  for (let read = text.length; !next.ok && DEFICIENT.test(next.reason) && next.line !== null && read < MOST_READ; read += text.length) {
    mended = indentedFrom(mended, next.line);
    next = parse(mended, limits);
  }
  if (!next.ok) return settled(first, limits);
  const message = 'Lines within brackets or quotes begin further left than the YAML standard allows; they were read as other parsers do.';
  const warning: DocumentProblem = { severity: 'warning', code: 'yaml-indentation', message, pointer: null, line: first.line };
  return { ok: true, value: next.value, format: 'yaml', mended: { text: mended, warning } };
}

type Parsed = { ok: true; value: unknown } | { ok: false; reason: string; line: number | null };

function parse(text: string, limits: DocumentLimits): Parsed {
  try {
    return { ok: true, value: load(text, { schema: SCHEMA, maxDepth: limits.maxDepth, maxTotalMergeKeys: 10_000 }) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { ok: false, reason: error.reason, line: error.mark ? error.mark.line + 1 : null };
  }
}

function settled(parsed: Parsed, limits: DocumentLimits): ParsedDocument {
  if (parsed.ok) return { ...parsed, format: 'yaml' };
  const { reason, line } = parsed;
  if (/single document/i.test(reason)) {
    return {
      ok: false,
      problem: documentError('not-yaml', 'The file has several YAML documents, separated by "---". Upload each as its own file.', line),
    };
  }
  if (/nesting exceeded/i.test(reason)) {
    return { ok: false, problem: documentError('too-deep', `The document is nested more than ${limits.maxDepth} levels deep.`, line) };
  }
  return { ok: false, problem: documentError('not-yaml', `This is not valid YAML: ${reason}.`, line) };
}

/** More than any line of a document is indented. */
const INDENT = ' '.repeat(400);

/** Indents the text from a line within brackets or quotes to their end, which doesn't change its meaning. */
function indentedFrom(text: string, line: number): string {
  const lines = text.split('\n');
  let depth = 1;
  for (let at = line - 1; at < lines.length && depth > 0; at += 1) {
    const written = lines[at] ?? '';
    const bare = written.replace(/"(?:\\.|[^"\\])*"|'(?:''|[^'])*'|(?:^|\s)#.*$/g, '');
    // An open quote: only this line is known to be within it.
    if (/["']/.test(bare)) depth = 0;
    for (const character of bare)
      if ('[{'.includes(character)) depth += 1;
      else if (']}'.includes(character)) depth -= 1;
    lines[at] = `${INDENT}${written.trimStart()}`;
  }
  return lines.join('\n');
}
