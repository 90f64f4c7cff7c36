import type { SchemaAttribute } from '../schema/schema-node.ts';
import type { FlatSchema } from './flat-schema.ts';
import { isObject } from './json.ts';

/** How a document says by `x-` members what schema nodes know and OpenAPI does not (spec STEP-107). */
const flags: readonly (readonly [member: string, attribute: SchemaAttribute])[] = [
  ['x-advanced', 'Advanced'],
  ['x-hide', 'hide'],
  ['x-textarea', 'textarea'],
  ['x-show-description', 'show_description'],
  ['x-custom-form', 'x-custom-form'],
  ['x-paging-offset', 'paging_offset'],
  ['x-next-page-url', 'next_page_url'],
];

/** Texts that may be longer than this are written in an area. */
const LINE_LENGTH = 255;
const LONG_FORMATS = new Set(['html', 'markdown', 'textarea', 'multiline']);

export interface NodeExtensions {
  attributes: SchemaAttribute[];
  label: string | null;
  lookupSettings?: { dependencies: string[] };
  autocompleteSettings?: { searchField: string };
}

/** The attributes and settings of one node. */
export function extensionsOf({ members }: FlatSchema): NodeExtensions {
  const attributes = flags.filter(([name]) => isSet(members.get(name))).map(([, attribute]) => attribute);
  if (members.get('deprecated') === true && !attributes.includes('Advanced')) attributes.push('Advanced');
  const maxLength = members.get('maxLength');
  const isLong = (typeof maxLength === 'number' && maxLength > LINE_LENGTH) || LONG_FORMATS.has(String(members.get('format')));
  if (members.get('type') === 'string' && isLong && !attributes.includes('textarea')) attributes.push('textarea');
  const lookup = members.get('x-lookup');
  const autocomplete = members.get('x-autocomplete');
  const label = members.get('x-label');
  return {
    attributes: [
      ...attributes,
      ...(isSet(lookup) ? (['lookup'] as const) : []),
      ...(isSet(autocomplete) ? (['autocomplete'] as const) : []),
    ],
    label: typeof label === 'string' ? label : null,
    ...(isSet(lookup) ? { lookupSettings: { dependencies: textsOf(isObject(lookup) ? lookup.dependencies : undefined) } } : {}),
    ...(isSet(autocomplete) ? { autocompleteSettings: { searchField: searchFieldOf(autocomplete) } } : {}),
  };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function searchFieldOf(autocomplete: unknown): string {
  return isObject(autocomplete) && typeof autocomplete.searchField === 'string' ? autocomplete.searchField : 'name';
}
