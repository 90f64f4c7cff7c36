import type { ConnectorDocument } from '@portage/connectors/openapi';
import { DocumentCache, documentFileKey, type StoredDocument } from '@portage/connectors/stored';
import type { FileLocation } from '@portage/database';
import type { FileStore } from '../../files/file-store.ts';

/** Maximum number of connections that a Worker may have open. */
const AT_ONCE = 6;
const JSON_TYPE = 'application/json';

/** Per isolate: all its requests read a document once. */
const cache = new DocumentCache();

/** Stores what was read from a document under the id of its file, which never changes. The index is written last: once it exists, everything does. */
export async function keepDocument(files: FileStore, { fileStorageId }: FileLocation, { index, parts }: StoredDocument): Promise<void> {
  const encoder = new TextEncoder();
  const write = (part: number | 'index', text: string) => files.put(documentFileKey(fileStorageId, part), encoder.encode(text), JSON_TYPE);
  for (let from = 0; from < parts.length; from += AT_ONCE) {
    await Promise.all(parts.slice(from, from + AT_ONCE).map((part, at) => write(from + at, part)));
  }
  await write('index', index);
}

/** @returns null when nothing is stored for it; @throws StoredFormatError when another version of Portage stored it */
export function findDocument(files: FileStore, { fileStorageId }: FileLocation): Promise<ConnectorDocument | null> {
  return cache.open(fileStorageId, (key) => readText(files, key));
}

async function readText(files: FileStore, key: string): Promise<string | null> {
  const file = await files.get(key);
  return file && new TextDecoder().decode(file.bytes);
}
