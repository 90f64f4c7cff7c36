import { fieldName } from './map-record.ts';

/** What one key of a record finds in the target. */
export interface Hit {
  /** `find.key`: the path of the value. */
  key: { find: { key: string; title: string }; key: string };
  records: readonly { id: string; record: unknown }[];
}

export type FoundRecord =
  | { kind: 'found'; targetItemId: string; by: string; title?: string; record: unknown }
  | { kind: 'none' }
  | { kind: 'several'; message: string };

/** What all keys of a record find together. */
export function resolveHits(hits: readonly Hit[], { typeName }: { typeName: string }): FoundRecord {
  const [first, ...others] = hits.filter(({ records }) => records.length > 0);
  const [record] = first?.records ?? [];
  if (!first || !record) return { kind: 'none' };
  const idsOf = ({ records }: Hit) => [...new Set(records.map(({ id }) => id))];
  const titleOf = ({ key: { find, key } }: Hit) => `the ${find.title} “${key}”`;
  const ambiguous = [first, ...others].find((hit) => idsOf(hit).length > 1);
  if (ambiguous) {
    const ids = idsOf(ambiguous);
    const message = `${typeName} has ${ids.length} records with ${titleOf(ambiguous)}: ${ids.slice(0, 5).join(', ')}. Merge them there, or give each its own.`;
    return { kind: 'several', message };
  }
  const other = others.find((hit) => hit.records.some(({ id }) => id !== record.id));
  if (!other) {
    const { key, title } = first.key.find;
    return { kind: 'found', targetItemId: record.id, by: fieldName(key), title, record: record.record };
  }
  return {
    kind: 'several',
    message: `Two records of ${typeName} match: ${record.id} has ${titleOf(first)} and ${other.records[0]?.id} has ${titleOf(other)}. Merge them there, or change one of the two keys.`,
  };
}

/** Letter case, surrounding blanks and the composition of accents don't distinguish records: systems themselves ignore them. */
export function plainKey(key: string): string {
  return key.trim().normalize('NFC').toLowerCase();
}
