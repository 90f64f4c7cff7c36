import type { ExtractedOperation } from '../src/extracted/extracted.ts';
import { flatSchema } from '../src/extracted/flat-schema.ts';
import { enumValues, resolveType } from '../src/extracted/schema-type.ts';
import { operationKey } from '../src/extracted/units.ts';
import { below, type Located, type SchemaSource } from '../src/json/json-pointer.ts';
import type { RequestValues } from '../src/requests/request-values.ts';

/** Deeper than what real documents require; ends recursive schemas. */
const MAX_DEPTH = 12;

/**
 * Values that an operation should accept, made from its schemas: every parameter and, for bodies, the required members and a few
 * more. Some numbers and booleans are text, as expressions return them.
 */
export function sampleValues(source: SchemaSource, operation: ExtractedOperation): RequestValues {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const [index, { name, place, schema, isRequired }] of operation.parameters.entries()) {
    const located = { value: schema, pointer: below(operationKey(operation.id), 'parameters', index, 'schema') };
    const sample = buildSample(source, located, 0);
    const value = place === 'header' ? inHeader(sample) : sample;
    if (value === undefined || (!isRequired && index % 3 === 2)) continue;
    const group = groups[place] ?? {};
    groups[place] = group;
    const given = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    // Headers are ASCII.
    group[name] = place === 'header' && typeof given === 'string' ? given.replaceAll(/[^ -~]/g, 'u') : given;
  }
  const [content] = operation.body?.contents ?? [];
  if (!content) return groups;
  const located = { value: content.schema, pointer: below(operationKey(operation.id), 'body', 'contents', 0, 'schema') };
  return { ...groups, body: buildSample(source, located, 0) };
}

/** Headers can only carry printable ASCII. */
function inHeader(sample: unknown): unknown {
  return typeof sample === 'string' ? sample.replaceAll(/[^ -~]/g, 'a') : sample;
}

function buildSample(source: SchemaSource, located: Located, depth: number): unknown {
  const flat = flatSchema(source, located);
  const { members } = flat;
  const choices = enumValues(flat);
  if (choices) return choices[0];
  // In a URL everything is text: a variant that accepts any number accepts it, too.
  const text = flat.variants.find((one) => resolveType(flatSchema(source, one)) === 'string');
  const variant = (depth === 0 ? text : undefined) ?? flat.variants[0];
  if (variant && flat.properties.size === 0) return buildSample(source, variant, depth + 1);
  const at = (name: string) => (typeof members.get(name) === 'number' ? (members.get(name) as number) : undefined);
  switch (resolveType(flat)) {
    case 'integer':
      return Math.max(1, Math.ceil(at('minimum') ?? 1));
    case 'number':
      return Math.max(at('minimum') ?? 1.5, Math.min(at('maximum') ?? 1.5, 1.5));
    case 'boolean':
      return true;
    case 'array': {
      const items = { value: members.get('items') ?? {}, pointer: below(flat.pointer, 'items') };
      const item = depth > MAX_DEPTH ? undefined : buildSample(source, items, depth + 1);
      return item === undefined ? [] : Array.from({ length: Math.min(at('maxItems') ?? 2, Math.max(2, at('minItems') ?? 2)) }, () => item);
    }
    case 'object':
      return sampleObject(source, located, depth);
    case 'string':
      return sampleText(members, at('minLength') ?? 0, at('maxLength') ?? 1_000);
    default:
      return 'any';
  }
}

function sampleObject(source: SchemaSource, located: Located, depth: number): Record<string, unknown> {
  const { properties, required } = flatSchema(source, located);
  const sample: Record<string, unknown> = {};
  let optional = 0;
  for (const [name, property] of properties) {
    const { members } = flatSchema(source, property);
    if (members.get('readOnly') === true) continue;
    if (!required.has(name) && (depth > 2 || optional > 4)) continue;
    if (!required.has(name)) optional += 1;
    const value = depth > MAX_DEPTH ? undefined : buildSample(source, property, depth + 1);
    if (value !== undefined) sample[name] = value;
  }
  return sample;
}

const FORMATS: Record<string, string> = {
  'date-time': '2026-05-04T10:20:30Z',
  date: '2026-05-04',
  email: 'somebody@example.com',
  uri: 'https://example.com/here',
  url: 'https://example.com/here',
  uuid: '4f1b1f7a-3c1e-4a55-9d8a-0d6f5f1f2c3d',
  byte: 'aGVsbG8=',
  binary: 'aGVsbG8=',
  ipv4: '192.0.2.1',
};

/** Texts that match patterns of real documents. */
const PATTERNS: readonly string[] = [
  'AC0123456789abcdef0123456789abcdef',
  '0123456789abcdef0123456789abcdef',
  '2026-05-04',
  'ABC',
  'abc',
  'EUR',
  'US',
  'en',
  '12345',
  '12',
  '1',
  '12:30',
  '+15550100',
  'https://example.com',
];

function sampleText(members: ReadonlyMap<string, unknown>, minLength: number, maxLength: number): string {
  const pattern = members.get('pattern');
  if (typeof pattern === 'string') {
    const expression = new RegExp(pattern, 'u');
    const prefixes = /^\^\(?([A-Z]{2})/.exec(pattern)?.[1];
    const candidates = [...(prefixes ? [`${prefixes}0123456789abcdef0123456789abcdef`] : []), ...PATTERNS];
    const fitting = candidates.find((text) => expression.test(text));
    if (fitting !== undefined) return fitting;
  }
  const text = FORMATS[String(members.get('format'))] ?? 'text with späces & more';
  return text.slice(0, maxLength).padEnd(minLength, 'x');
}
