import { isObject } from '../openapi/json.ts';
import { pointerOf } from '../openapi/place.ts';
import type { DocumentFormat } from './document-format.ts';
import type { DocumentLimits } from './document-limits.ts';
import { type DocumentProblem, documentError } from './document-problem.ts';
import { linesOf } from './lines-of.ts';

/**
 * Checks everything that was parsed once, aliases followed, before any code walks it in recursion (HOSTILE 21).
 *
 * @returns the fault that makes the document unusable; null if there is none.
 */
export function checkStructure(value: unknown, text: string, format: DocumentFormat, limits: DocumentLimits): DocumentProblem | null {
  if (!isObject(value)) return documentError('not-a-document', 'The document must be an object with the member "openapi" or "swagger".', 1);
  let values = 0;
  const path: string[] = [];
  const visit = (parent: object, depth: number): DocumentProblem | null => {
    if (depth > limits.maxDepth) return documentError('too-deep', `The document is nested more than ${limits.maxDepth} levels deep.`);
    for (const name of Object.keys(parent)) {
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
    const pointer = pointerOf(path);
    return { ...problem, pointer, line: linesOf(text, format, [pointer]).get(pointer) ?? null };
  };
  return visit(value, 1);
}
