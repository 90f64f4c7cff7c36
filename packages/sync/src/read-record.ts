import type { EntityDefinition } from '@portage/connectors/entities';
import { isBasicDate, parseInstant, textAt } from '@portage/connectors/events';
import { storableText } from '@portage/primitives/storable';

export interface SourceRecord {
  id: string;
  name: string;
  description: string | null;
  /** Ms since the epoch; null: the system doesn't say. */
  changedAtMs: number | null;
  isArchived: boolean;
  /** The system no longer has it. It counts as archived, and `record` is as it was last read. */
  isGone?: boolean;
  record: unknown;
  /** Why it can't be carried over; null: it can. */
  problem: string | null;
  /** Why it's left out on purpose; absent: it isn't. */
  skipReason?: string;
}

/** What a PostgreSQL index can hold. */
const LONGEST_ID = 500;
const LONGEST_NAME = 500;
const LONGEST_DESCRIPTION = 2_000;

type Reading = Pick<EntityDefinition, 'title' | 'idPath' | 'withoutId' | 'namePath' | 'descriptionPath' | 'changedAtPath' | 'archived'>;

/**
 * Reads a record by its entity's paths.
 *
 * @param place position of the record in the reading, for one without an id: `page 3, entry 7`
 * @param hash as for fingerprints
 */
export function readRecord(entity: Reading, record: unknown, place: string, hash: (text: string) => string): SourceRecord {
  const text = textAt(record, entity.idPath);
  const id = text ?? `without-id-${hash(JSON.stringify(record) ?? '')}`;
  const isLong = id.length > LONGEST_ID;
  const hasOddText = !id.isWellFormed() || id.includes('\u0000');
  return {
    id: isLong || hasOddText ? `too-long-${hash(id)}` : id,
    name: shortened(readName(entity, record) || (text === null ? place : id), LONGEST_NAME),
    description: readDescription(entity, record),
    changedAtMs: readChangedAt(entity, record),
    isArchived: isArchivedIn(entity, record),
    record,
    ...(text === null && entity.withoutId !== undefined ? { skipReason: entity.withoutId } : {}),
    problem:
      text === null && entity.withoutId !== undefined
        ? null
        : text === null
          ? `The record has no id at “${entity.idPath}” (${place}), so it can’t be distinguished from others.`
          : isLong
            ? `The record's id has ${id.length.toLocaleString('en')} characters; at most ${LONGEST_ID} can be stored.`
            : hasOddText
              ? "The record's id has characters that cannot be stored."
              : null,
  };
}

/** Whether a record says that its system no longer uses it. */
export function isArchivedIn({ archived }: Pick<EntityDefinition, 'archived'>, record: unknown): boolean {
  return archived?.equals.includes(textAt(record, archived.path) ?? '') ?? false;
}

/** The name as text: `{FirstName} {LastName}` joins several fields. */
function readName({ namePath }: Reading, record: unknown): string {
  if (!namePath.includes('{')) return textAt(record, namePath) ?? '';
  // Systems repeat a name in two fields; people need it once.
  const seen = new Set<string>();
  const name = namePath.replaceAll(/\{([^{}]+)\}/g, (_, path: string) => {
    const text = textAt(record, path) ?? '';
    if (seen.has(text)) return '';
    seen.add(text);
    return text;
  });
  return name.replaceAll(/\s+/g, ' ').trim();
}

function readDescription({ descriptionPath }: Reading, record: unknown): string | null {
  const text = descriptionPath === undefined ? null : textAt(record, descriptionPath);
  return text === null ? null : shortened(text, LONGEST_DESCRIPTION);
}

function readChangedAt({ changedAtPath }: Reading, record: unknown): number | null {
  if (changedAtPath === undefined) return null;
  return parseChangedAtMs(textAt(record, changedAtPath));
}

/** A change time: an instant as text, or seconds or ms since the epoch. */
export function parseChangedAtMs(text: string | null): number | null {
  if (text === null) return null;
  const number = Number(text);
  if (!Number.isFinite(number) || isBasicDate(text)) return parseInstant(text);
  // Seconds until the year 5138.
  return number < 100_000_000_000 ? number * 1_000 : number;
}

function shortened(text: string, length: number): string {
  if (text.length <= length) return storableText(text);
  const withoutHalfCharacter = text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '');
  return `${storableText(withoutHalfCharacter)}…`;
}
