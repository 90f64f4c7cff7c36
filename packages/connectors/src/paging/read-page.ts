import { EACH, readPath } from '@portage/primitives/paths';
import type { ConnectorDocument } from '../extracted/connector-document.ts';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { isObject } from '../json/json.ts';
import type { SchemaSource } from '../json/json-pointer.ts';
import { findRepeatedName } from '../json/repeated-name.ts';
import { hasFailure, reportsFailure } from '../requests/reported-failure.ts';
import { type DeclaredMember, declaredAt, judgeByDocument, type ListResponse } from './declared-list.ts';
import { type FoundList, isFound, listIn } from './list-in.ts';
import { describeKind, wordsOfFailure, wordsOfNoList } from './page-words.ts';
import { PageError } from './paging-error.ts';

/** Which list of an operation's response to read, and how. */
export interface ListReading {
  /** Absent: the list of the operation's paging, otherwise the whole response. */
  itemsPath?: string | undefined;
  /** Its entries are records identified by a field, so null, a text or a number isn't one. */
  isRecords?: boolean;
  /** Where a record has its id. An object with an id, at a path that the document doesn't describe, is the only record. */
  idPath?: string;
  /** The number of this page, for messages. Default 1. */
  pageNumber?: number;
}

export interface Page extends FoundList {
  itemsPath: string;
}

/**
 * The list in a response. This is the only definition of a page, wherever a list is read. Only a list without entries is an end.
 * If something else is at the list's path, the document decides whether it means an empty list.
 *
 * @throws PageError saying what came instead
 */
export async function readPage(
  document: Pick<ConnectorDocument, 'withSchemas'>,
  operation: ExtractedOperation,
  response: ListResponse,
  reading: ListReading = {},
): Promise<Page> {
  const { body, text } = response;
  const { itemsPath = operation.paging?.itemsPath ?? '', isRecords = false, idPath, pageNumber = 1 } = reading;
  const fault = text === undefined ? null : findTextFault(operation, itemsPath, text);
  if (fault !== null) throw oddPage(operation, pageNumber, fault);
  const plain = listIn(body, itemsPath, () => null);
  const found = isFound(plain)
    ? plain
    : await document.withSchemas((source) => listIn(body, itemsPath, judgeByDocument(source, operation, response, idPath)));
  if (!isFound(found)) throw oddPage(operation, pageNumber, wordsOfNoList(found, body));
  const { implied } = found;
  if (implied) {
    const declared = await document.withSchemas((source) => declaredAt(source, operation, implied.path));
    const isObjectMeant = declared?.type === 'object' || (implied.path.length === 0 && declared?.type !== 'array');
    if (isObjectMeant) throw oddPage(operation, pageNumber, wordsOfNoList(implied, body));
  }
  if (found.entries.length === 0 && (reportsFailure(body) || hasFailure(found.emptyIn))) {
    throw oddPage(operation, pageNumber, `its list is empty${wordsOfFailure(body)}`);
  }
  if (!isRecords || found.items.every(isObject)) return { ...found, itemsPath };
  const declared = await document.withSchemas((source) => declaredEntry(source, operation, itemsPath));
  const items = declared?.isNullable ? found.items.filter((item) => item !== null) : found.items;
  // The rows of a sheet are lists.
  const mayBeRows = declared?.type !== 'object';
  const at = items.findIndex((item) => !isObject(item) && !(mayBeRows && Array.isArray(item)));
  if (at >= 0) throw oddPage(operation, pageNumber, `entry ${at + 1} of its list is ${describeKind(items[at])}, not a record`);
  return { ...found, items, itemsPath };
}

/** Why the text isn't certain to be the page, although it was parsed. */
function findTextFault({ responses, paging }: ExtractedOperation, itemsPath: string, text: string): string | null {
  if (/^\s*</.test(text)) {
    const mayBeXml = responses.some(({ type, isOnlyJson }) => type !== undefined && !isOnlyJson);
    return mayBeXml ? null : 'it is XML instead of JSON';
  }
  const cursorPath = paging && 'responsePath' in paging ? paging.responsePath : undefined;
  const totalPath = paging && 'totalPath' in paging ? paging.totalPath : undefined;
  for (const path of [itemsPath, paging?.hasMorePath, cursorPath, totalPath]) {
    const repeated = path === undefined ? null : findRepeatedName(text, readPath(path));
    if (repeated !== null) return `it has “${repeated}” more than once, so part of the list could be lost`;
  }
  return null;
}

/** What the document says about one entry; null if it doesn't describe entries. */
function declaredEntry(source: SchemaSource, operation: ExtractedOperation, itemsPath: string): DeclaredMember | null {
  const names = readPath(itemsPath);
  const declared = declaredAt(source, operation, names);
  return declared?.type === 'array' ? declaredAt(source, operation, [...names, EACH]) : declared;
}

function oddPage({ id }: ExtractedOperation, pageNumber: number, what: string): PageError {
  return new PageError(
    `Page ${pageNumber} of ${id} isn't what its document declares: ${what}. Try again later; if the system writes an empty list this way, its document has to say so.`,
  );
}
