import { readChoiceSource } from '../declarations/choice-source.ts';
import { BESIDE_REFERENCE } from '../extracted/flat-schema.ts';
import { isObject } from '../json/json.ts';
import { type DocumentPath, inside, toPointer } from '../json/place.ts';
import { compactDiscriminator } from './compact-discriminator.ts';
import { checkReference, type Extraction, type Missing, readVersion, warn } from './extraction.ts';
import { baseWithin, type ReferenceBase } from './reference-index.ts';

/** Longer descriptions are cut: forms only show a few lines. */
const MAX_DESCRIPTION = 1_000;

/** Deeper than any schema for people. Documents from readDocument may come close to it; other parsed input may not be that deep. */
const MAX_DEPTH = 100;

/** Members of a schema to keep. Examples and unused members make up most of a large document. */
const PLAIN = new Set([
  ...['type', 'format', 'title', 'default', 'enum', 'const', 'nullable', 'readOnly', 'writeOnly', 'deprecated', 'required'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'pattern'],
  ...[
    'minItems',
    'maxItems',
    'minContains',
    'maxContains',
    'uniqueItems',
    'minProperties',
    'maxProperties',
    'dependentRequired',
    'xml',
    'contentEncoding',
    'contentMediaType',
    'collectionFormat',
  ],
  ...['x-advanced', 'x-hide', 'x-textarea', 'x-show-description', 'x-custom-form', 'x-paging-offset', 'x-next-page-url', 'x-always-log'],
  ...['x-lookup', 'x-autocomplete', 'x-label', 'x-enum-labels', 'x-enumNames', 'x-nullable', 'x-cleared-value'],
]);
const SINGLE = new Set([
  ...['items', 'contains', 'additionalProperties', 'unevaluatedProperties', 'propertyNames', 'not', 'if', 'then', 'else'],
]);
const LISTS = new Set(['allOf', 'oneOf', 'anyOf', 'prefixItems']);
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']);
/** `$dynamicRef` and `$recursiveRef` resolve to the nearest target. Extensions elsewhere aren't followed. */
const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/**
 * A schema with only the members that forms and requests need. References stay references; their targets are added to the wanted
 * schemas.
 *
 * @param missing the severity if the schema itself is a dead reference. Deeper ones are always warnings: real documents have
 * them, and the rest of the form is right.
 */
export function compactSchema(
  extraction: Extraction,
  schema: unknown,
  place: DocumentPath | null,
  depth = 0,
  missing: Missing = 'warning',
  outer: ReferenceBase | null = null,
): unknown {
  if (typeof schema === 'boolean') return schema;
  if (depth > MAX_DEPTH) {
    warn(extraction, 'schema-too-deep', place, `Parts of a schema below level ${MAX_DEPTH} are left out.`);
    return {};
  }
  if (!isObject(schema)) {
    warn(extraction, 'schema-unreadable', place, 'A schema was expected here.');
    return {};
  }
  const kept: Record<string, unknown> = {};
  // Before OpenAPI 3.1, a reference replaces its sibling members.
  const isReplaced = '$ref' in schema && /^(?:2|3\.0)/.test(readVersion(extraction.document));
  const base = typeof schema.$id === 'string' ? { uri: baseWithin(schema, outer?.uri), pointer: toPointer(place) } : outer;
  const within = (part: unknown, ...names: (string | number)[]) =>
    compactSchema(extraction, part, inside(place, ...names), depth + 1, 'warning', base);
  for (const [name, value] of Object.entries(schema)) {
    if (isReplaced && BESIDE_REFERENCE.includes(name)) continue;
    if (PLAIN.has(name)) {
      kept[name] = value;
      if (name === 'x-lookup' || name === 'x-autocomplete') noteChoices(extraction, value, inside(place, name));
    } else if (name === 'description') {
      if (typeof value === 'string' && value !== '') kept[name] = shortened(value);
    } else if (SINGLE.has(name)) {
      if (name === 'items' && Array.isArray(value) && value.length > 1) Object.assign(kept, toPrefixItems(schema, within));
      // A list of one is meant for all items.
      else kept[name] = Array.isArray(value) ? within(value[0] ?? {}, name, 0) : within(value, name);
    } else if (LISTS.has(name) && Array.isArray(value)) {
      kept[name] = value.map((part, index) => within(part, name, index));
    } else if (MAPS.has(name) && isObject(value)) {
      kept[name] = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, within(part, name, key)]));
    } else if (REFERENCES.has(name) && typeof value === 'string' && !(name !== '$ref' && '$ref' in schema)) {
      const pointer = checkReference(extraction, value, place, missing, base);
      kept.$ref = pointer ?? value;
      if (pointer !== null) extraction.wantedSchemas.add(pointer);
    } else if (name === 'discriminator') {
      kept[name] = compactDiscriminator(extraction, schema, place, base);
    }
  }
  return kept;
}

/** Before JSON Schema 2020, a list's positions were described by a list of `items`, and the rest by `additionalItems`. */
function toPrefixItems(
  { items, additionalItems }: Readonly<Record<string, unknown>>,
  within: (part: unknown, ...names: (string | number)[]) => unknown,
): object {
  const first = Array.isArray(items) ? items.map((part, index) => within(part, 'items', index)) : [];
  return { prefixItems: first, ...(additionalItems === undefined ? {} : { items: within(additionalItems, 'additionalItems') }) };
}

/** Notes an operation that choices come from. It's checked when all operations are known. */
function noteChoices(extraction: Extraction, written: unknown, place: DocumentPath | null): void {
  const operationId = readChoiceSource(written)?.operationId;
  if (operationId) extraction.namedOperations.push({ operationId, place });
}

export function shortened(text: string, length = MAX_DESCRIPTION): string {
  const trimmed = text.trim();
  return trimmed.length > length ? `${trimmed.slice(0, length - 1)}…` : trimmed;
}
