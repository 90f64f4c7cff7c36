import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { EACH, readPath } from '@portage/primitives/paths';
import type { StepAnswers } from '../step-answers.ts';

type StepIntegration = NonNullable<StepAnswers['stepIntegrations']>[number];

/** A value that a workflow template leaves to the person, or that they may override (spec PB-21, PB-45). */
export type ValueToFill = CallResponse<Calls, 'GET /api/playbooks/{id}/wizard/steps/{stepId}/values-to-fill'>['values'][number];

/** The person's text, otherwise the template's. */
export function filledValue(filled: readonly StepIntegration[], { stepId, path, usual }: ValueToFill): string {
  const step = filled.find((one) => one.stepId === stepId);
  return step?.parameterMappings.find(({ toParameterPath }) => toParameterPath === path)?.fromParameterExpression ?? usual;
}

export function withFilledValue(filled: readonly StepIntegration[], { stepId, path }: ValueToFill, text: string): StepIntegration[] {
  const own = filled.find((one) => one.stepId === stepId) ?? { stepId, connectorId: null, operationId: null, parameterMappings: [] };
  const others = own.parameterMappings.filter(({ toParameterPath }) => toParameterPath !== path);
  const parameterMappings = [...others, { toParameterPath: path, fromParameterExpression: text }];
  return [...filled.filter((one) => one.stepId !== stepId), { ...own, parameterMappings }];
}

const GROUPS: ReadonlySet<string> = new Set(['body', 'query', 'path', 'header']);

/** Turns `body.line_items[].price` into "Line items › Price". */
export function formatFieldPath(path: string): string {
  const names = readPath(path).filter((name) => name !== EACH);
  return (names.length > 1 && GROUPS.has(names[0] ?? '') ? names.slice(1) : names)
    .map((name) => name.replaceAll(/[_-]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
    .map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`)
    .join(' › ');
}
