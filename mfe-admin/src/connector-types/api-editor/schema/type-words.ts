import {
  dataTypes,
  getItemSchema,
  getReference,
  getShownType,
  listEnumEntries,
  listProperties,
  type RawSchema,
} from '@portage/connectors/editing';

/** The types to choose from, plus the schema's present type if it isn't among them. */
export function typeOptions(schema: RawSchema): { value: string; label: string; isDisabled?: boolean }[] {
  const shown = getShownType(schema);
  const options = dataTypes.map((value) => ({ value: value as string, label: value as string }));
  return shown === 'Any' || shown === 'Reference' ? [{ value: shown, label: shown, isDisabled: true }, ...options] : options;
}

/** A schema in a few words: `Array of String`, `→ Pet`. */
export function typeWords(schema: RawSchema): string {
  const reference = getReference(schema);
  if (reference !== null) return `→ ${reference.split('/').at(-1) ?? reference}`;
  const type = getShownType(schema);
  if (type === 'Array') return `Array of ${typeWords(getItemSchema(schema))}`;
  if (type === 'Object') return `Object (${listProperties(schema).length})`;
  return listEnumEntries(schema).length > 0 ? `${type}, ${listEnumEntries(schema).length} choices` : type;
}
