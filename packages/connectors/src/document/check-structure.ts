import { isListOrObject, isObject } from '@portage/primitives/json';
import { type DocumentProblem, documentError } from '../extracted/document-problem.ts';
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
  /** The names that lead to the problem, written on the way back to the root. */
  const path: string[] = [];
  const visit = (parent: object, depth: number): DocumentProblem | null => {
    if (depth > limits.maxDepth) return documentError('too-deep', `The document is nested more than ${limits.maxDepth} levels deep.`);
    const isList = Array.isArray(parent);
    // Object.keys would make a list for every object.
    for (const name in parent) {
      values += 1;
      if (values > limits.maxValues) {
        return documentError('too-many-values', `With its aliases followed the document has more than ${limits.maxValues} values.`);
      }
      if (!isList) members += 1;
      const child = (parent as Record<string, unknown>)[name];
      const problem =
        name === '__proto__'
          ? documentError('forbidden-name', 'The name "__proto__" is not allowed.')
          : isListOrObject(child)
            ? visit(child, depth + 1)
            : null;
      if (!problem) continue;
      path.unshift(name);
      return problem;
    }
    return null;
  };
  const problem = visit(value, 1);
  if (problem?.code !== 'forbidden-name') return { problem, members };
  const pointer = toPointer(path);
  return { problem: { ...problem, pointer, line: findLines(text, format, [pointer]).get(pointer) ?? null }, members };
}
