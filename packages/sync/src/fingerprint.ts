import type { MappedField } from './map-record.ts';

/**
 * The text by which two writes are compared. Members of objects are sorted, because systems don't keep their order.
 *
 * @param hash shortens the text; must be deterministic.
 */
export function computeFingerprint(fields: readonly MappedField[], hash: (text: string) => string): string {
  return hash(fields.map(({ toParameterPath, value }) => `${toParameterPath}=${stableJson(value)}`).join('\n'));
}

function stableJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  const members = Object.entries(value as Record<string, unknown>).filter(([, one]) => one !== undefined);
  members.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${stableJson(one)}`).join(',')}}`;
}
