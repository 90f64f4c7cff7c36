import { extractDocument } from '../openapi/extract-document.ts';
import type { ExtractedOperation } from '../openapi/extracted.ts';
import type { SchemaSource } from '../openapi/json-pointer.ts';
import { operationKey, unitSource } from '../openapi/units.ts';

/** One operation of a document, with the document's schemas. */
export function operationOf(document: object, id: string): { operation: ExtractedOperation; source: SchemaSource } {
  const { units } = extractDocument(document);
  const operation = units.get(operationKey(id));
  if (!operation) throw new Error(`no ${id}`);
  return { operation: operation as ExtractedOperation, source: unitSource(units) };
}
