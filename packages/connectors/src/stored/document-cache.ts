import { BoundedCache } from '@portage/primitives/bounded-cache';
import type { ConnectorDocument } from '../extracted/connector-document.ts';
import { type LoadedParts, openParsed, parseIndex } from './open-document.ts';
import type { StoredIndex } from './store-document.ts';

/** The file that holds a part of a document, or its index. The id is of the document's upload, which never changes. */
export function documentFileKey(fileStorageId: string, part: number | 'index'): string {
  return `documents/${fileStorageId}/${part}.json`;
}

/** Returns the text of a file; null if there is none. */
export type LoadText = (key: string) => Promise<string | null>;

interface CachedDocument {
  index: StoredIndex;
  parts: LoadedParts;
}

/** In memory, loaded documents take a few times as much. */
const MAX_CHARS = 6_000_000;

/** Loaded documents, by the id of their file. Their size is the loaded JSON, in characters. */
export class DocumentCache {
  readonly #kept: BoundedCache<CachedDocument>;

  constructor(maxChars: number = MAX_CHARS) {
    this.#kept = new BoundedCache({ maxSize: maxChars });
  }

  /**
   * Opens a document. Its parts are loaded with the `load` of the caller that needs them. A document larger than the limit keeps
   * working for those who have opened it; the next caller loads it again.
   *
   * @returns null if none of it is stored.
   * @throws StoredFormatError if another version of Portage stored it.
   */
  async open(fileStorageId: string, load: LoadText): Promise<ConnectorDocument | null> {
    const kept = this.#kept.get(fileStorageId) ?? (await this.#read(fileStorageId, load));
    if (!kept) return null;
    return openParsed(kept.index, kept.parts, async (part) => {
      const text = await load(documentFileKey(fileStorageId, part));
      if (text === null) throw new Error(`Part ${part} of the document ${fileStorageId} is gone`);
      if (this.#kept.get(fileStorageId) === kept) this.#kept.grow(fileStorageId, text.length);
      return text;
    });
  }

  async #read(fileStorageId: string, load: LoadText): Promise<CachedDocument | null> {
    const text = await load(documentFileKey(fileStorageId, 'index'));
    if (text === null) return null;
    const kept = { index: parseIndex(text), parts: new Map() };
    this.#kept.set(fileStorageId, kept, { size: text.length });
    return kept;
  }
}
