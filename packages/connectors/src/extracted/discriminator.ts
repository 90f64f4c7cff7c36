import { listEntries, textMember } from '../json/json.ts';
import type { Located } from '../json/json-pointer.ts';

/** A property whose value says which schema describes an object. */
export interface Discriminator {
  property: string;
  /** By the property's value. They are references, so that only the chosen schema is loaded. */
  targets: ReadonlyMap<string, Located>;
  /** Used if the property has no value (OpenAPI 3.2, `defaultMapping`). */
  usual: Located | null;
}

/** An imported document's discriminator, whose mapping has pointers (../openapi/compact-discriminator.ts); null if there is none. */
export function readDiscriminator(written: unknown): Discriminator | null {
  const property = textMember(written, 'propertyName');
  if (!property) return null;
  const targets = listEntries(written, 'mapping').flatMap(([value, pointer]): [string, Located][] => {
    const target = referenceTo(pointer);
    return target ? [[value, target]] : [];
  });
  return { property, targets: new Map(targets), usual: referenceTo(textMember(written, 'defaultMapping')) };
}

function referenceTo(pointer: unknown): Located | null {
  return typeof pointer === 'string' ? { value: { $ref: pointer }, pointer } : null;
}
