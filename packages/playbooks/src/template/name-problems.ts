import type { TemplateDefinition } from './template-definition.ts';
import type { TemplateProblem } from './template-problem.ts';

/** Items with the same name as an earlier one, with their index. */
export function repeated<Item>(items: readonly Item[], nameOf: (item: Item) => string): [at: number, name: string][] {
  const names = items.map(nameOf);
  return names.flatMap((name, at): [number, string][] => (names.indexOf(name) < at ? [[at, name]] : []));
}

export function connectorProblem({ connectors }: TemplateDefinition, key: string, path: string): TemplateProblem[] {
  if (connectors.some((connector) => connector.key === key)) return [];
  const keys = connectors.map((connector) => connector.key).join(', ');
  return [{ path, message: `There is no connector “${key}”. There are ${keys}.` }];
}

/** Problems of `{answer.…}` without a question. */
export function checkAnswerNames(known: readonly string[], used: readonly string[], path: string): TemplateProblem[] {
  return used
    .filter((name) => !known.includes(name))
    .map((name) => ({ path, message: `There is no question “${name}” for {answer.${name}}.` }));
}
