import { forbiddenNames } from '@portage/primitives/forbidden-names';
import { formatPath, type PathSegment, parsePath, readPath } from '@portage/primitives/paths';
import type { ExtractedParameter } from '../extracted/extracted.ts';
import { RequestError } from './request-error.ts';

export interface RequestValues {
  path?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  header?: Readonly<Record<string, unknown>>;
  cookie?: Readonly<Record<string, unknown>>;
  body?: unknown;
  /** Paths whose null clears the field, by the value that its schema has for that. Other nulls are omitted if not allowed. */
  cleared?: readonly string[];
}

/** A mapping whose expression was evaluated (spec ENG-21). */
export interface MappedValue {
  toParameterPath: string;
  value: unknown;
}

const GROUPS: readonly PathSegment[] = ['path', 'query', 'header', 'cookie', 'body'];
const MAX_PLACE = 10_000;

/**
 * Combines mapped values: `body.lines[0].price` makes a body with a list. Undefined values are omitted. A value at a path is
 * applied before those within it, wherever it is in the list.
 *
 * @throws RequestError for a path that names no group or can't be read.
 */
export function valuesFromMappings(mapped: readonly MappedValue[]): RequestValues {
  const read = mapped
    .filter(({ value }) => value !== undefined)
    .map(({ toParameterPath, value }) => ({ segments: checkedSegments(toParameterPath), value }))
    .sort((a, b) => a.segments.length - b.segments.length);
  const values: Record<string, unknown> = {};
  const own = new Set<object>();
  for (const { segments, value } of read) setValue(values, segments, value, own);
  return values;
}

/** The value of a parameter; undefined if it has none. Header names ignore case. */
export function valueOfParameter(values: RequestValues, { place, name }: Pick<ExtractedParameter, 'place' | 'name'>): unknown {
  const group = values[place] ?? {};
  if (Object.hasOwn(group, name)) return group[name];
  if (place !== 'header') return undefined;
  return Object.entries(group).find(([written]) => written.toLowerCase() === name.toLowerCase())?.[1];
}

/** Sets the value at one path; nothing else changes. */
export function withValue(values: RequestValues, path: string, value: unknown): RequestValues {
  const changed = structuredClone(values) as Record<string, unknown>;
  setValue(changed, checkedSegments(path), value, new Set());
  return changed;
}

/** The value at a path; undefined if there is none. */
export function valueAt(values: unknown, path: string): unknown {
  let value = values;
  for (const segment of readPath(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}

/** Paths of all nulls within a value. @param segments the path of the value itself */
export function nullPaths(value: unknown, segments: readonly PathSegment[]): string[] {
  if (value === null) return [formatPath(segments)];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, one]) =>
    one === null || typeof one === 'object' ? nullPaths(one, [...segments, Array.isArray(value) ? Number(name) : name]) : [],
  );
}

/** Cached, because every record of a sync has the same paths. */
const readPaths = new Map<string, readonly PathSegment[]>();
const MOST_READ_PATHS = 2_000;

function checkedSegments(path: string): readonly PathSegment[] {
  const known = readPaths.get(path);
  if (known) return known;
  const segments = readSegments(path);
  if (readPaths.size >= MOST_READ_PATHS) readPaths.clear();
  readPaths.set(path, segments);
  return segments;
}

function readSegments(path: string): readonly PathSegment[] {
  const segments = parsePath(path);
  if (!segments || !GROUPS.includes(segments[0] ?? '')) throw wrong(path, 'does not name a parameter.');
  if (segments.some((segment) => typeof segment === 'string' && forbiddenNames.includes(segment)))
    throw wrong(path, 'is not a name that can be used.');
  if (segments.some((segment) => typeof segment === 'number' && segment > MAX_PLACE)) throw wrong(path, 'is too far down its list.');
  return segments;
}

/** @param own objects and lists that were created here. Any other may be shared, so it's copied before it's changed. */
function setValue(root: Record<string, unknown>, segments: readonly PathSegment[], value: unknown, own: Set<object>): void {
  let holder: Record<PathSegment, unknown> = root;
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1];
    if (next === undefined) {
      holder[segment] = value;
      return;
    }
    const inner = Object.hasOwn(holder, segment) ? holder[segment] : undefined;
    const fits = typeof inner === 'object' && inner !== null && Array.isArray(inner) === (typeof next === 'number');
    if (!fits || !own.has(inner)) {
      const made = fits ? (Array.isArray(inner) ? [...inner] : { ...inner }) : typeof next === 'number' ? [] : {};
      own.add(made);
      holder[segment] = made;
    }
    holder = holder[segment] as Record<PathSegment, unknown>;
  }
}

function wrong(path: string, message: string): RequestError {
  return new RequestError([{ path, message }]);
}
