import { isSameJson } from '@portage/primitives/json';
import { isObject } from '../json/json.ts';
import { getShownType, type RawSchema } from './schema-view.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
/** Longer texts get a text area. */
const LINE_LENGTH = 255;
/** Only this many items of a long list are read; they show the type of all. */
const MOST_ITEMS = 200;

/** The schema of a sample (spec CTYPE-20), with the members of all items of a list. A sample can't show that a member is required. */
export function schemaFromJson(sample: unknown): RawSchema {
  switch (typeof sample) {
    case 'boolean':
      return { type: 'boolean' };
    case 'number':
      return { type: Number.isInteger(sample) ? 'integer' : 'number' };
    case 'string':
      if (DATE.test(sample)) return { type: 'string', format: 'date' };
      if (DATE_TIME.test(sample)) return { type: 'string', format: 'date-time' };
      return sample.length > LINE_LENGTH || sample.includes('\n') ? { type: 'string', 'x-textarea': true } : { type: 'string' };
    default:
  }
  if (Array.isArray(sample)) {
    const items = sample.slice(0, MOST_ITEMS).map(schemaFromJson);
    return { type: 'array', items: items.length > 0 ? items.reduce(together) : {} };
  }
  if (!isObject(sample)) return {};
  // Own members only, even `__proto__`: the names come from a pasted sample.
  return { type: 'object', properties: Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, schemaFromJson(value)])) };
}

/** The common schema of two samples of the same value. */
function together(left: RawSchema, right: RawSchema): RawSchema {
  if (isSameJson(left, right)) return left;
  const [first, second] = [getShownType(left), getShownType(right)];
  if (first === 'Any') return right;
  if (second === 'Any') return left;
  if (first === 'Object' && second === 'Object') {
    const [a, b] = [propertyMap(left), propertyMap(right)];
    const names = [...new Set([...a.keys(), ...b.keys()])];
    const property = (name: string) => {
      const [one, other] = [a.get(name), b.get(name)];
      return one && other ? together(one, other) : (one ?? other ?? {});
    };
    return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, property(name)])) };
  }
  if (first === 'Array' && second === 'Array') {
    return { type: 'array', items: together((left.items ?? {}) as RawSchema, (right.items ?? {}) as RawSchema) };
  }
  const numbers = new Set(['Int', 'Number']);
  if (numbers.has(first) && numbers.has(second)) return { type: 'number' };
  const texts = new Set(['String', 'Date']);
  if (texts.has(first) && texts.has(second))
    return left['x-textarea'] || right['x-textarea'] ? { type: 'string', 'x-textarea': true } : { type: 'string' };
  return {};
}

function propertyMap(schema: RawSchema): Map<string, RawSchema> {
  return new Map(Object.entries((schema.properties ?? {}) as Record<string, RawSchema>));
}
