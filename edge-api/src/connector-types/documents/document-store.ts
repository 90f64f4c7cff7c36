import type { ConnectorDocument } from '@portage/connectors/openapi';
import { openDocument, type StoredDocument } from '@portage/connectors/stored';
import type { FileLocation } from '@portage/database';
import type { FileStore } from '../../files/file-store.ts';

/** Documents that an isolate keeps open; each holds the parts that were asked for. */
const MOST_OPEN = 4;
/** Connections that a Worker may have open. */
const AT_ONCE = 6;
const JSON_TYPE = 'application/json';

const open = new Map<string, ConnectorDocument>();

const keyOf = ({ fileStorageId }: FileLocation, part: string) => `documents/${fileStorageId}/${part}.json`;

/** Keeps what was read out of a document, under the id of its file, which never changes. The index comes last: with it, all is there. */
export async function keepDocument(files: FileStore, location: FileLocation, { index, parts }: StoredDocument): Promise<void> {
  const encoder = new TextEncoder();
  for (let from = 0; from < parts.length; from += AT_ONCE) {
    const some = parts.slice(from, from + AT_ONCE);
    await Promise.all(some.map((part, at) => files.put(keyOf(location, String(from + at)), encoder.encode(part), JSON_TYPE)));
  }
  await files.put(keyOf(location, 'index'), encoder.encode(index), JSON_TYPE);
}

/** @returns null when nothing is kept of it; @throws StoredFormatError when another version of Portage kept it */
export async function findDocument(files: FileStore, location: FileLocation): Promise<ConnectorDocument | null> {
  const known = open.get(location.fileStorageId);
  if (known) return known;
  const index = await textOf(files, keyOf(location, 'index'));
  if (index === null) return null;
  const document = openDocument(index, async (part) => {
    const text = await textOf(files, keyOf(location, String(part)));
    if (text === null) throw new Error(`Part ${part} of the document ${location.fileStorageId} is gone`);
    return text;
  });
  const [oldest] = open.keys();
  if (open.size >= MOST_OPEN && oldest !== undefined) open.delete(oldest);
  open.set(location.fileStorageId, document);
  return document;
}

async function textOf(files: FileStore, key: string): Promise<string | null> {
  const file = await files.get(key);
  return file && new TextDecoder().decode(file.bytes);
}
