import type { ExtractedServer } from '../extracted/extracted.ts';
import { isObject, listEntries, listMember, member, textMember } from '../json/json.ts';
import { inside } from '../json/place.ts';
import { type Extraction, warn } from './extraction.ts';

/** Where a document says its operations are. The connector type's own value wins, because real documents are often wrong. */
export function extractServers(extraction: Extraction): ExtractedServer[] {
  const { document } = extraction;
  const all = extraction.isSwagger2 ? swaggerServers(document) : listMember(document, 'servers').flatMap((one) => serverUrl(one) ?? []);
  const callable = all.filter(({ url }) => !/^(?!https?:)[a-z][a-z\d+.-]*:\/\//i.test(url));
  const servers = callable.length > 0 ? callable : all;
  if (servers.length === 0) {
    warn(extraction, 'no-server', null, 'The document names no server; the connector type needs a base URL.');
  }
  for (const [index, { url }] of servers.entries()) {
    const isOpen = /[{}]/.test(url);
    if (/^https?:\/\//i.test(url) && !isOpen) continue;
    const place = extraction.isSwagger2 ? inside(null, 'host') : inside(null, 'servers', index, 'url');
    const message = isOpen
      ? `The server "${url}" has a part that the document does not describe: enter the whole address as base URL.`
      : url.startsWith('/') && url !== '/'
        ? `The server "${url}" has no host: enter it as base URL, such as https://api.example.com, and calls go to https://api.example.com${url}.`
        : `The server "${url}" has no host; the connector type needs a base URL.`;
    warn(extraction, 'server-relative', place, message);
  }
  if (!extraction.isSwagger2) tellVariables(extraction);
  return servers;
}

/** Warns about variables in an address: only a person knows which value is theirs. */
function tellVariables(extraction: Extraction): void {
  for (const [index, server] of listMember(extraction.document, 'servers').entries()) {
    const choices = listEntries(server, 'variables').map(([name, variable]) => {
      const others = listMember(variable, 'enum')
        .filter((value) => String(value) !== valueOfVariable(variable))
        .map(String);
      return `${name} = ${valueOfVariable(variable) ?? '?'}${others.length > 0 ? ` (or ${others.slice(0, MOST_CHOICES).join(', ')})` : ''}`;
    });
    if (choices.length === 0) continue;
    const url = serverUrl(server)?.url ?? '';
    const message = `The address ${url} is one of several: ${choices.join('; ')}. If yours is a different one, enter it as base URL.`;
    warn(extraction, 'server-variables', inside(null, 'servers', index), message);
  }
}

const MOST_CHOICES = 20;

export function valueOfVariable(variable: unknown): string | null {
  const value = member(variable, 'default') ?? listMember(variable, 'enum')[0];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function swaggerServers(document: unknown): ExtractedServer[] {
  // Some write the scheme in the host, and the path without its slash: "api.example.com" and "v1" must not become one name.
  const host = textMember(document, 'host')
    ?.trim()
    .replace(/^(?:https?:)?\/\//i, '')
    .replace(/\/+$/, '');
  const basePath = (textMember(document, 'basePath') ?? '').trim().replace(/^\/*/, '/');
  if (!host) return basePath === '/' ? [] : [{ url: basePath }];
  const schemes = listMember(document, 'schemes');
  const scheme = schemes.includes('https') || schemes.length === 0 ? 'https' : String(schemes[0]);
  return [{ url: `${scheme}://${host}${basePath === '/' ? '' : basePath}` }];
}

/** A server with the defaults of its variables filled in. */
export function serverUrl(server: unknown): ExtractedServer | null {
  const url = textMember(server, 'url')?.trim().replace(/^\/\//, 'https://');
  if (url === undefined) return null;
  const variables = member(server, 'variables');
  const filled = url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    return valueOfVariable(isObject(variables) ? member(variables, name) : undefined) ?? whole;
  });
  const description = textMember(server, 'description');
  return { url: filled, ...(description ? { description: description.slice(0, 200) } : {}) };
}
