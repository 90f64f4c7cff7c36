import type { DocumentSummary, ExtractedOperation } from '../openapi/extracted.ts';

/**
 * The base address of an operation: its own server (Twilio has them by path), the base URL of the connector or its type, or the
 * first server of the document. Relative servers lie below the base URL.
 *
 * @param wanted of the connector type, its sandbox, or the connector.
 * @returns null if there is none.
 */
export function baseUrlOf(
  { servers }: Pick<DocumentSummary, 'servers'>,
  { server }: Pick<ExtractedOperation, 'server'>,
  wanted: string | null,
): string | null {
  const first = servers[0]?.url;
  const base = wanted?.trim() || (first !== undefined && isAbsolute(first) ? first : null);
  if (server === undefined) return base;
  if (isAbsolute(server)) return server;
  return base !== null && URL.canParse(server, base) ? new URL(server, base).href : base;
}

function isAbsolute(url: string): boolean {
  return /^https?:\/\/[^{}]+$/i.test(url);
}
