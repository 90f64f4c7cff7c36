import { readChoiceSource } from '../declarations/choice-source.ts';
import type { SchemaAttribute } from '../schema/schema-node.ts';
import type { FlatSchema } from './flat-schema.ts';

/** `x-` members for what schema nodes support and OpenAPI doesn't (spec STEP-107). */
const flags: readonly (readonly [member: string, attribute: SchemaAttribute])[] = [
  ['x-advanced', 'Advanced'],
  ['x-hide', 'hide'],
  ['x-textarea', 'textarea'],
  ['x-show-description', 'show_description'],
  ['x-custom-form', 'x-custom-form'],
  ['x-paging-offset', 'paging_offset'],
  ['x-next-page-url', 'next_page_url'],
];

/** Texts that may be longer than this get a text area. */
const LINE_LENGTH = 255;
const LONG_FORMATS = new Set(['html', 'markdown', 'textarea', 'multiline']);

export interface NodeExtensions {
  attributes: SchemaAttribute[];
  label: string | null;
  lookupSettings?: { dependencies: string[] };
  autocompleteSettings?: { searchField: string };
}

export function readExtensions({ members }: FlatSchema): NodeExtensions {
  const attributes = flags.filter(([name]) => isSet(members.get(name))).map(([, attribute]) => attribute);
  if (members.get('deprecated') === true && !attributes.includes('Advanced')) attributes.push('Advanced');
  const maxLength = members.get('maxLength');
  const isLong = (typeof maxLength === 'number' && maxLength > LINE_LENGTH) || LONG_FORMATS.has(String(members.get('format')));
  if (members.get('type') === 'string' && isLong && !attributes.includes('textarea')) attributes.push('textarea');
  const lookup = readChoiceSource(members.get('x-lookup'));
  const autocomplete = readChoiceSource(members.get('x-autocomplete'));
  // Both may depend on other fields.
  const choices = autocomplete ?? lookup;
  const label = members.get('x-label');
  return {
    attributes: [...attributes, ...(lookup ? (['lookup'] as const) : []), ...(autocomplete ? (['autocomplete'] as const) : [])],
    label: typeof label === 'string' ? label : null,
    ...(choices && (lookup || choices.dependencies.length > 0) ? { lookupSettings: { dependencies: [...choices.dependencies] } } : {}),
    ...(autocomplete ? { autocompleteSettings: { searchField: autocomplete.searchField } } : {}),
  };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}
