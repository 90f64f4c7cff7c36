import { humanised, MAX_NAME, nameOfSummary, splitWords } from '../extracted/readable-name.ts';
import { thingOfPath } from './things-of-path.ts';

export interface Nameable {
  summary: string | undefined;
  operationId: string | undefined;
  method: string;
  path: string;
}

/** A short name: the summary if it's short enough, otherwise the operationId in words, otherwise from method and path. */
export function nameOfOperation({ summary, operationId, method, path }: Nameable): string {
  return nameOfSummary(summary) ?? nameOfOperationId(operationId ?? '') ?? nameOfPath(method, path);
}

/** `repos/list-commits` is "List commits"; verbs may come last: `drive.files.list` is "List drive files". Null for an id that is a path. */
function nameOfOperationId(operationId: string): string | null {
  if (operationId.includes('{')) return null;
  const name = inWords(operationId);
  return name === '' || name.length > MAX_NAME ? null : name;
}

function inWords(operationId: string): string {
  const parts = operationId.split(/[/.:#]/).filter(Boolean);
  const last = parts.at(-1) ?? '';
  if (parts.length < 2) return humanised(operationId);
  return splitWords(last).length > 1 ? humanised(last) : humanised([last, ...parts.slice(0, -1)].join(' '));
}

/** "Get orders by order ID", "Capture charges". */
function nameOfPath(method: string, path: string): string {
  const { thing, verb } = thingOfPath(path);
  const [doing] = splitWords(verb ?? method.toLowerCase());
  const parameter = /\{([^{}]+)\}(?:\.\w+)?$/.exec(path)?.[1];
  const by = parameter && verb === null ? ` by ${parameter}` : '';
  return thing ? humanised(`${doing} ${thing}${by}`) : `${method.toUpperCase()} ${path}`;
}
