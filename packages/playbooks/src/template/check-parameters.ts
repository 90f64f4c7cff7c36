import type { EntityDefinition } from '@portage/connectors/entities';
import type { ExtractedOperation } from '@portage/connectors/openapi';
import { parsePath } from '@portage/connectors/schema';
import type { TemplateLookup } from './template-definition.ts';
import type { TemplateProblem } from './template-problem.ts';

/** Parameters for questions that none of these entities asks: they would have no effect. */
export function parameterProblems(
  systemName: string,
  entities: readonly Pick<EntityDefinition, 'title' | 'parameters'>[],
  given: Readonly<Record<string, unknown>>,
  path: string,
): TemplateProblem[] {
  const asked = entities.flatMap(({ parameters }) => parameters.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !asked.includes(name));
  const titles = entities.map(({ title }) => title).join(', ');
  return unknown.map((name) => ({
    path: `${path}.${name}`,
    message: `${titles} of ${systemName} don’t ask for “${name}”${asked.length === 0 ? '' : `: choose ${asked.join(', ')}`}.`,
  }));
}

/** Look-up values that the operation doesn't accept. The body is left to the system: many accept any member. */
export function lookupValueProblems(
  { operation: name, parameters = {}, searchParameter }: TemplateLookup,
  operation: ExtractedOperation,
  path: string,
): TemplateProblem[] {
  const isTaken = (written: string) => {
    const [place, parameter] = parsePath(written) ?? [];
    return place === 'body' || operation.parameters.some((one) => one.place === place && one.name === parameter);
  };
  const message = (written: string) => `“${name}” has no parameter ${written}.`;
  const values = Object.keys(parameters).filter((written) => !isTaken(written));
  return [
    ...values.map((written) => ({ path: `${path}.parameters["${written}"]`, message: message(written) })),
    ...(searchParameter !== undefined && !isTaken(searchParameter)
      ? [{ path: `${path}.searchParameter`, message: message(searchParameter) }]
      : []),
  ];
}
