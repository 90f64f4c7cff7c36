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
    return { ok: true, value: parseOutlined(text, outline), format: 'json', names: outline.names };
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
  if (mended === text) return null;
  const outline = scanOutline(mended, limits.maxDepth);
  if (outline.tooDeepAt !== null) return null;
  try {
    const value = parseOutlined(mended, outline);
    const message = 'The document has comments, or commas before closing brackets, which JSON does not allow. They were left out.';
    let first = 0;
    while (mended[first] === text[first]) first += 1;
    const warning: DocumentProblem = { severity: 'warning', code: 'json-mended', message, pointer: null, line: lineAt(text, first) };
    return { ok: true, value, format: 'json', names: outline.names, mended: { text: mended, warning } };
  } catch {
    return null;
  }
}

interface Outline {
  /** Where the text is nested deeper than allowed. */
  tooDeepAt: number | null;
  /** The number of its names. */
  names: number;
  /** Whether it has numbers that JavaScript may round: long ones, or ones with an exponent. */
  hasLongNumbers: boolean;
}

function parseOutlined(text: string, { hasLongNumbers }: Outline): unknown {
  return hasLongNumbers ? parseExactJson(text) : JSON.parse(text);
}

/** Doubles hold this many digits. */
const SAFE_DIGITS = 15;

/**
 * Walks a text once without parsing it: its depth, which would cost the parser's stack, its names and its long numbers. V8 compiles
 * the loop again for a branch that it hasn't taken before, so long numbers have none of their own.
 */
function scanOutline(text: string, maxDepth: number): Outline {
  let depth = 0;
  let names = 0;
  let exponents = 0;
  let longest = 0;
  let start = 0;
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20) continue;
    switch (code) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x7b:
      case 0x5b:
        depth += 1;
        if (depth > maxDepth) return { tooDeepAt: at, names, hasLongNumbers: false };
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        break;
      case 0x3a:
        names += 1;
        break;
      case 0x2c:
        break;
      default:
        // A number, true, false or null.
        if (at !== last + 1) start = at;
        last = at;
        longest = Math.max(longest, at + 1 - start);
        if ((code === 0x65 || code === 0x45) && text.charCodeAt(at - 1) <= 0x39) exponents += 1;
    }
  }
  return { tooDeepAt: null, names, hasLongNumbers: longest > SAFE_DIGITS || exponents > 0 };
}
