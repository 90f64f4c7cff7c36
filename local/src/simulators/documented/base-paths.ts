import type { DocumentSummary } from '@portage/connectors/openapi';
import { isObject } from '@portage/primitives/json';
import type { DocumentedType } from './documented-type.ts';
import { type PathPattern, pathPattern } from './match-path.ts';

/** Paths that calls may begin with, from the type's addresses and the document's servers, longest first. A braced part may be anything. */
export function listBasePaths({ settings }: DocumentedType, document: unknown, { servers }: DocumentSummary): PathPattern[] {
  const own = [settings.baseUrl, settings.sandboxBaseUrl].filter((url) => url !== null);
  const written = serversIn(document).concat(servers.map(({ url }) => url));
  const bases = own.length > 0 ? own : written.filter(isAbsolute);
  const relative = written.filter((url) => !isAbsolute(url));
  const all = [...own, ...written.filter(isAbsolute), ...relative, ...bases.flatMap((base) => relative.map((url) => joined(base, url)))];
  const paths = new Set(all.length > 0 ? all.map(extractPath) : ['']);
  if (settings.additionalData.connection?.baseUrlMember) paths.add('');
  return [...paths].map(pathPattern).sort((a, b) => b.segments.length - a.segments.length);
}

const isAbsolute = (url: string): boolean => /^(https?:)?\/\/|^\{/i.test(url);

/** The path of an address that may have braces anywhere: `https://{host}:{port}/v2` has `/v2`. */
export function extractPath(address: string): string {
  return address
    .replace(/^(https?:)?\/\/[^/]*/i, '')
    .replace(/^\{[^}]*\}/, '')
    .replace(/\/+$/, '');
}

function joined(base: string, relative: string): string {
  return relative.startsWith('/') ? relative : `${extractPath(base)}/${relative}`;
}

/** The servers of paths and operations; the document's own servers are in its summary. */
function serversIn(document: unknown): string[] {
  const paths = isObject(document) && isObject(document.paths) ? Object.values(document.paths) : [];
  const holders = paths.flatMap((item) => (isObject(item) ? [item, ...Object.values(item).filter(isObject)] : []));
  const top = isObject(document) ? [document] : [];
  return [...top, ...holders].flatMap(({ servers }) =>
    Array.isArray(servers) ? servers.flatMap((server) => (isObject(server) && typeof server.url === 'string' ? [server.url] : [])) : [],
  );
}
