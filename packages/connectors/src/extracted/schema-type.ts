import type { EnumChoice } from '../schema/schema-node.ts';
import type { FlatSchema } from './flat-schema.ts';

const MEANS_OBJECT = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'];

/** The type in all its forms: a name, a list with null (3.1), or implied by other members. */
export function resolveType(flat: FlatSchema): string {
  const type = flat.members.get('type');
  const names = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string' && one !== 'null');
  if (names.length === 1) return names[0];
  if (names.length > 1) return names.includes('object') || names.includes('array') ? 'any' : 'string';
  if (flat.properties.size > 0 || MEANS_OBJECT.some((name) => flat.members.has(name))) return 'object';
  if (flat.members.has('items') || flat.members.has('prefixItems')) return 'array';
  const [first] = enumValues(flat) ?? [];
  return first === undefined || first === null ? 'any' : typeof first;
}

/** The values that a schema is limited to, without null. */
export function enumValues(flat: FlatSchema): EnumChoice['value'][] | null {
  const listed = flat.members.get('enum');
  const values = Array.isArray(listed) ? listed : flat.members.has('const') ? [flat.members.get('const')] : [];
  const simple = values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
  return simple.length > 0 ? simple : null;
}
