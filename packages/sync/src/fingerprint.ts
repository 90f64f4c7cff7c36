import { stableJson } from '@portage/primitives/json';
import type { MappedField } from './map-record.ts';

/**
 * The text by which two writes are compared. Members of objects are sorted, because systems don't keep their order.
 *
 * @param hash shortens the text; must be deterministic.
 */
export function computeFingerprint(fields: readonly MappedField[], hash: (text: string) => string): string {
  return hash(fields.map(({ toParameterPath, value }) => `${toParameterPath}=${stableJson(value)}`).join('\n'));
}
