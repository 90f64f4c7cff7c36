import { below, enumValues, flatSchema, type Located, resolveType, type SchemaSource } from '@portage/connectors/openapi';
import { hasType } from '@portage/connectors/requests';
import { isObject } from '@portage/primitives/json';
import { matchesPattern } from './sample-text.ts';
import { findItemShape, findPropertyShape, numberMember, type Shape, textMember } from './schema-shape.ts';

export interface ValueProblem {
  path: string;
  message: string;
}

const MOST_PROBLEMS = 20;
const KINDS: Readonly<Record<string, string>> = { array: 'a list', integer: 'a whole number', object: 'an object', string: 'a text' };
const MISSING = 'is required';

/** What is wrong with a value in a call, according to its schema. */
export function valueProblems(source: SchemaSource, located: Located, value: unknown, path: string): ValueProblem[] {
  return check(source, located, value, path).slice(0, MOST_PROBLEMS);
}

function check(source: SchemaSource, located: Located, value: unknown, path: string): ValueProblem[] {
  const flat = flatSchema(source, located);
  if (flat.variants.length > 0) {
    if (value === null) return [];
    // A value must fit one of several schemas; the closest one names the problem.
    const tried = flat.variants.map((variant) => check(source, variant, value, path));
    const distance = (problems: readonly ValueProblem[]) => problems.length + problems.filter(({ message }) => message === MISSING).length;
    const nearest = tried.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    if (nearest.length > 0 || flat.properties.size === 0) return nearest;
  }
  const own: Shape = { ...located, pointer: flat.pointer, flat, type: resolveType(flat) };
  if (value === null) return isNullable(own) ? [] : [{ path, message: 'must not be null' }];
  if (!hasType(own.type, value)) return [{ path, message: `must be ${KINDS[own.type] ?? `a ${own.type}`}, not ${describeKind(value)}` }];
  const choices = enumValues(own.flat);
  if (choices && !choices.some((choice) => choice === value)) {
    return [{ path, message: `must be one of ${choices.slice(0, 10).map(String).join(', ')}` }];
  }
  if (typeof value === 'string') return textProblems(own, value, path);
  if (typeof value === 'number') return numberProblems(own, value, path);
  if (Array.isArray(value)) return listProblems(source, own, value, path);
  return isObject(value) ? objectProblems(source, own, value, path) : [];
}

function textProblems(shape: Shape, value: string, path: string): ValueProblem[] {
  const problem = (message: string) => [{ path, message }];
  const least = numberMember(shape, 'minLength');
  const most = numberMember(shape, 'maxLength');
  if (least !== null && value.length < least) return problem(`must have at least ${least} characters`);
  if (most !== null && value.length > most) return problem(`must have at most ${most} characters`);
  const pattern = textMember(shape, 'pattern');
  if (!matchesPattern(value, pattern)) return problem(`must match ${pattern}`);
  const format = textMember(shape, 'format');
  if (format === 'date-time' && Number.isNaN(Date.parse(value))) return problem('must be a date and time such as 2026-11-23T10:00:00Z');
  if (format === 'date' && !/^\d{4}-\d\d-\d\d$/.test(value)) return problem('must be a date such as 2026-11-23');
  if (format === 'email' && !/^[^@\s]+@[^@\s]+$/.test(value)) return problem('must be an e-mail address');
  if (format === 'uuid' && !/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value)) return problem('must be a UUID');
  return [];
}

function numberProblems(shape: Shape, value: number, path: string): ValueProblem[] {
  const problem = (message: string) => [{ path, message }];
  const least = numberMember(shape, 'minimum');
  const most = numberMember(shape, 'maximum');
  const above = numberMember(shape, 'exclusiveMinimum') ?? (shape.flat.members.get('exclusiveMinimum') === true ? least : null);
  const below = numberMember(shape, 'exclusiveMaximum') ?? (shape.flat.members.get('exclusiveMaximum') === true ? most : null);
  if (least !== null && value < least) return problem(`must be at least ${least}`);
  if (most !== null && value > most) return problem(`must be at most ${most}`);
  if (above !== null && value <= above) return problem(`must be more than ${above}`);
  if (below !== null && value >= below) return problem(`must be less than ${below}`);
  return [];
}

function listProblems(source: SchemaSource, shape: Shape, value: unknown[], path: string): ValueProblem[] {
  const least = numberMember(shape, 'minItems');
  const most = numberMember(shape, 'maxItems');
  if (least !== null && value.length < least) return [{ path, message: `must have at least ${least} entries` }];
  if (most !== null && value.length > most) return [{ path, message: `must have at most ${most} entries` }];
  const items = findItemShape(source, shape);
  const located = items && { value: shape.flat.members.get('items'), pointer: below(shape.pointer, 'items') };
  return located ? value.flatMap((entry, index) => check(source, located, entry, `${path}[${index}]`)) : [];
}

function objectProblems(source: SchemaSource, shape: Shape, value: Readonly<Record<string, unknown>>, path: string): ValueProblem[] {
  const problems: ValueProblem[] = [];
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const [name, property] of shape.flat.properties) {
    if (findPropertyShape(source, shape, name)?.flat.members.get('readOnly') === true) continue;
    if (value[name] !== undefined) problems.push(...check(source, property, value[name], inside(name)));
    else if (shape.flat.required.has(name)) problems.push({ path: inside(name), message: MISSING });
  }
  for (const name of shape.flat.required) {
    if (!shape.flat.properties.has(name) && value[name] === undefined) problems.push({ path: inside(name), message: MISSING });
  }
  if (shape.flat.members.get('additionalProperties') !== false) return problems;
  for (const name of Object.keys(value)) {
    if (!shape.flat.properties.has(name)) problems.push({ path: inside(name), message: 'is not known' });
  }
  return problems;
}

function isNullable({ flat, type }: Shape): boolean {
  const written = flat.members.get('type');
  const isListed = Array.isArray(written) && written.includes('null');
  return isListed || type === 'any' || flat.members.get('nullable') === true || flat.members.get('x-nullable') === true;
}

function describeKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : typeof value === 'string' ? 'a text' : `the ${typeof value} ${String(value)}`;
}
