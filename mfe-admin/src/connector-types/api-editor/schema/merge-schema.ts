import { getItemSchema, getShownType, listProperties, type RawSchema, withProperties } from '@portage/connectors/editing';

/** Adds members of a sample that the schema lacks; existing members stay. */
export function mergeSchema(schema: RawSchema, sample: RawSchema): RawSchema {
  const [own, other] = [getShownType(schema), getShownType(sample)];
  if (Object.keys(schema).length === 0) return sample;
  if (own === 'Object' && other === 'Object') {
    const known = listProperties(schema);
    const given = new Map(listProperties(sample).map((one) => [one.name, one]));
    const merged = known.map((one) => {
      const more = given.get(one.name);
      return more ? { ...one, schema: mergeSchema(one.schema, more.schema) } : one;
    });
    const added = [...given.values()].filter(({ name }) => !known.some((one) => one.name === name));
    return withProperties(schema, [...merged, ...added]);
  }
  if (own === 'Array' && other === 'Array') return { ...schema, items: mergeSchema(getItemSchema(schema), getItemSchema(sample)) };
  return schema;
}
