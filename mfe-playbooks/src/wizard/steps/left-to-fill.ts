import type { StepAnswers } from '../step-answers.ts';

type StepIntegration = NonNullable<StepAnswers['stepIntegrations']>[number];

/** A workflow template's step, as far as it is looked at here. */
interface TemplateStep {
  stepId: string;
  type: string;
  requestParameterMappings?: readonly { toParameterPath: string; fromParameterExpression: string | null }[] | null | undefined;
}

/** A value that a template leaves to the person. */
export interface ValueToFill {
  stepId: string;
  path: string;
  /** "Line items › Price". */
  label: string;
}

/** Values of connector steps that the template leaves empty (spec PB-21, PB-45). */
export function valuesToFill(steps: readonly TemplateStep[]): ValueToFill[] {
  return steps.flatMap(({ stepId, requestParameterMappings }) =>
    (requestParameterMappings ?? [])
      .filter(({ fromParameterExpression }) => !fromParameterExpression?.trim())
      .map(({ toParameterPath }) => ({ stepId, path: toParameterPath, label: labelOf(toParameterPath) })),
  );
}

export function filledValue(filled: readonly StepIntegration[], { stepId, path }: ValueToFill): string {
  const step = filled.find((one) => one.stepId === stepId);
  return step?.parameterMappings.find(({ toParameterPath }) => toParameterPath === path)?.fromParameterExpression ?? '';
}

export function withFilledValue(filled: readonly StepIntegration[], { stepId, path }: ValueToFill, text: string): StepIntegration[] {
  const own = filled.find((one) => one.stepId === stepId) ?? { stepId, connectorId: null, operationId: null, parameterMappings: [] };
  const others = own.parameterMappings.filter(({ toParameterPath }) => toParameterPath !== path);
  const mappings = text === '' ? others : [...others, { toParameterPath: path, fromParameterExpression: text }];
  return [...filled.filter((one) => one.stepId !== stepId), { ...own, parameterMappings: mappings }];
}

/** `body.line_items[].price` as "Line items › Price". */
function labelOf(path: string): string {
  const names = path
    .replace(/^(?:body|query|path|header)\./, '')
    .replaceAll('[]', '')
    .split('.');
  return names
    .map((name) => name.replaceAll(/[_-]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
    .map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`)
    .join(' › ');
}
