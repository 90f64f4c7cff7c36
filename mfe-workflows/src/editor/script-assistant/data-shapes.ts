import type { ExpressionScope } from '@portage/workflow';

const DEEPEST = 8;
const MOST_ITEMS = 20;
/** An object with more members counts as a table whose keys are data. */
const MOST_MEMBERS = 60;
const LONGEST_SHAPES = 40_000;
const LONGEST_VALUES = 40_000;
const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;
/** A name as programs use it; other names, such as addresses, numbers and ids, are data. */
const STRUCTURAL_NAME = /^[A-Za-z_$][\w$ :.-]{0,39}$/;
const ID_LIKE = /^[0-9a-f-]{16,}$|\d{4,}/i;

/** The types of what a script can read, as TypeScript writes them, without any values: members whose names are data are merged into one. */
export function dataShapes({ steps, data, vars = {} }: ExpressionScope): string {
  const lines = [
    ...Object.entries(steps).flatMap(([name, values]) =>
      Object.entries(values).map(([part, value]) => `Steps[${JSON.stringify(name)}].${part}: ${inferType(value, 0)}`),
    ),
    ...Object.entries(data).map(([key, value]) => `$Data[${JSON.stringify(key)}]: ${inferType(value, 0)}`),
    ...Object.entries(vars).map(([name, value]) => `$Vars.${name}: ${inferType(value, 0)}`),
    '$Consts: { WorkflowId: string; WorkflowInstanceId: string }',
  ];
  return lines.join('\n').slice(0, LONGEST_SHAPES);
}

/** The values themselves, which are sent only if a person asks for that. */
export function sampleValues({ steps, data }: ExpressionScope): string {
  return JSON.stringify({ Steps: steps, $Data: data }, null, 1).slice(0, LONGEST_VALUES);
}

function inferType(value: unknown, depth: number): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return listType(value, depth);
  if (typeof value === 'object') return objectType([value as Record<string, unknown>], depth);
  return typeof value;
}

function listType(items: readonly unknown[], depth: number): string {
  const seen = items.slice(0, MOST_ITEMS);
  const objects = seen.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null && !Array.isArray(item));
  const others = seen.filter((item) => !objects.includes(item as Record<string, unknown>)).map((item) => inferType(item, depth + 1));
  const types = [...new Set([...(objects.length > 0 ? [objectType(objects, depth)] : []), ...others])];
  const [only] = types;
  if (only === undefined) return 'unknown[]';
  return types.length === 1 ? `${only}[]` : `(${types.join(' | ')})[]`;
}

/** One type for all objects at one position; members that some of them lack are optional. */
function objectType(objects: readonly Record<string, unknown>[], depth: number): string {
  if (depth >= DEEPEST) return 'object';
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const isTable = names.length > MOST_MEMBERS || names.some((name) => !STRUCTURAL_NAME.test(name) || ID_LIKE.test(name));
  if (isTable) {
    const types = new Set(
      objects.flatMap((object) => Object.values(object).slice(0, MOST_ITEMS)).map((value) => inferType(value, depth + 1)),
    );
    return `{ [key: string]: ${[...types].slice(0, 3).join(' | ') || 'unknown'} }`;
  }
  const members = names.map((name) => {
    const owners = objects.filter((object) => Object.hasOwn(object, name));
    const types = new Set(owners.map((object) => inferType(object[name], depth + 1)));
    const shown = PLAIN_NAME.test(name) ? name : JSON.stringify(name);
    return `${shown}${owners.length < objects.length ? '?' : ''}: ${[...types].join(' | ')}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}
