import { mediaKind, parseMediaType } from '@portage/primitives/wire';
import type { BodyContent, ExtractedBody, ParameterStyle, PartHeader, PropertyEncoding } from '../extracted/extracted.ts';
import { rootHints } from '../extracted/xml-hints.ts';
import { isObject, listMember, member, textMember } from '../json/json.ts';
import { atPointer } from '../json/json-pointer.ts';
import { type DocumentPath, inside } from '../json/place.ts';
import { compactSchema, shortened } from './compact-schema.ts';
import { contentRank } from './content-rank.ts';
import { type FoundParameter, swaggerStyle } from './extract-parameters.ts';
import { type Extraction, type Found, resolve, resolveContents, resolvedMember, warn } from './extraction.ts';
import { requiresFile } from './requires-file.ts';

/**
 * Reads `requestBody` of OpenAPI 3, or the body and form parameters of Swagger 2.0. A half-converted document has the other version's: read
 * with a warning, since the body would be missing otherwise.
 */
export function extractBody(extraction: Extraction, operation: Found, parameters: readonly FoundParameter[]): ExtractedBody | null {
  const inParameters = parameters.find(({ in: place }) => place === 'body' || place === 'formData');
  const hasOwn = member(operation.value, 'requestBody') !== undefined;
  const isSwagger = hasOwn && inParameters ? extraction.isSwagger2 : inParameters !== undefined;
  if (isSwagger !== extraction.isSwagger2 && (hasOwn || inParameters)) {
    const [written, version] = isSwagger ? ['"in: body" or "in: formData"', 'Swagger 2.0'] : ['"requestBody"', 'OpenAPI 3'];
    warn(extraction, 'other-version', inParameters?.place ?? operation.place, `${written} belongs to ${version}; it was read that way.`);
  }
  return isSwagger ? swaggerBody(extraction, operation, parameters) : openApiBody(extraction, operation);
}

function openApiBody(extraction: Extraction, operation: Found): ExtractedBody | null {
  const found = resolvedMember(extraction, operation, 'requestBody');
  if (!found) return null;
  const contents = resolveContents(extraction, found).map(({ name, value, place }): BodyContent => {
    const encoding = readEncoding(extraction, { value: member(value, 'encoding'), place: inside(place, 'encoding') });
    const schema = compactSchema(extraction, member(value, 'schema') ?? {}, inside(place, 'schema'), 'error');
    checkXml(extraction, name, schema, place);
    return {
      type: name,
      schema,
      ...(encoding ? { encoding } : {}),
    };
  });
  if (contents.length === 0) return null;
  const made = body(contents, member(found.value, 'required') === true, textMember(found.value, 'description'));
  const withFile = made.contents.find(({ type, schema }) => /^multipart\//i.test(type) && requiresFile(extraction.document, schema));
  return withFile && withFile !== made.contents[0] ? { ...made, preferredType: withFile.type } : made;
}

/** Warns if an object in XML has no name for its outermost element. */
function checkXml(extraction: Extraction, type: string, schema: unknown, place: DocumentPath | null): void {
  if (mediaKind(parseMediaType(type).type) !== 'xml' || member(schema, 'type') === 'string') return;
  if (rootHints({ at: (pointer) => atPointer(extraction.document, pointer) }, { value: schema, pointer: '#' })) return;
  warn(
    extraction,
    'xml-root-unknown',
    place,
    'The document does not name the outermost element of this XML: steps have to provide the body as text.',
  );
}

function swaggerBody(extraction: Extraction, operation: Found, parameters: readonly FoundParameter[]): ExtractedBody | null {
  const consumes = pickTexts(listMember(operation.value, 'consumes')) ?? pickTexts(listMember(extraction.document, 'consumes')) ?? [];
  const single = parameters.find((parameter) => parameter.in === 'body');
  if (single) {
    const schema = compactSchema(extraction, member(single.value, 'schema') ?? {}, inside(single.place, 'schema'), 'error');
    const types = consumes.length > 0 ? consumes : ['application/json'];
    for (const type of types) checkXml(extraction, type, schema, single.place);
    return body(
      types.map((type) => ({ type, schema })),
      member(single.value, 'required') === true,
      textMember(single.value, 'description'),
    );
  }
  const fields = parameters.filter((parameter) => parameter.in === 'formData');
  if (fields.length === 0) return null;
  const hasFile = fields.some(({ value }) => member(value, 'type') === 'file');
  const isMultipart = hasFile || (consumes.some((type) => /multipart/i.test(type)) && !consumes.some((type) => /urlencoded/i.test(type)));
  const required = fields.filter(({ value }) => member(value, 'required') === true).map(({ name }) => name);
  const schema = {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(extraction, field)])),
  };
  const encoding = Object.fromEntries(
    fields.filter(({ value }) => member(value, 'type') === 'array').map(({ name, value }) => [name, swaggerStyle(value, 'formData')]),
  );
  const type = isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  return body([{ type, schema, ...(Object.keys(encoding).length > 0 ? { encoding } : {}) }], required.length > 0, undefined);
}

/** A form field of Swagger 2.0, whose schema is inline next to its name. */
function fieldSchema(extraction: Extraction, { value, place }: FoundParameter): unknown {
  if (!isObject(value)) return {};
  const { required: _required, name: _name, in: _in, ...schema } = value;
  return compactSchema(extraction, schema, place);
}

function body(contents: BodyContent[], isRequired: boolean, description: string | undefined): ExtractedBody {
  return {
    isRequired,
    ...(description ? { description: shortened(description) } : {}),
    contents: [...contents].sort((a, b) => contentRank(a.type) - contentRank(b.type)),
  };
}

function readEncoding(extraction: Extraction, { value, place }: Found): Record<string, PropertyEncoding> | null {
  if (!isObject(value)) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, encoding]): [string, PropertyEncoding] => {
      const contentType = textMember(encoding, 'contentType');
      const style = textMember(encoding, 'style') as ParameterStyle | undefined;
      const explode = member(encoding, 'explode');
      return [
        name,
        {
          ...(contentType ? { contentType } : {}),
          ...(style ? { style } : {}),
          ...(typeof explode === 'boolean' ? { explode } : {}),
          ...partHeaders(extraction, { value: member(encoding, 'headers'), place: inside(place, name, 'headers') }),
        },
      ];
    }),
  );
}

/** The headers of a part that have a fixed value or are required. Its type and disposition follow from the part itself. */
function partHeaders(extraction: Extraction, { value, place }: Found): Pick<PropertyEncoding, 'headers'> {
  if (!isObject(value)) return {};
  const headers = Object.entries(value).flatMap(([name, written]): PartHeader[] => {
    const header = resolve(extraction, { value: written, place: inside(place, name) });
    if (!header || /^content-(?:type|disposition)$/i.test(name)) return [];
    const schema = resolve(extraction, { value: member(header.value, 'schema'), place: inside(header.place, 'schema') })?.value;
    const fixed = fixedText(schema);
    if (fixed !== null) return [{ name, value: fixed }];
    if (member(header.value, 'required') !== true) return [];
    warn(
      extraction,
      'part-header-unknown',
      header.place,
      `The document does not give the value of the header "${name}", which a part of this body needs: steps cannot send that part.`,
    );
    return [{ name, value: null }];
  });
  return headers.length > 0 ? { headers } : {};
}

function fixedText(schema: unknown): string | null {
  const listed = listMember(schema, 'enum');
  const value = member(schema, 'const') ?? member(schema, 'default') ?? (listed.length === 1 ? listed[0] : undefined);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function pickTexts(list: readonly unknown[]): string[] | null {
  const texts = list.filter((one) => typeof one === 'string');
  return texts.length > 0 ? texts : null;
}
