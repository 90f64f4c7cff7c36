import { itemsOf, propertiesOf, type RawSchema, shownTypeOf, withProperties } from '@portage/connectors/editing';

/** Adds members of a sample that the schema lacks; existing members stay. */
export function mergeSchema(schema: RawSchema, sample: RawSchema): RawSchema {
  const [own, other] = [shownTypeOf(schema), shownTypeOf(sample)];
  if (Object.keys(schema).length === 0) return sample;
  if (own === 'Object' && other === 'Object') {
    const known = propertiesOf(schema);
    const given = new Map(propertiesOf(sample).map((one) => [one.name, one]));
    const merged = known.map((one) => {
      const more = given.get(one.name);
      return more ? { ...one, schema: mergeSchema(one.schema, more.schema) } : one;
    });
    const added = [...given.values()].filter(({ name }) => !known.some((one) => one.name === name));
    return withProperties(schema, [...merged, ...added]);
  }
  if (own === 'Array' && other === 'Array') return { ...schema, items: mergeSchema(itemsOf(schema), itemsOf(sample)) };
  return schema;
}
