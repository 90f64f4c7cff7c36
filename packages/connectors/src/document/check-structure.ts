import { type DocumentProblem, documentError } from '../extracted/document-problem.ts';
import { isObject } from '../json/json.ts';
import { toPointer } from '../json/place.ts';
import type { DocumentFormat } from './document-format.ts';
import type { DocumentLimits } from './document-limits.ts';
import { findLines } from './lines-of.ts';

export interface Structure {
  /** The error that makes the document unusable. */
  problem: DocumentProblem | null;
  /** The number of members of all its objects. */
  members: number;
}

/** Checks the whole parsed value once, following aliases, before any code walks it recursively (HOSTILE 21). */
export function checkStructure(value: unknown, text: string, format: DocumentFormat, limits: DocumentLimits): Structure {
  if (!isObject(value)) {
    const message = 'The document must be an object with the member "openapi" or "swagger".';
    return { problem: documentError('not-a-document', message, 1), members: 0 };
  }
  let values = 0;
  let members = 0;
  const path: string[] = [];
  const visit = (parent: object, depth: number): DocumentProblem | null => {
    if (depth > limits.maxDepth) return documentError('too-deep', `The document is nested more than ${limits.maxDepth} levels deep.`);
    const names = Object.keys(parent);
    if (!Array.isArray(parent)) members += names.length;
    for (const name of names) {
      values += 1;
      if (values > limits.maxValues) {
        return documentError('too-many-values', `With its aliases followed the document has more than ${limits.maxValues} values.`);
      }
      path.push(name);
      if (name === '__proto__') return at(documentError('forbidden-name', 'The name "__proto__" is not allowed.'));
      const child = (parent as Record<string, unknown>)[name];
      if (typeof child === 'object' && child !== null) {
        const problem = visit(child, depth + 1);
        if (problem) return problem;
      }
      path.pop();
    }
    return null;
  };
  const at = (problem: DocumentProblem): DocumentProblem => {
    const pointer = toPointer(path);
    return { ...problem, pointer, line: findLines(text, format, [pointer]).get(pointer) ?? null };
  };
  return { problem: visit(value, 1), members };
}
