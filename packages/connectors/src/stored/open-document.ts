import type { ConnectorDocument } from '../extracted/connector-document.ts';
import { type Units, unitSource } from '../extracted/units.ts';
import { STORED_FORMAT, type StoredIndex } from './store-document.ts';

/** Rounds of loading for a single request. A longer chain of references is malicious. */
const MAX_ROUNDS = 60;

/** An earlier or later version of this code stored the document: import it again. */
export class StoredFormatError extends Error {
  override name = 'StoredFormatError';
}

/**
 * Opens a stored document. Parts are loaded on demand, all parts of a round together, and are cached for as long as the document
 * is open.
 *
 * @param index the index from storeDocument.
 * @param loadPart returns the text of a part.
 * @throws StoredFormatError if the index is from another version.
 */
export function openDocument(index: string, loadPart: (part: number) => Promise<string>): ConnectorDocument {
  return openParsed(parseIndex(index), new Map(), loadPart);
}

export type LoadedParts = Map<number, Readonly<Record<string, unknown>>>;

/** @throws StoredFormatError if the index is from another version. */
export function parseIndex(index: string): StoredIndex {
  const parsed = JSON.parse(index) as StoredIndex;
  if (parsed.format !== STORED_FORMAT) {
    throw new StoredFormatError(`The stored document has the format ${parsed.format}, not ${STORED_FORMAT}.`);
  }
  return parsed;
}

/** @param loaded may be shared by several openings of a document, so that each part is loaded only once. */
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
      throw new Error('The references of this document are nested too deeply.');
    },
  };
}

/** A part that isn't loaded yet is undefined for now, and noted. */
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
