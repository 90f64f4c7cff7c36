import type { ExtractedOperation } from '@portage/connectors/openapi';
import { parsePath } from '@portage/connectors/schema';
import type { DescribedResponses } from './described-answers.ts';
import { splitPath } from './match-path.ts';
import { singular } from './names.ts';
import { listPathIn, type ResponsePath } from './record-places.ts';

/** What an operation does with records. */
export interface Role {
  kind: 'list' | 'create' | 'get' | 'update' | 'remove' | 'single' | 'call';
  /** The path of the records, its parameters in braces: `/customers/{id}/orders`. */
  collection: string;
  /** The path parameter that identifies the record; null: a member of the body or the query does. */
  idParameter: string | null;
  listPath: ResponsePath;
}

const READS = /^(list|search|query|get|find|read|info|retrieve|lookup|fetch)$/i;
const CREATES = /^(create|add|new|insert|post\w*|send\w*|batch_?create|upsert)$/i;
const UPDATES = /^(update|set|edit|modify|save)$/i;
const REMOVES = /^(delete|remove|destroy)$/i;
const ONE_PARAMETER = /^\{([^{}]+)\}(?:\.json)?$/;

export const plainPath = (path: string): string =>
  `/${splitPath(path)
    .join('/')
    .replace(/\.json$/, '')}`;

/** The word for the records of a path: `customers` of `/v1/customers`. */
export function getThingName(collection: string): string {
  const words = splitPath(collection).filter((part) => !/^v?\d+([.-]\d+)*$/.test(part));
  return (
    (words.at(-1) ?? '')
      .replaceAll(/[{}]/g, '')
      .replace(/\.json$/, '')
      .split('.')
      .at(-1) ?? ''
  );
}

/** @param paths the plain paths of all operations with their methods: `GET /pets/{id}` */
export function resolveRole(operation: ExtractedOperation, paths: ReadonlySet<string>, answers: DescribedResponses): Role {
  const path = plainPath(operation.path);
  const { method } = operation;
  const parts = splitPath(path);
  const last = parts.at(-1) ?? '';
  const above = `/${parts.slice(0, -1).join('/')}`;
  const [, parameter] = ONE_PARAMETER.exec(last) ?? [];
  const isWrittenList = operation.paging !== undefined;
  const hasItems = [...paths].some((one) => isItemPath(one, path));
  const role = (kind: Role['kind'], collection: string, idParameter: string | null = null, listPath: ResponsePath = []): Role => ({
    kind,
    collection,
    idParameter,
    listPath,
  });
  const listPath = findListPath(operation, answers, getThingName(path));

  if (parameter !== undefined) {
    // `/{base}/{table}` can itself contain records.
    const isList = listPath !== null && (isWrittenList || listPath.length === 0 || hasItems);
    if (method === 'GET') return isList ? role('list', path, null, listPath) : role('get', above, parameter);
    if (method === 'DELETE') return role('remove', above, parameter);
    if (method === 'POST' && hasItems && !paths.has(`PUT ${path}`) && !paths.has(`PATCH ${path}`)) return role('create', path);
    return role('update', above, parameter);
  }

  if (method === 'POST' && isWrittenList && listPath && !hasItems) return role('list', path, null, listPath);
  const [, noun, verb] = /^(.+)\.([A-Za-z]+)$/.exec(last) ?? [];
  const action = verb ?? (/:([A-Za-z]+)$/.exec(last)?.[1] || last);
  // `chat.postMessage` concerns chat; `/contacts/search` and `/contacts/batch/create` concern contacts.
  const subject = noun === undefined ? above.replace(/\/(batch|bulk)$/, '') : `${above === '/' ? '' : above}/${noun}`;
  const isOfOne = noun === undefined && ONE_PARAMETER.test(parts.at(-2) ?? '');
  const isVerb = parts.length > 1 || noun !== undefined;
  if (isVerb && !isOfOne && !hasItems && (method === 'POST' || READS.test(action))) {
    if (READS.test(action)) {
      const found = findListPath(operation, answers, getThingName(subject));
      return found ? role('list', subject, null, found) : role('get', subject);
    }
    if (CREATES.test(action)) return role('create', subject);
    if (UPDATES.test(action)) return role('update', subject);
    if (REMOVES.test(action)) return role('remove', subject);
  }

  if (method === 'GET') {
    const isUndescribed = answers.success(operation).shape === null;
    return listPath || (hasItems && isUndescribed) ? role('list', path, null, listPath ?? []) : role('single', path);
  }
  if (hasItems || (paths.has(`GET ${path}`) && isListPath(operation, answers))) return role(method === 'DELETE' ? 'call' : 'create', path);
  if (paths.has(`GET ${path}`)) return role('single', path);
  // `/orders/{id}/cancel` returns the order; `/orders/{id}/notes` makes one note.
  if (isOfOne && singular(last) === last)
    return role('call', `/${parts.slice(0, -2).join('/')}`, ONE_PARAMETER.exec(parts.at(-2) ?? '')?.[1] ?? null);
  return role(method === 'POST' ? 'create' : 'call', path);
}

function isItemPath(methodAndPath: string, collection: string): boolean {
  const path = methodAndPath.slice(methodAndPath.indexOf(' ') + 1);
  if (!path.startsWith(collection === '/' ? '/' : `${collection}/`)) return false;
  return ONE_PARAMETER.test(path.slice(collection.length).replace(/^\//, ''));
}

/** Whether a GET of the same path returns a list: creations are described by one record. */
function isListPath(operation: ExtractedOperation, answers: DescribedResponses): boolean {
  const { paging: _, ...read } = { ...operation, method: 'GET' as const };
  return findListPath(read, answers, getThingName(plainPath(operation.path))) !== null;
}

function findListPath(operation: ExtractedOperation, answers: DescribedResponses, thing: string): ResponsePath | null {
  const written = operation.paging?.itemsPath;
  if (written !== undefined) return written === '' ? [] : parsePath(written);
  const { shape } = answers.success(operation);
  return shape ? listPathIn(answers.source, shape, thing) : null;
}
