import type { DocumentSummary, ExtractedOperation } from '../extracted/extracted.ts';

/**
 * The base URL of an operation. The URL that a person entered replaces the document's first server. A relative server is below
 * its host, and a server of a path or an operation at the document's host moves to it, too. An operation's server on another host
 * stays, as with Twilio.
 *
 * @param wanted of the connector type, its sandbox, or the connector.
 * @returns null if there is none.
 */
export function resolveBaseUrl(
  { servers }: Pick<DocumentSummary, 'servers'>,
  { server }: Pick<ExtractedOperation, 'server'>,
  wanted: string | null,
): string | null {
  const first = servers[0]?.url;
  const entered = wanted?.trim() || null;
  const base = entered === null ? (first !== undefined && isAbsolute(first) ? first : null) : withServerPath(entered, first);
  if (server === undefined || base === null) return server !== undefined && isAbsolute(server) ? server : base;
  if (!isAbsolute(server)) return URL.canParse(server, base) ? moved(new URL(server, base), first, base) : base;
  const isOwn = first !== undefined && isAbsolute(first) && new URL(first).host === new URL(server).host;
  return isOwn ? moved(new URL(server), first, base) : server;
}

/** A server without a host (`/api/v3`) is a path. An entered URL without a path gets it. */
function withServerPath(entered: string, first: string | undefined): string {
  if (first === undefined || isAbsolute(first) || /[{}]/.test(first) || !URL.canParse(first, entered)) return entered;
  return new URL(entered).pathname === '/' ? new URL(first, entered).href : entered;
}

/** Moves an operation's server to the entered URL: to its host, below any prefix before the document's own path. */
function moved(server: URL, first: string | undefined, base: string): string {
  const to = new URL(base);
  const documentPath = getPath(first !== undefined && URL.canParse(first, base) ? new URL(first, base) : to);
  const basePath = getPath(to);
  const prefix = documentPath !== '' && basePath.endsWith(documentPath) ? basePath.slice(0, -documentPath.length) : '';
  return `${to.origin}${prefix}${getPath(server)}`;
}

function getPath({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}

function isAbsolute(url: string): boolean {
  return /^https?:\/\/[^{}]+$/i.test(url) && URL.canParse(url);
}
