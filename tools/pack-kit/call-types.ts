import type { DescribedCall, DescribedContract, JsonSchema } from '@portage/contracts/compatibility';

/**
 * Declares the calls of a contract as types: all that a typed client needs, without the schemas and the packages that they are made of.
 *
 * @returns the text of a module that exports the type `Calls`
 */
export function writeCallTypes(contract: DescribedContract): string {
  const calls = Object.entries(contract).map(([name, call]) => `  ${JSON.stringify(name)}: ${writeCall(call)};`);
  return ["import type { z } from 'zod';", '', 'export type Calls = {', ...calls, '};', ''].join('\n');
}

function writeCall({ access, query, body, response }: DescribedCall): string {
  return [
    `{ summary: string; access: '${access}'; effect: 'read' | 'write'`,
    ...(query ? [`query: ${writeFields(query)}`] : []),
    ...(body ? [`body: z.ZodType<unknown, ${writeType(body)}>`] : []),
    `response: z.ZodType<${writeType(response)}> }`,
  ].join('; ');
}

function writeFields({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const type = `z.ZodType<unknown, ${writeType(schema)}>`;
    return `${JSON.stringify(name)}: ${required.includes(name) ? type : `z.ZodOptional<${type}>`}`;
  });
  return `z.ZodObject<{ ${fields.join('; ')} }>`;
}

/** Recursive parts, such as the steps of a workflow, stay open. */
export function writeType(schema: JsonSchema): string {
  const { type, enum: values, const: value, anyOf, oneOf, allOf, $ref } = schema;
  if ($ref !== undefined) return 'unknown';
  if (values) return unite(values.map((literal) => JSON.stringify(literal)));
  if (value !== undefined) return JSON.stringify(value);
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return unite(alternatives.map(writeType));
  if (allOf) return allOf.map((part) => `(${writeType(part)})`).join(' & ');
  if (Array.isArray(type)) return unite(type.map((name) => writeType({ ...schema, type: name })));
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return schema.prefixItems ? `[${schema.prefixItems.map(writeType).join(', ')}]` : `(${writeType(schema.items ?? {})})[]`;
    case 'object':
      return writeObject(schema);
    default:
      return 'unknown';
  }
}

function writeObject({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (!properties) return `Record<string, ${typeof additionalProperties === 'object' ? writeType(additionalProperties) : 'unknown'}>`;
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    return `${JSON.stringify(name)}${isRequired ? '' : '?'}: ${writeType(schema)}${isRequired ? '' : ' | undefined'}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}

const unite = (types: readonly string[]) => [...new Set(types)].join(' | ') || 'never';
