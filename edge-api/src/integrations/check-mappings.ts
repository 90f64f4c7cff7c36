import { EXTRA_ENTRY, MATCH_PREFIX, parsePath } from '@portage/connectors/schema';
import { brokenPath, type EmptyHandling, ExpressionError, expressionReferences, referenceFault } from '@portage/workflow';

export interface Mapping extends EmptyHandling {
  fromParameterExpression: string;
  toParameterPath: string;
}

const GROUPS = ['body', 'query', 'path', 'header', 'match'];

/** A mapping's problem, and which of its two members has it. */
export interface MappingProblem {
  at: number;
  member: keyof Mapping;
  message: string;
}

/** Mappings that give a value; the others are dropped (spec INT-10). */
export function withoutEmpty<M extends Mapping>(mappings: readonly M[]): M[] {
  return mappings.filter(({ fromParameterExpression }) => fromParameterExpression.trim() !== '');
}

/**
 * The first mapping that no sync could carry out; null if a sync can carry out all of them.
 *
 * @param hasStep whether the workflow has a step with that name
 * @param lists mappings of the same record, some of which may name its lists
 */
export function mappingProblem(
  mappings: readonly Mapping[],
  hasStep: (name: string) => boolean,
  lists: readonly Mapping[] = mappings,
): MappingProblem | null {
  const paths = new Set<string>();
  for (const [at, mapping] of mappings.entries()) {
    const { fromParameterExpression, toParameterPath } = mapping;
    const path = pathProblem(toParameterPath, lists) ?? (paths.has(toParameterPath) ? `Two mappings fill "${toParameterPath}".` : null);
    if (path !== null) return { at, member: 'toParameterPath', message: path };
    paths.add(toParameterPath);
    const isInList = /\[\+?\]\./.test(toParameterPath);
    const message = expressionProblem(fromParameterExpression, isInList, hasStep);
    if (message !== null) return { at, member: 'fromParameterExpression', message };
    const empty = emptyProblem(mapping, isInList, hasStep);
    if (empty) return { at, ...empty };
  }
  return null;
}

function emptyProblem(
  { whenEmpty, defaultValue = '', toParameterPath }: Mapping,
  isInList: boolean,
  hasStep: (name: string) => boolean,
): Omit<MappingProblem, 'at'> | null {
  const isNeverCleared = toParameterPath.startsWith(MATCH_PREFIX) || toParameterPath.endsWith(EXTRA_ENTRY);
  if (whenEmpty === 'Clear' && isNeverCleared)
    return { member: 'whenEmpty', message: `"${toParameterPath}" is not a field of the target, so it can't be cleared.` };
  if (whenEmpty !== 'Default') return null;
  if (defaultValue.trim() === '') return { member: 'defaultValue', message: 'Write the value for records where the source has none.' };
  const message = expressionProblem(defaultValue, isInList, hasStep);
  return message === null ? null : { member: 'defaultValue', message };
}

/** Why no request can write a path; null if one can. */
export function targetPathProblem(path: string): string | null {
  const segments = parsePath(path);
  const [group] = segments ?? [];
  if (segments && segments.length > 1 && typeof group === 'string' && GROUPS.includes(group)) return null;
  return `"${path}" is not the path of a field: write body.name, query.name, path.name, header.name or match.name.`;
}

function pathProblem(path: string, mappings: readonly Mapping[]): string | null {
  const parts = path.split(/\[\+?\]/);
  if (parts.length === 1) return targetPathProblem(path);
  const marker = path.includes(EXTRA_ENTRY) ? EXTRA_ENTRY : '[]';
  const [list = '', below = ''] = parts;
  if (parts.length > 2) return `"${path}" has a list inside a list, which cannot be mapped.`;
  const problem = targetPathProblem(list);
  if (problem !== null) return problem;
  if (below === '') return null;
  if (!below.startsWith('.') || parsePath(below.slice(1)) === null)
    return `"${path}" is not the path of a field of a list: write ${list}${marker}.name.`;
  const hasList = mappings.some(({ toParameterPath }) => toParameterPath === list + marker);
  const wanted = marker === '[]' ? 'the list itself' : 'the entry itself';
  return hasList ? null : `"${path}" needs a mapping for ${wanted}: ${list}${marker}.`;
}

function expressionProblem(text: string, isInList: boolean, hasStep: (name: string) => boolean): string | null {
  try {
    for (const reference of expressionReferences(text).references) {
      if (reference.root === 'Item' || (reference.root === 'Entry' && isInList)) continue;
      if (reference.root === 'Entry') return 'Use $Entry only in mappings below a list (…[].name).';
      const fault = referenceFault(reference, hasStep);
      if (fault !== null) return `${fault}.`;
    }
    return brokenPath(text)?.message ?? null;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}
