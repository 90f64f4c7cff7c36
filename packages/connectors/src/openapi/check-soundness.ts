import { formatPath, isWithin } from '@portage/primitives/paths';
import type { DocumentSummary, ExtractedOperation } from '../extracted/extracted.ts';
import { inside } from '../json/place.ts';
import { operationNames } from './extract-operation.ts';
import { type Extraction, warn } from './extraction.ts';

/** Warns about flaws of a document as a whole, all found in real documents. None of them stops an import. */
export function checkSoundness(extraction: Extraction, summary: DocumentSummary): void {
  const { operations, events, security, securitySchemes, customParameters = [] } = summary;
  if (operations.length === 0 && events.length === 0) {
    warn(extraction, 'nothing-to-call', null, 'The document has no operations and no events.');
  }
  const ids = new Map<string, string>();
  const shapes = new Map<string, string>();
  for (const { operationId, id, path, method } of operations) {
    const place = inside(null, ...operationNames({ path, method }));
    if (operationId) {
      const other = ids.get(operationId);
      if (other) warn(extraction, 'operation-id-doubled', place, `The operationId "${operationId}" also names ${other}.`);
      ids.set(operationId, id);
    }
    const shape = `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
    const other = shapes.get(shape);
    if (other) warn(extraction, 'overlapping-paths', place, `No call can distinguish this operation from ${other}.`);
    shapes.set(shape, id);
  }
  for (const [index, requirement] of security.entries()) {
    for (const name of Object.keys(requirement)) {
      if (Object.hasOwn(securitySchemes, name)) continue;
      warn(extraction, 'security-undefined', inside(null, 'security', index, name), `The security scheme "${name}" is not defined.`);
    }
  }
  const known = new Set(operations.map(({ id }) => id));
  const custom = customParameters.map(({ operationId }, index) => ({ operationId, place: inside(null, 'x-custom-parameters', index) }));
  for (const { operationId, place } of [...extraction.namedOperations, ...custom]) {
    if (known.has(operationId)) continue;
    warn(extraction, 'choices-operation-unknown', place, `The document has no operation "${operationId}" to take choices or fields from.`);
  }
}

/** Warns about operations on other hosts: until the type allows a host, calls to it are refused, because they carry credentials. */
export function checkServerHosts(extraction: Extraction, { servers }: DocumentSummary, operations: readonly ExtractedOperation[]): void {
  const own = new Set(servers.map(({ url }) => parseHost(url)));
  const places = new Map<string, ExtractedOperation[]>();
  for (const operation of operations) {
    const host = parseHost(operation.server ?? '');
    if (host !== null && !own.has(host)) places.set(host, [...(places.get(host) ?? []), operation]);
  }
  tellOwnServers(extraction, new Set(servers.map(({ url }) => withoutSlash(url))), own, operations);
  for (const [host, [first, ...others]] of places) {
    if (!first) continue;
    const place = inside(null, ...operationNames(first));
    const which = others.length === 0 ? `The operation ${first.id} is` : `${first.id} and ${others.length} more operations are`;
    warn(extraction, 'other-host', place, `${which} at ${host}: fill this host in under Allowed hosts, or calls to it are refused.`);
  }
}

/** Warns about operations on the document's host with their own base path: they keep that path when a person enters another base URL. */
function tellOwnServers(
  extraction: Extraction,
  known: ReadonlySet<string>,
  own: ReadonlySet<string | null>,
  operations: readonly ExtractedOperation[],
): void {
  const places = new Map<string, ExtractedOperation[]>();
  for (const operation of operations) {
    const { server } = operation;
    if (server === undefined || known.has(withoutSlash(server)) || (parseHost(server) !== null && !own.has(parseHost(server)))) continue;
    places.set(server, [...(places.get(server) ?? []), operation]);
  }
  for (const [server, [first, ...others]] of places) {
    if (!first) continue;
    const which = others.length === 0 ? `The operation ${first.id} has` : `${first.id} and ${others.length} more operations have`;
    const message = `${which} the address ${server}. With another base URL, they are called at its host, and keep this path.`;
    warn(extraction, 'own-server', inside(null, ...operationNames(first)), message);
  }
}

/** Warns about a paging parameter that isn't sent: every request would get the first page again, until the loop has enough items. */
export function checkPaging(extraction: Extraction, operations: readonly ExtractedOperation[]): void {
  for (const operation of operations) {
    const { id, path, method, paging } = operation;
    if (!paging || !('parameter' in paging) || isSent(operation, paging.parameter)) continue;
    const place = inside(null, ...operationNames({ path, method }), 'x-paging');
    const text = `x-paging of ${id} asks for more by "${paging.parameter}", which it does not send: write the path of a parameter, such as query.page.`;
    warn(extraction, 'paging-parameter-unknown', place, text);
  }
}

function isSent({ parameters, body }: ExtractedOperation, path: string): boolean {
  return isWithin(path, 'body') ? Boolean(body) : parameters.some(({ place, name }) => formatPath([place, name]) === path);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function parseHost(url: string): string | null {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? null;
}
