import type { Located, SchemaSource } from '../json/json-pointer.ts';
import type { ProblemList } from './request-error.ts';

export interface Coercion extends ProblemList {
  source: SchemaSource;
  /** The body is written in parts. What the document calls a file becomes a part, whatever it was given as. */
  filesAreParts?: boolean;
  /** Paths whose null clears the field. */
  cleared?: ReadonlySet<string>;
  /** The body is a form, which has no null. */
  isForm?: boolean;
  /** For a merge patch (RFC 7396): null removes a member, whatever its schema says. */
  keepsNull?: boolean;
  /** False while variants are tried: a missing value is then a problem even if it has a default. */
  fillsRequired?: boolean;
  /** For reading a response: missing or invalid values stay so, and a long number is text. */
  isAnswer?: boolean;
  /** Shared by all attempts, because nested variants would multiply. */
  budget: { valuesLeft: number };
}

/** Values that are checked in one request, counting each variant that is tried. The rest is sent unchanged. */
const MAX_VALUES = 200_000;

export function startCoercion(source: SchemaSource, cleared: readonly string[] = []): Coercion {
  const paths = cleared.length > 0 ? { cleared: new Set(cleared) } : {};
  return { source, problems: [], budget: { valuesLeft: MAX_VALUES }, ...paths };
}

export type Coerce = (coercion: Coercion, schema: Located, value: unknown, path: string, depth: number) => unknown;

export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = String(value);
  return typeof value === 'string' ? `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"` : text;
}
