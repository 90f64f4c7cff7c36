import type { ExtractedOperation } from '../src/extracted/extracted.ts';
import { operationKey, unitSource } from '../src/extracted/units.ts';
import type { SchemaSource } from '../src/json/json-pointer.ts';
import { extractDocument } from '../src/openapi/extract-document.ts';

export function openOperation(document: object, id: string): { operation: ExtractedOperation; source: SchemaSource } {
  const { units } = extractDocument(document);
  const operation = units.get(operationKey(id));
  if (!operation) throw new Error(`no ${id}`);
  return { operation: operation as ExtractedOperation, source: unitSource(units) };
}
