import type { DocumentSummary } from '../extracted/extracted.ts';
import type { ExtractedDocument } from '../openapi/extract-document.ts';

/** Large enough that an operation needs few of them, small enough to be parsed in a millisecond. */
const PART_LENGTH = 64_000;

/** The version of the stored form. A document stored in another form is rebuilt from its source. */
export const STORED_FORMAT = 5;

/** The part that is read first. Lists need nothing else. */
export interface StoredIndex {
  format: typeof STORED_FORMAT;
  summary: DocumentSummary;
  /** Number of the part that holds a unit, by the unit's key. */
  places: Record<string, number>;
}

/** An extracted document as files: an index, and parts that are each a JSON object of units by key. */
export interface StoredDocument {
  index: string;
  parts: string[];
}

/** Writes a document so that one operation can be read by itself. Units keep their order, so related ones are mostly in the same part. */
export function storeDocument({ summary, units }: Pick<ExtractedDocument, 'summary' | 'units'>): StoredDocument {
  const places: Record<string, number> = Object.create(null);
  const parts: string[] = [];
  let members: string[] = [];
  let length = 0;
  const close = () => {
    if (members.length > 0) parts.push(`{${members.join(',')}}`);
    members = [];
    length = 0;
  };
  for (const [key, unit] of units) {
    const member = `${JSON.stringify(key)}:${JSON.stringify(unit)}`;
    if (length + member.length > PART_LENGTH) close();
    places[key] = parts.length;
    members.push(member);
    length += member.length;
  }
  close();
  return { index: JSON.stringify({ format: STORED_FORMAT, summary, places } satisfies StoredIndex), parts };
}
