import { formatPath } from '@portage/primitives/paths';
import type { ExtractedOperation } from '../extracted/extracted.ts';
import { addProblem, type ProblemList } from './request-error.ts';
import type { RequestValues } from './request-values.ts';

const PLACES = ['path', 'query', 'header', 'cookie'] as const;
const OF_ADDRESS: readonly string[] = ['path', 'query'];

/** Refuses values that the request has no parameter for: without them, the call would ask for something else. */
export function refuseUnsent(
  problems: ProblemList,
  operation: ExtractedOperation,
  values: RequestValues,
  { isOneOfSeveral = false }: { isOneOfSeveral?: boolean },
): void {
  for (const place of PLACES) {
    if (isOneOfSeveral && OF_ADDRESS.includes(place)) continue;
    const isParameter = parameterNames(operation, place);
    for (const [name, value] of Object.entries(values[place] ?? {})) {
      if (isParameter(name) || isEmpty(value)) continue;
      addProblem(problems, formatPath([place, name]), 'is not a parameter of this operation: remove its value.');
    }
  }
  if (operation.body || operation.graphQl || isEmpty(values.body)) return;
  const { method } = operation;
  const reason = method === 'GET' || method === 'HEAD' ? `a ${method} request can't carry one` : 'this operation has none';
  addProblem(problems, 'body', `can't be sent: ${reason}. Remove its values or choose another operation.`);
}

function parameterNames({ parameters }: ExtractedOperation, place: (typeof PLACES)[number]): (name: string) => boolean {
  const sameCase = (name: string) => (place === 'header' ? name.toLowerCase() : name);
  const names = new Set(parameters.filter((parameter) => parameter.place === place).map(({ name }) => sameCase(name)));
  return (name) => names.has(sameCase(name));
}

/** Nothing of it would be sent anyway. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === undefined || value === null;
}
