import { parsePath } from '@portage/primitives/paths';
import { humanised } from '../extracted/readable-name.ts';
import type { FieldProblem } from '../requests/request-error.ts';
import type { EntityField } from './entity-fields.ts';

/** Why a record can't be sent, with fields named by title, not request path. @param fields of the entity, as mappings fill them */
export function refusedValues(
  problems: readonly FieldProblem[],
  typeName: string,
  fields: readonly Pick<EntityField, 'path' | 'title'>[],
): string {
  const titles = new Map(fields.map(({ path, title }) => [inAnyEntry(path), title]));
  const nameOf = (path: string) => `“${titles.get(inAnyEntry(path)) ?? humanised(lastName(path))}”${describeEntry(path)}`;
  const missing = problems.filter(({ message }) => message === 'is required.').map(({ path }) => nameOf(path));
  const wrong = problems.filter(({ message }) => message !== 'is required.').map(({ path, message }) => `${nameOf(path)} ${message}`);
  const it = missing.length === 1 ? 'it' : 'them';
  const lacks = `${typeName} needs ${listed(missing)}, and this record has no value for ${it}. Fill ${it} in at the source, or map something else.`;
  return [...(missing.length > 0 ? [lacks] : []), ...wrong].join(' ');
}

function inAnyEntry(path: string): string {
  return path.replaceAll(/\[(\d+|\+)?\]/g, '');
}

function lastName(path: string): string {
  const name = (parsePath(path) ?? []).findLast((segment) => typeof segment === 'string') ?? path;
  return name === 'body' ? 'record' : name;
}

/** The first entry needs no number: most lists have only one. */
function describeEntry(path: string): string {
  const at = Number(/\[(\d+)\][^[]*$/.exec(path)?.[1] ?? 0);
  return at > 0 ? ` of entry ${at + 1}` : '';
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(new Set(names));
}
