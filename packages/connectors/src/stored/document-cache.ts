import type { ConnectorDocument } from '../openapi/connector-document.ts';
import { type LoadedParts, openParsed, parseIndex } from './open-document.ts';
import type { StoredIndex } from './store-document.ts';

/** The file that holds a part of a document, or its index. The id is that of the document's upload, which never changes. */
export function documentFileKey(fileStorageId: string, part: number | 'index'): string {
  return `documents/${fileStorageId}/${part}.json`;
}

/** Gives the text of a file; null if there is none. */
export type LoadText = (key: string) => Promise<string | null>;

interface Kept {
  index: StoredIndex;
  parts: LoadedParts;
  /** JSON that was read for it, in characters. */
  chars: number;
}

/** In memory, what was read takes a few times this. */
const MAX_CHARS = 6_000_000;

/**
 * Documents that were read, by the id of their file, as values: no promise of one request is waited for by another, which
 * Workers forbid. What was not used for the longest time makes room.
 */
export class DocumentCache {
  readonly #kept = new Map<string, Kept>();
  readonly #maxChars: number;

  constructor(maxChars: number = MAX_CHARS) {
    this.#maxChars = maxChars;
  }

  /**
   * Opens a document. What opens it reads its parts with its own `load`.
   *
   * @returns null when nothing is stored of it.
   * @throws StoredFormatError when another version of Portage stored it.
   */
  async open(fileStorageId: string, load: LoadText): Promise<ConnectorDocument | null> {
    const kept = this.#kept.get(fileStorageId) ?? (await this.#read(fileStorageId, load));
    if (!kept) return null;
    this.#touch(fileStorageId, kept);
    return openParsed(kept.index, kept.parts, async (part) => {
      const text = await load(documentFileKey(fileStorageId, part));
      if (text === null) throw new Error(`Part ${part} of the document ${fileStorageId} is gone`);
      kept.chars += text.length;
      this.#makeRoom();
      return text;
    });
  }

  async #read(fileStorageId: string, load: LoadText): Promise<Kept | null> {
    const text = await load(documentFileKey(fileStorageId, 'index'));
    if (text === null) return null;
    return { index: parseIndex(text), parts: new Map(), chars: text.length };
  }

  #touch(fileStorageId: string, kept: Kept): void {
    this.#kept.delete(fileStorageId);
    this.#kept.set(fileStorageId, kept);
    this.#makeRoom();
  }

  /** A document that is too large by itself is kept until another is opened, or until it grows further; then it is read again. */
  #makeRoom(): void {
    let chars = [...this.#kept.values()].reduce((sum, one) => sum + one.chars, 0);
    for (const [fileStorageId, one] of this.#kept) {
      if (chars <= this.#maxChars) return;
      this.#kept.delete(fileStorageId);
      chars -= one.chars;
    }
  }
}
