import type { ParsedDocument } from './document-format.ts';
import type { DocumentLimits } from './document-limits.ts';
import { documentError } from './document-problem.ts';
import { lineAt } from './line-at.ts';
import { parseYamlDocument } from './parse-yaml.ts';
import { endOfString, scanJson } from './scan-json.ts';

/** Parses JSON. A text that begins like JSON but is not may still be YAML in flow style, comments and all. */
export function parseJsonDocument(text: string, limits: DocumentLimits): ParsedDocument {
  const tooDeep = offsetBelowDepth(text, limits.maxDepth);
  if (tooDeep !== null) {
    const message = `The document is nested more than ${limits.maxDepth} levels deep.`;
    return { ok: false, problem: documentError('too-deep', message, lineAt(text, tooDeep)) };
  }
  try {
    return { ok: true, value: JSON.parse(text), format: 'json' };
  } catch {
    const fault = scanJson(text, () => undefined);
    if (!fault) return parseYamlDocument(text, limits);
    if (fault.mayBeYaml) {
      const parsed = parseYamlDocument(text, limits);
      if (parsed.ok) return parsed;
    }
    return { ok: false, problem: documentError('not-json', fault.message, lineAt(text, fault.offset), fault.pointer) };
  }
}

/** Where a text goes deeper than allowed, without parsing it: before the parser's own stack has to bear it. */
function offsetBelowDepth(text: string, maxDepth: number): number | null {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        at = endOfString(text, at);
        break;
      }
      case 0x7b:
      case 0x5b:
        depth += 1;
        if (depth > maxDepth) return at;
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
    }
  }
  return null;
}
