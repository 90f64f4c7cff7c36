import type { ConnectorDocument } from '../openapi/connector-document.ts';
import { type Units, unitSource } from '../openapi/units.ts';
import { STORED_FORMAT, type StoredIndex } from './store-document.ts';

/** Rounds of loading that one question may take: a chain of references as long as this is meant to harm. */
const MAX_ROUNDS = 60;

/** Thrown for what an earlier or later version of this code stored: import the document again. */
export class StoredFormatError extends Error {
  override name = 'StoredFormatError';
}

/**
 * Opens a stored document. Parts are loaded on demand, those of one round together, and are kept as long as the opened document.
 *
 * @param index the index from storeDocument.
 * @param loadPart gives the text of a part.
 * @throws StoredFormatError if the index is of another version.
 */
export function openDocument(index: string, loadPart: (part: number) => Promise<string>): ConnectorDocument {
  return openParsed(parseIndex(index), new Map(), loadPart);
}

/** Parts of a document that were read, by number. */
export type LoadedParts = Map<number, Readonly<Record<string, unknown>>>;

/** @throws StoredFormatError when the index is of another version. */
export function parseIndex(index: string): StoredIndex {
  const parsed = JSON.parse(index) as StoredIndex;
  if (parsed.format !== STORED_FORMAT) {
    throw new StoredFormatError(`The stored document has the format ${parsed.format}, not ${STORED_FORMAT}.`);
  }
  return parsed;
}

/** @param loaded may be shared by several openings of one document: what one reads, the others need not. */
export function openParsed(
  { summary, places }: StoredIndex,
  loaded: LoadedParts,
  loadPart: (part: number) => Promise<string>,
): ConnectorDocument {
  return {
    summary,
    async withSchemas(work) {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const missing = new Set<number>();
        const outcome = attempt(() => work(unitSource(loadedUnits(places, loaded, missing))));
        if (missing.size === 0) {
          if (outcome.ok) return outcome.result;
          throw outcome.error;
        }
        await Promise.all(
          [...missing].map(async (part) => {
            loaded.set(part, JSON.parse(await loadPart(part)));
          }),
        );
      }
      throw new Error('The references of this document are nested too deep.');
    },
  };
}

/** A part that is not loaded yet is undefined for now, and noted. */
function loadedUnits(
  places: StoredIndex['places'],
  loaded: ReadonlyMap<number, Readonly<Record<string, unknown>>>,
  missing: Set<number>,
): Units {
  const placeOf = (key: string) => (Object.hasOwn(places, key) ? places[key] : undefined);
  return {
    has: (key) => placeOf(key) !== undefined,
    get(key) {
      const place = placeOf(key);
      if (place === undefined) return undefined;
      const part = loaded.get(place);
      if (!part) missing.add(place);
      return part?.[key];
    },
  };
}

type Outcome<Result> = { ok: true; result: Result } | { ok: false; error: unknown };

function attempt<Result>(work: () => Result): Outcome<Result> {
  try {
    return { ok: true, result: work() };
  } catch (error) {
    return { ok: false, error };
  }
}
