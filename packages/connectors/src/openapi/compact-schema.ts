import { readChoiceSource } from '../declarations/choice-source.ts';
import { BESIDE_REFERENCE } from '../extracted/flat-schema.ts';
import { isObject, type JsonObject } from '../json/json.ts';
import { type DocumentPath, inside, toPointer } from '../json/place.ts';
import { compactDiscriminator } from './compact-discriminator.ts';
import { checkReference, type Extraction, type Missing, warn } from './extraction.ts';
import { baseWithin, type ReferenceBase } from './reference-index.ts';

/** Longer descriptions are cut: forms only show a few lines. */
const MAX_DESCRIPTION = 1_000;

/** Deeper than any schema for people. Documents from readDocument may come close to it; other parsed input may not be that deep. */
const MAX_DEPTH = 100;

/** How a member of a schema is read. */
type Reading = 'value' | 'choices' | 'text' | 'schema' | 'list' | 'map' | 'reference' | 'discriminator';

const readings = (reading: Reading, ...names: string[]) => names.map((name) => [name, reading] as const);

/** Members of a schema to keep. Examples and unused members make up most of a large document. */
const READINGS: ReadonlyMap<string, Reading> = new Map([
  ...readings('value', 'type', 'format', 'title', 'default', 'enum', 'const', 'nullable', 'required', 'deprecated'),
  ...readings('value', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'pattern'),
  ...readings('value', 'minItems', 'maxItems', 'minContains', 'maxContains', 'uniqueItems', 'minProperties', 'maxProperties'),
  ...readings('value', 'readOnly', 'writeOnly', 'dependentRequired', 'xml', 'contentEncoding', 'contentMediaType', 'collectionFormat'),
  ...readings('value', 'x-advanced', 'x-hide', 'x-textarea', 'x-show-description', 'x-custom-form', 'x-paging-offset', 'x-next-page-url'),
  ...readings('value', 'x-always-log', 'x-label', 'x-enum-labels', 'x-enumNames', 'x-nullable', 'x-cleared-value'),
  ...readings('choices', 'x-lookup', 'x-autocomplete'),
  ...readings('text', 'description'),
  ...readings('schema', 'items', 'contains', 'additionalProperties', 'unevaluatedProperties', 'propertyNames', 'not', 'if', 'then', 'else'),
  ...readings('list', 'allOf', 'oneOf', 'anyOf', 'prefixItems'),
  ...readings('map', 'properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'),
  // The last two resolve to the nearest target. Extensions elsewhere aren't followed.
  ...readings('reference', '$ref', '$dynamicRef', '$recursiveRef'),
  ...readings('discriminator', 'discriminator'),
]);

/** What a schema takes from the schema that contains it. */
interface Surroundings {
  depth: number;
  /** The severity if the schema itself is a dead reference. */
  missing: Missing;
  base: ReferenceBase | null;
}

/**
 * A schema with only the members that forms and requests need. References stay references; their targets are added to the wanted
 * schemas.
 *
 * @param missing the severity if the schema itself is a dead reference. Deeper ones are always warnings: real documents have
 * them, and the rest of the form is right.
 */
export function compactSchema(extraction: Extraction, schema: unknown, place: DocumentPath | null, missing: Missing = 'warning'): unknown {
  return compact(extraction, schema, place, { depth: 0, missing, base: null });
}

function compact(
  extraction: Extraction,
  schema: unknown,
  place: DocumentPath | null,
  { depth, missing, base: outer }: Surroundings,
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
  if (isCompact(schema)) return schema;
  const kept: Record<string, unknown> = {};
  const isReplaced = '$ref' in schema && extraction.replacesSiblings;
  const base = typeof schema.$id === 'string' ? { uri: baseWithin(schema, outer?.uri), pointer: toPointer(place) } : outer;
  const inner: Surroundings = { depth: depth + 1, missing: 'warning', base };
  for (const name in schema) {
    if (isReplaced && BESIDE_REFERENCE.includes(name)) continue;
    const value = schema[name];
    switch (READINGS.get(name)) {
      case 'value':
        kept[name] = value;
        break;
      case 'choices':
        kept[name] = value;
        noteChoices(extraction, value, inside(place, name));
        break;
      case 'text':
        if (typeof value === 'string' && value !== '') kept[name] = shortened(value);
        break;
      case 'schema':
        if (name === 'items' && Array.isArray(value) && value.length > 1)
          Object.assign(kept, toPrefixItems(extraction, schema, place, inner));
        // A list of one is meant for all items.
        else if (Array.isArray(value)) kept[name] = compact(extraction, value[0] ?? {}, inside(place, name, 0), inner);
        else kept[name] = compact(extraction, value, inside(place, name), inner);
        break;
      case 'list':
        if (Array.isArray(value)) kept[name] = compactList(extraction, value, inside(place, name), inner);
        break;
      case 'map':
        if (isObject(value)) kept[name] = compactMap(extraction, value, inside(place, name), inner);
        break;
      case 'reference':
        if (typeof value === 'string' && !(name !== '$ref' && '$ref' in schema)) {
          const pointer = checkReference(extraction, value, place, missing, base);
          kept.$ref = pointer ?? value;
          if (pointer !== null) extraction.wantedSchemas.add(pointer);
        }
        break;
      case 'discriminator':
        kept[name] = compactDiscriminator(extraction, schema, place, base);
    }
  }
  return kept;
}

/** Whether all members of a schema are kept as they are. Most fields are such schemas, and need no copy. */
function isCompact(schema: JsonObject): boolean {
  for (const name in schema) {
    const reading = READINGS.get(name);
    if (reading === 'value') continue;
    const text = schema[name];
    if (reading !== 'text' || typeof text !== 'string' || text === '' || shortened(text) !== text) return false;
  }
  return true;
}

function compactList(extraction: Extraction, schemas: readonly unknown[], place: DocumentPath | null, inner: Surroundings): unknown[] {
  return schemas.map((schema, index) => compact(extraction, schema, inside(place, index), inner));
}

function compactMap(extraction: Extraction, schemas: JsonObject, place: DocumentPath | null, inner: Surroundings): JsonObject {
  return Object.fromEntries(Object.keys(schemas).map((name) => [name, compact(extraction, schemas[name], inside(place, name), inner)]));
}

/** Before JSON Schema 2020, a list's positions were described by a list of `items`, and the rest by `additionalItems`. */
function toPrefixItems(
  extraction: Extraction,
  { items, additionalItems }: JsonObject,
  place: DocumentPath | null,
  inner: Surroundings,
): object {
  const first = Array.isArray(items) ? compactList(extraction, items, inside(place, 'items'), inner) : [];
  if (additionalItems === undefined) return { prefixItems: first };
  return { prefixItems: first, items: compact(extraction, additionalItems, inside(place, 'additionalItems'), inner) };
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
