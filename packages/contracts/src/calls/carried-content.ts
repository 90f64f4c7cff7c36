import { z } from 'zod';

/** Members that hold what Portage executes, and with whose credentials: steps, code, expressions, mappings, connectors. */
const CONTENT =
  /^(?:steps?|stepValues|values|definition|operations|script|\w*(?:Script|(?<!Status)Code|ToImport)|code|(?:\w*E|e)xpressions?|(?:\w*M|m)appings?|(?:\w*C|c)onnectorIds?)$/;

/** Whether a body may hold content that Portage executes. Read from the schema, so that new calls with steps or connectors count. */
export function carriesContent(body: z.ZodType | undefined): boolean {
  return body !== undefined && hasMember(body, CONTENT, new Set());
}

/** Whether a response holds stored steps. */
export function showsSteps(response: z.ZodType | undefined): boolean {
  return response !== undefined && hasMember(response, /^steps$/, new Set());
}

function hasMember(schema: z.core.$ZodType, name: RegExp, seen: Set<z.core.$ZodType>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).some(([member, inner]) => name.test(member) || hasMember(inner, name, seen));
  }
  return innerSchemas(schema).some((inner) => hasMember(inner, name, seen));
}

/** The schemas that a schema wraps or combines; kinds without any are leaves. */
function innerSchemas(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'array':
      return [def.element];
    case 'record':
      return [def.valueType];
    case 'union':
      return [...def.options];
    case 'intersection':
      return [def.left, def.right];
    case 'tuple':
      return [...def.items];
    case 'pipe':
      return [def.in, def.out];
    case 'lazy':
      return [def.getter()];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return [def.innerType];
    default:
      return [];
  }
}
