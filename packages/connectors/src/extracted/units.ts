import { member } from '../json/json.ts';
import { type SchemaSource, unescapeName } from '../json/json-pointer.ts';
import { escapeName } from '../json/place.ts';

/**
 * The pieces that a document is stored in: one per operation, one per event, one per schema that anything refers to. Keys are
 * pointers. Anything within a unit is found by the rest of its pointer.
 */
export type Units = Pick<ReadonlyMap<string, unknown>, 'has' | 'get'>;

export function operationKey(operationId: string): string {
  return `#/x-operations/${escapeName(operationId)}`;
}

export function eventKey(eventId: string): string {
  return `#/x-events/${escapeName(eventId)}`;
}

/** The unit that a schema is stored in: its component, otherwise the schema by itself. */
export function schemaUnitKey(reference: string): string {
  const pointer = canonical(reference);
  return /^#\/(?:components\/[^/]+|definitions)\/[^/]+/.exec(pointer)?.[0] ?? pointer;
}

/** Looks pointers up in units. */
export function unitSource(units: Units): SchemaSource {
  return {
    at(reference) {
      const names = canonical(reference).split('/');
      for (let length = names.length; length > 1; length -= 1) {
        const key = names.slice(0, length).join('/');
        if (units.has(key)) return names.slice(length).reduce((value, name) => member(value, unescapeName(name)), units.get(key));
      }
      return undefined;
    },
  };
}

/** One spelling for equivalent pointers. */
function canonical(pointer: string): string {
  if (!pointer.includes('%')) return pointer;
  return pointer
    .split('/')
    .map((name, index) => (index === 0 ? name : escapeName(unescapeName(name))))
    .join('/');
}
