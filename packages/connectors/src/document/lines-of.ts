import { toPointer } from '../json/place.ts';
import type { DocumentFormat } from './document-format.ts';
import { linesAt } from './line-at.ts';
import { scanJson, type VisitPosition } from './scan-json.ts';
import { scanYaml } from './scan-yaml.ts';

/** The lines of some positions in a document. Walks the text once and skips pointers that it doesn't contain. */
export function findLines(text: string, format: DocumentFormat, pointers: Iterable<string>): Map<string, number> {
  const wanted = new Set(pointers);
  if (wanted.size === 0) return new Map();
  // Comparing depths first rules out most positions without building their pointers.
  const depths = new Set([...wanted].map((pointer) => pointer.split('/').length - 1));
  const offsets = new Map<string, number>();
  const visit: VisitPosition = (depth, offset, path) => {
    if (!depths.has(depth)) return;
    const pointer = toPointer(path());
    if (wanted.has(pointer)) offsets.set(pointer, offset);
  };
  if (format === 'json') scanJson(text, visit);
  else scanYaml(text, visit);
  const lines = linesAt(text, offsets.values());
  return new Map([...offsets].map(([pointer, offset]) => [pointer, lines.get(offset) ?? 1]));
}
