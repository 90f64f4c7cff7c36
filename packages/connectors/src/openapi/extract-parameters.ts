import { isConnectionHeader } from '@portage/primitives/http';
import { type ExtractedParameter, type ParameterLocation, type ParameterStyle, parameterStyles } from '../extracted/extracted.ts';
import { isObject, member, textMember } from '../json/json.ts';
import { inside } from '../json/place.ts';
import { compactSchema, shortened } from './compact-schema.ts';
import { type Extraction, type Found, resolve, resolveContents, warn } from './extraction.ts';

const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie'] satisfies ParameterLocation[];
/** Headers set by bodies and by the connector (OpenAPI 3: such parameters are to be ignored). */
const DERIVED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/** A parameter as found, including body parameters of Swagger 2.0. */
export interface FoundParameter extends Found {
  name: string;
  in: string;
}

/** The parameters of an operation: its own, and its path's that it doesn't override. References are followed. */
export function findParameters(extraction: Extraction, operation: Found, pathItem: Found): FoundParameter[] {
  const own = listed(extraction, operation);
  const known = new Set(own.map(buildKey));
  return [...own, ...listed(extraction, pathItem).filter((parameter) => !known.has(buildKey(parameter)))];
}

function buildKey({ in: place, name }: FoundParameter): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function listed(extraction: Extraction, holder: Found): FoundParameter[] {
  const seen = new Set<string>();
  return listItems(extraction, holder).flatMap((item) => {
    const found = resolve(extraction, item);
    const name = textMember(found?.value, 'name');
    const place = textMember(found?.value, 'in');
    if (!found || !name || !place) {
      if (found) warn(extraction, 'parameter-unreadable', item.place, 'A parameter without a name or location was left out.');
      return [];
    }
    const parameter = { ...found, name, in: place };
    if (seen.has(buildKey(parameter))) {
      warn(extraction, 'parameter-doubled', item.place, `The parameter "${name}" appears twice; the first one counts.`);
      return [];
    }
    seen.add(buildKey(parameter));
    return [parameter];
  });
}

function listItems(extraction: Extraction, { value, place }: Found): Found[] {
  const list = member(value, 'parameters') ?? [];
  if (!Array.isArray(list)) {
    warn(extraction, 'parameter-unreadable', inside(place, 'parameters'), '"parameters" is not a list, so they were left out.');
    return [];
  }
  return list.map((item: unknown, index) => ({ value: item, place: inside(place, 'parameters', index) }));
}

/** The path, query, header and cookie parameters in one form. */
export function extractParameters(extraction: Extraction, found: readonly FoundParameter[], path: string): ExtractedParameter[] {
  const names = pathNames(path);
  const parameters = found.flatMap((parameter): ExtractedParameter[] => {
    const { name, in: place } = parameter;
    if (place === 'header' && DERIVED_HEADERS.has(name.toLowerCase())) return [];
    if (place === 'header' && isConnectionHeader(name)) {
      warn(extraction, 'parameter-unsettable', parameter.place, `The connection sets the header "${name}" by itself, so it was left out.`);
      return [];
    }
    // The connector may set the cookie itself, so a call without a mapped value can be valid.
    if (place === 'header' && name.toLowerCase() === 'cookie') {
      return [{ ...extractParameter(extraction, parameter, 'header'), isRequired: false }];
    }
    if (place === 'path' && !names.includes(name)) {
      warn(extraction, 'path-parameter-unknown', parameter.place, `The path has no placeholder for its parameter "${name}".`);
      return [];
    }
    if (PLACES.includes(place)) return [extractParameter(extraction, parameter, place as ParameterLocation)];
    if (place === 'querystring') return [{ ...extractParameter(extraction, parameter, 'query'), isWholeQuery: true }];
    if (place !== 'body' && place !== 'formData') {
      warn(extraction, 'parameter-unreadable', parameter.place, `A parameter in "${place}" was left out.`);
    }
    return [];
  });
  for (const name of names) {
    if (parameters.some((parameter) => parameter.place === 'path' && parameter.name === name)) continue;
    warn(
      extraction,
      'path-parameter-missing',
      found[0]?.place ?? inside(null, 'paths', path),
      `The parameter "${name}" of the path is not described; it’s treated as text.`,
    );
    parameters.unshift({ name, place: 'path', isRequired: true, style: 'simple', explode: false, schema: { type: 'string' } });
  }
  return parameters;
}

/** Names in braces, in order. */
function pathNames(path: string): string[] {
  return [...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))];
}

function extractParameter(extraction: Extraction, found: FoundParameter, place: ParameterLocation): ExtractedParameter {
  const { value, name } = found;
  const description = textMember(value, 'description');
  const content = resolveContents(extraction, found)[0];
  const isSwagger = extraction.isSwagger2 || member(value, 'collectionFormat') !== undefined;
  const style = isSwagger ? swaggerStyle(value, place) : readStyle(extraction, found, place);
  return {
    name,
    place,
    isRequired: place === 'path' || member(value, 'required') === true,
    ...(description ? { description: shortened(description) } : {}),
    ...style,
    ...(member(value, 'allowReserved') === true ? { allowReserved: true } : {}),
    ...(content && !extraction.isSwagger2 ? { contentType: content.name } : {}),
    schema: parameterSchema(extraction, found, content),
  };
}

/** The schema, including `x-` members on the parameter itself. */
function parameterSchema(extraction: Extraction, { value, place }: Found, content: Found | undefined): unknown {
  const extensions = isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => /^x-|^deprecated$/.test(name))) : {};
  const own = member(value, 'schema');
  const holder: Found | null =
    own !== undefined
      ? { value: own, place: inside(place, 'schema') }
      : content
        ? { value: member(content.value, 'schema') ?? {}, place: inside(content.place, 'schema') }
        : isObject(value) && (extraction.isSwagger2 || value.type !== undefined)
          ? { value: withoutParameterMembers(value), place }
          : null;
  if (holder && !extraction.isSwagger2 && own === undefined && !content) {
    warn(extraction, 'other-version', place, 'A type without a "schema" belongs to Swagger 2.0; it was read that way.');
  }
  if (!holder) {
    warn(extraction, 'parameter-without-schema', place, 'The parameter has no schema; it’s treated as text.');
    return compactSchema(extraction, { type: 'string', ...extensions }, place);
  }
  return compactSchema(extraction, isObject(holder.value) ? { ...extensions, ...holder.value } : holder.value, holder.place);
}

/** Swagger 2.0 has the type on the parameter itself, where `required` belongs to the parameter. */
function withoutParameterMembers(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { required: _required, name: _name, in: _in, description: _description, ...schema } = value;
  return schema;
}

function readStyle(
  extraction: Extraction,
  { value, place: at }: Found,
  place: ParameterLocation,
): { style: ParameterStyle; explode: boolean } {
  const usual: ParameterStyle = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const written = textMember(value, 'style');
  const isKnown = written === undefined || (parameterStyles as readonly string[]).includes(written);
  if (!isKnown) warn(extraction, 'style-unknown', at, `The style "${written}" is not known; "${usual}" is used.`);
  const style = isKnown && written !== undefined ? (written as ParameterStyle) : usual;
  const explode = member(value, 'explode');
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'cookie' };
}

type SwaggerStyle = Required<Pick<ExtractedParameter, 'style' | 'explode'>> & Pick<ExtractedParameter, 'innerDelimiters'>;

/** `collectionFormat` of Swagger 2.0, also of lists within the list. */
export function swaggerStyle(value: unknown, path: string): SwaggerStyle {
  const innerDelimiters = delimitersWithin(member(value, 'items'));
  return { ...outerStyle(value, path), ...(innerDelimiters.length > 0 ? { innerDelimiters } : {}) };
}

function delimitersWithin(items: unknown): string[] {
  const delimiters: string[] = [];
  for (let list = items; member(list, 'type') === 'array'; list = member(list, 'items')) {
    delimiters.push(DELIMITERS[textMember(list, 'collectionFormat') ?? ''] ?? ',');
  }
  return delimiters;
}

const DELIMITERS: Readonly<Record<string, string>> = { ssv: ' ', tsv: '\t', pipes: '|' };

function outerStyle(value: unknown, path: string): { style: ParameterStyle; explode: boolean } {
  const plain = path === 'path' || path === 'header' ? 'simple' : 'form';
  switch (textMember(value, 'collectionFormat')) {
    case 'ssv':
      return { style: 'spaceDelimited', explode: false };
    case 'tsv':
      return { style: 'tabDelimited', explode: false };
    case 'pipes':
      return { style: 'pipeDelimited', explode: false };
    case 'multi':
      return { style: 'form', explode: true };
    default:
      return { style: plain, explode: false };
  }
}
