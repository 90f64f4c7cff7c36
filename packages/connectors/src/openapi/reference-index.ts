import { isObject, member } from '../json/json.ts';
import { escapeName } from '../json/place.ts';

/** A schema with `$id`. References within it are relative to it. */
export interface ReferenceBase {
  uri: string;
  pointer: string;
}

/** Where a document's schemas with their own names are (JSON Schema 2020-12, `$id`, `$anchor`). */
export interface ReferenceIndex {
  /** Pointers by URI; for anchors, with `#` and the name. */
  pointers: ReadonlyMap<string, string>;
  /** Anchors by name only, if a single schema has the name. */
  anchors: ReadonlyMap<string, string>;
}

/** Stands in for the document's address, which is unknown. */
const DOCUMENT = 'portage://document/';

/** Values are not schemas, whatever they contain. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Walks the whole document, so it's only used if there is a reference of this kind. */
export function indexReferences(document: unknown): ReferenceIndex {
  const pointers = new Map<string, string>();
  const anchors = new Map<string, string>();
  const visit = (value: unknown, pointer: string, base: string): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${pointer}/${index}`, base);
      return;
    }
    if (!isObject(value)) return;
    const inner = baseWithin(value, base);
    if (inner !== base) pointers.set(inner, pointer);
    for (const name of ['$anchor', '$dynamicAnchor']) {
      const anchor = member(value, name);
      if (typeof anchor !== 'string') continue;
      pointers.set(`${inner}#${anchor}`, pointer);
      if (!anchors.has(anchor)) anchors.set(anchor, pointer);
    }
    for (const [name, content] of Object.entries(value)) {
      if (!VALUES.has(name)) visit(content, `${pointer}/${escapeName(name)}`, inner);
    }
  };
  const self = member(document, '$self');
  const root = (typeof self === 'string' ? absolute(self, DOCUMENT) : null) ?? DOCUMENT;
  pointers.set(root, '#');
  visit(document, '#', root);
  return { pointers, anchors };
}

/** The base for references within a schema. */
export function baseWithin(schema: Readonly<Record<string, unknown>>, base: string = DOCUMENT): string {
  const id = schema.$id;
  return (typeof id === 'string' && !id.startsWith('#') ? absolute(id.replace(/#$/, ''), base) : null) ?? base;
}

/** The pointer that a reference means; null if it leads out of the document. */
export function findReference({ pointers, anchors }: ReferenceIndex, reference: string, base: string | null): string | null {
  const [, address = '', fragment = ''] = /^([^#]*)(?:#(.*))?$/s.exec(reference) ?? [];
  const root = [...pointers.entries()].find(([, pointer]) => pointer === '#')?.[0] ?? DOCUMENT;
  const uri = address === '' ? (base ?? root) : absolute(address, base ?? root);
  const start = uri === null ? undefined : pointers.get(uri);
  if (fragment === '' || fragment.startsWith('/')) return start === undefined ? null : `${start}${fragment}`;
  return (uri === null ? undefined : pointers.get(`${uri}#${fragment}`)) ?? (address === '' ? anchors.get(fragment) : undefined) ?? null;
}

function absolute(uri: string, base: string): string | null {
  return URL.canParse(uri, base) ? new URL(uri, base).href : null;
}
