import { readNumber } from '@portage/primitives/exact-json';
import { flatSchema } from '../extracted/flat-schema.ts';
import { isObject } from '../json/json.ts';
import type { Located } from '../json/json-pointer.ts';
import { coerceValue } from './coerce-value.ts';
import type { Coercion } from './coercion.ts';

/** `$first: Int`, before `=`, `,`, `)` or the next variable. */
const VARIABLE = /\$([_A-Za-z]\w*)\s*:\s*(\[?)\s*([_A-Za-z]\w*)/g;

/**
 * Variables of a query that overrides the operation's (spec STEP-35). They are converted to the types that the document or the
 * query itself gives, because mapped values are often text. The query decides what it needs, so nothing is added or refused here.
 *
 * @param schema of the operation's own variables; null if it has none.
 */
export function variablesOfOverride(coercion: Coercion, schema: Located | null, query: string, value: unknown): unknown {
  if (!isObject(value)) return value ?? {};
  const known = schema ? flatSchema(coercion.source, schema).properties : new Map<string, Located>();
  const declared = scalarTypes(query);
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => {
      const type = declared.get(name);
      if (type !== undefined) return [name, asScalar(type, given)];
      const property = known.get(name);
      if (!property) return [name, given];
      const attempt: Coercion = { ...coercion, problems: [] };
      const coerced = coerceValue(attempt, property, given, `body.${name}`);
      return [name, attempt.problems.length > 0 ? given : coerced];
    }),
  );
}

type ScalarType = 'Int' | 'Float' | 'Boolean' | 'String' | 'ID';

function scalarTypes(query: string): Map<string, ScalarType> {
  const types = new Map<string, ScalarType>();
  for (const [, name = '', list, type = ''] of query.matchAll(VARIABLE)) {
    if (!list && /^(Int|Float|Boolean|String|ID)$/.test(type) && !types.has(name)) types.set(name, type as ScalarType);
  }
  return types;
}

/** Unchanged if it can't be converted: the server reports that in its own words. */
function asScalar(type: ScalarType, value: unknown): unknown {
  switch (type) {
    case 'Int':
    case 'Float':
      return typeof value === 'string' ? (readNumber(value) ?? value) : value;
    case 'Boolean':
      return typeof value === 'string' && /^(true|false)$/i.test(value.trim()) ? value.trim().toLowerCase() === 'true' : value;
    case 'String':
    case 'ID':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    default:
      return type satisfies never;
  }
}
