import { mediaKind, parseMediaType } from '@portage/primitives/wire';
import type { ConnectorDocument } from '../extracted/connector-document.ts';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { findResponseSchema } from '../extracted/schema-paths.ts';
import { readXml } from './read-xml.ts';

/** The body of a response as its schema describes it, if it's XML. Any other body, and XML without a schema, is unchanged. */
export async function readXmlResponse(
  document: ConnectorDocument,
  operation: ExtractedOperation,
  contentType: string,
  body: unknown,
): Promise<unknown> {
  if (typeof body !== 'string' || mediaKind(parseMediaType(contentType).type) !== 'xml') return body;
  const schema = findResponseSchema(operation);
  return (schema && (await document.withSchemas((source) => readXml(source, schema, body)))) ?? body;
}
