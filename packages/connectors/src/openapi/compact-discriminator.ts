import { isObject, listEntries, listMember, member, textMember } from '../json/json.ts';
import { atPointer } from '../json/json-pointer.ts';
import { type DocumentPath, escapeName, toPointer } from '../json/place.ts';
import { type ExtendingSchemas, type Extraction, resolveReference } from './extraction.ts';
import type { ReferenceBase } from './reference-index.ts';

const COMPONENT = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/;
/** Members of Swagger 2.0 as Azure and others write it: the property's value for this schema, if it isn't the schema's name. */
const OWN_VALUES = ['x-ms-discriminator-value', 'x-discriminator-value', 'x-discriminator'];

/**
 * A discriminator with all its possible values: from its mapping, from the names of its variants, and from the schemas that
 * extend its own (OpenAPI 3, "Discriminator Object"; Swagger 2.0). Targets become pointers and are added to the wanted schemas.
 * Omits missing targets.
 *
 * @param holder the schema that has it, with `oneOf` or `anyOf`, or a base that others extend
 */
export function compactDiscriminator(
  extraction: Extraction,
  holder: Readonly<Record<string, unknown>>,
  place: DocumentPath | null,
  base: ReferenceBase | null,
): unknown {
  const written = holder.discriminator;
  const propertyName = typeof written === 'string' ? written : textMember(written, 'propertyName');
  if (!propertyName) return undefined;
  const pointerTo = (target: unknown) => (typeof target === 'string' ? mappedPointer(extraction, target, base) : null);
  const mapping = new Map<string, string>();
  for (const [value, target] of listEntries(written, 'mapping')) {
    const pointer = pointerTo(target);
    if (pointer !== null) mapping.set(value, pointer);
  }
  const mapped = new Set(mapping.values());
  for (const pointer of unmappedTargets(extraction, holder, place, base)) {
    if (mapped.has(pointer)) continue;
    for (const value of listPropertyValues(extraction, pointer, propertyName)) if (!mapping.has(value)) mapping.set(value, pointer);
  }
  const usual = pointerTo(member(written, 'defaultMapping'));
  for (const pointer of [...mapping.values(), ...(usual === null ? [] : [usual])]) {
    if (atPointer(extraction.document, pointer) !== undefined) extraction.wantedSchemas.add(pointer);
  }
  return {
    propertyName,
    ...(mapping.size > 0 ? { mapping: Object.fromEntries(mapping) } : {}),
    ...(usual === null ? {} : { defaultMapping: usual }),
  };
}

function unmappedTargets(extraction: Extraction, holder: object, place: DocumentPath | null, base: ReferenceBase | null): string[] {
  const variants = [...listMember(holder, 'oneOf'), ...listMember(holder, 'anyOf')];
  if (variants.length === 0) return extendingSchemas(extraction, toPointer(place));
  return variants.flatMap((variant) => {
    const reference = textMember(variant, '$ref');
    const pointer = reference === undefined ? null : resolveReference(extraction, reference, base);
    return pointer !== null && COMPONENT.test(pointer) ? [pointer] : [];
  });
}

/** Resolves a pointer, an anchor or a URI as in `$ref`, a schema's name, or a file with such a name (`Cat.json`). */
function mappedPointer(extraction: Extraction, target: string, base: ReferenceBase | null): string | null {
  const resolved = resolveReference(extraction, target, base);
  if (resolved !== null && atPointer(extraction.document, resolved) !== undefined) return resolved;
  const fragment = /#\/.*$/.exec(target)?.[0];
  if (fragment !== undefined) return atPointer(extraction.document, fragment) === undefined ? null : fragment;
  const file = target.split(/[/\\]/).at(-1) ?? '';
  return (
    [target, file, file.replace(/\.(json|ya?ml)$/i, '')].map((name) => componentNamed(extraction, name)).find((one) => one !== null) ?? null
  );
}

function componentNamed({ document, isSwagger2 }: Extraction, name: string): string | null {
  const pointer = `${isSwagger2 ? '#/definitions' : '#/components/schemas'}/${escapeName(name)}`;
  return atPointer(document, pointer) === undefined ? null : pointer;
}

/** The property's values for a schema: its own, otherwise the schema's name. */
function listPropertyValues({ document }: Extraction, pointer: string, property: string): string[] {
  const schema = atPointer(document, pointer);
  const named = OWN_VALUES.map((name) => textMember(schema, name)).find((value) => value !== undefined);
  const own = named === undefined ? ownValues(document, schema, property) : [named];
  const name = COMPONENT.exec(pointer)?.[1];
  return own.length > 0 || name === undefined ? own : [name.replaceAll('~1', '/').replaceAll('~0', '~')];
}

/** The property's `const` or `enum`, in the schema or in an inline part of it. */
function ownValues(document: unknown, schema: unknown, property: string): string[] {
  const holders = [schema, ...listMember(schema, 'allOf').filter((part) => member(part, '$ref') === undefined)];
  const values = holders.flatMap((holder) => {
    const written = member(member(holder, 'properties'), property);
    const described = typeof member(written, '$ref') === 'string' ? atPointer(document, textMember(written, '$ref') ?? '') : written;
    return [...listMember(described, 'enum'), ...(isObject(described) && 'const' in described ? [described.const] : [])];
  });
  return values.filter((value) => typeof value === 'string');
}

function extendingSchemas(extraction: Extraction, pointer: string): string[] {
  if (!COMPONENT.test(pointer)) return [];
  extraction.extending ??= findExtending(extraction);
  const found = new Set<string>();
  const waiting = [pointer];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of extraction.extending.get(next) ?? []) {
      if (found.has(child) || child === pointer) continue;
      found.add(child);
      waiting.push(child);
    }
  }
  return [...found];
}

function findExtending(extraction: Extraction): ExtendingSchemas {
  const { document, isSwagger2 } = extraction;
  const found = new Map<string, string[]>();
  const [holder, prefix] = isSwagger2 ? [document, '#/definitions'] : [member(document, 'components'), '#/components/schemas'];
  for (const [name, schema] of listEntries(holder, isSwagger2 ? 'definitions' : 'schemas')) {
    for (const part of listMember(schema, 'allOf')) {
      const reference = textMember(part, '$ref');
      const pointer = reference === undefined ? null : resolveReference(extraction, reference, null);
      if (pointer !== null) found.set(pointer, [...(found.get(pointer) ?? []), `${prefix}/${escapeName(name)}`]);
    }
  }
  return found;
}
