import type { ExtractedServer } from './extracted.ts';
import { type Extraction, warn } from './extraction.ts';
import { isObject, listMember, member, textMember } from './json.ts';
import { inside } from './place.ts';

/** Where a document says its operations are. The connector type's own value wins: real documents are often wrong. */
export function extractServers(extraction: Extraction): ExtractedServer[] {
  const { document } = extraction;
  const servers = extraction.isSwagger2 ? swaggerServers(document) : listMember(document, 'servers').flatMap((one) => serverUrl(one) ?? []);
  if (servers.length === 0) {
    warn(extraction, 'no-server', null, 'The document names no server; the connector type needs a base URL.');
  }
  for (const [index, { url }] of servers.entries()) {
    if (/^https?:\/\//i.test(url)) continue;
    const place = extraction.isSwagger2 ? inside(null, 'host') : inside(null, 'servers', index, 'url');
    warn(extraction, 'server-relative', place, `The server "${url}" has no host; the connector type needs a base URL.`);
  }
  return servers;
}

function swaggerServers(document: unknown): ExtractedServer[] {
  const host = textMember(document, 'host');
  if (!host) return [];
  const schemes = listMember(document, 'schemes');
  const scheme = schemes.includes('https') || schemes.length === 0 ? 'https' : String(schemes[0]);
  const basePath = textMember(document, 'basePath') ?? '';
  return [{ url: `${scheme}://${host}${basePath === '/' ? '' : basePath}` }];
}

/** A server with the defaults of its variables put in. */
export function serverUrl(server: unknown): ExtractedServer | null {
  const url = textMember(server, 'url');
  if (url === undefined) return null;
  const variables = member(server, 'variables');
  const filled = url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = isObject(variables) ? member(variables, name) : undefined;
    const value = member(variable, 'default');
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
  const description = textMember(server, 'description');
  return { url: filled, ...(description ? { description: description.slice(0, 200) } : {}) };
}
