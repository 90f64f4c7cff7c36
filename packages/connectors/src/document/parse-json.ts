import { endOfString, parseExactJson } from '@portage/primitives/exact-json';
import { type DocumentProblem, documentError } from '../extracted/document-problem.ts';
import type { ParsedDocument } from './document-format.ts';
import type { DocumentLimits } from './document-limits.ts';
import { lineAt } from './line-at.ts';
import { mendJson } from './mend-json.ts';
import { parseYamlDocument } from './parse-yaml.ts';
import { scanJson } from './scan-json.ts';

/** Parses JSON. Numbers that JavaScript would round become text. What begins like JSON but isn't may be flow-style YAML. */
export function parseJsonDocument(text: string, limits: DocumentLimits): ParsedDocument {
  const outline = scanOutline(text, limits.maxDepth);
  if (outline.tooDeepAt !== null) {
    const message = `The document is nested more than ${limits.maxDepth} levels deep.`;
    return { ok: false, problem: documentError('too-deep', message, lineAt(text, outline.tooDeepAt)) };
  }
  try {
    return { ok: true, value: parseExactJson(text), format: 'json', names: outline.names };
  } catch {
    const mended = parseMended(text, limits);
    if (mended) return mended;
    const fault = scanJson(text, () => undefined);
    if (!fault) return parseYamlDocument(text, limits);
    if (fault.mayBeYaml) {
      const parsed = parseYamlDocument(text, limits);
      if (parsed.ok) return parsed;
    }
    return { ok: false, problem: documentError('not-json', fault.message, lineAt(text, fault.offset), fault.pointer) };
  }
}

function parseMended(text: string, limits: DocumentLimits): ParsedDocument | null {
  const mended = mendJson(text);
  const { tooDeepAt, names } = scanOutline(mended, limits.maxDepth);
  if (mended === text || tooDeepAt !== null) return null;
  try {
    const value: unknown = parseExactJson(mended);
    const message = 'The document has comments, or commas before closing brackets, which JSON does not allow. They were left out.';
    let first = 0;
    while (mended[first] === text[first]) first += 1;
    const warning: DocumentProblem = { severity: 'warning', code: 'json-mended', message, pointer: null, line: lineAt(text, first) };
    return { ok: true, value, format: 'json', names, mended: { text: mended, warning } };
  } catch {
    return null;
  }
}

/** Finds where a text is nested deeper than allowed without parsing it, to protect the parser's stack. Also counts its names. */
function scanOutline(text: string, maxDepth: number): { tooDeepAt: number | null; names: number } {
  let depth = 0;
  let names = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        at = endOfString(text, at);
        break;
      }
      case 0x7b:
      case 0x5b:
        depth += 1;
        if (depth > maxDepth) return { tooDeepAt: at, names };
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        break;
      case 0x3a:
        names += 1;
    }
  }
  return { tooDeepAt: null, names };
}
