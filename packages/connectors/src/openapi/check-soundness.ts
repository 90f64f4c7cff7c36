import type { DocumentSummary, ExtractedOperation } from './extracted.ts';
import { type Extraction, warn } from './extraction.ts';
import { inside } from './place.ts';

/** Flaws of a document as a whole, all of them found in real ones. None of them stops an import. */
export function checkSoundness(extraction: Extraction, summary: DocumentSummary): void {
  const { operations, events, security, securitySchemes, customParameters = [] } = summary;
  if (operations.length === 0 && events.length === 0) {
    warn(extraction, 'nothing-to-call', null, 'The document has no operations and no events.');
  }
  const ids = new Map<string, string>();
  const shapes = new Map<string, string>();
  for (const { operationId, id, path, method } of operations) {
    const place = inside(null, 'paths', path, method.toLowerCase());
    if (operationId) {
      const other = ids.get(operationId);
      if (other) warn(extraction, 'operation-id-doubled', place, `The operationId "${operationId}" also names ${other}.`);
      ids.set(operationId, id);
    }
    const shape = `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
    const other = shapes.get(shape);
    if (other) warn(extraction, 'overlapping-paths', place, `No call can tell this operation from ${other}.`);
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

/** Credentials go to a connector's own host and to those that its type allows: operations elsewhere are refused until theirs is. */
export function checkServerHosts(extraction: Extraction, { servers }: DocumentSummary, operations: readonly ExtractedOperation[]): void {
  const own = new Set(servers.map(({ url }) => hostOf(url)));
  const places = new Map<string, ExtractedOperation[]>();
  for (const operation of operations) {
    const host = hostOf(operation.server ?? '');
    if (host !== null && !own.has(host)) places.set(host, [...(places.get(host) ?? []), operation]);
  }
  for (const [host, [first, ...others]] of places) {
    if (!first) continue;
    const place = inside(null, 'paths', first.path, first.method.toLowerCase());
    const which = others.length === 0 ? `The operation ${first.id} is` : `${first.id} and ${others.length} more operations are`;
    warn(extraction, 'other-host', place, `${which} at ${host}: fill this host in under Allowed hosts, or calls to it are refused.`);
  }
}

function hostOf(url: string): string | null {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? null;
}
