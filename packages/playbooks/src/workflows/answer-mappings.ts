import { listAnswerNames } from '../template/answer-places.ts';
import type { TemplateDefinition } from '../template/template-definition.ts';
import type { Mapping } from '../wizard/wizard-step.ts';

/**
 * Mappings of a workflow whose value comes from answers, with placeholders such as `{answer.accountId}`. Changed mappings keep the
 * placeholders, so that they follow an answer that is given or changed later.
 */
export function listAnswerMappings({ workflows }: TemplateDefinition, workflowId: string): Mapping[] {
  const workflow = workflows.find(({ id }) => id === workflowId);
  const written = (workflow?.mappings ?? []).map(({ toParameterPath, fromParameterExpression }) => [
    toParameterPath,
    fromParameterExpression,
  ]);
  const byTarget: Record<string, string> = { ...Object.fromEntries(written), ...workflow?.addMappings };
  return Object.entries(byTarget)
    .filter(([, fromParameterExpression]) => listAnswerNames(fromParameterExpression).length > 0)
    .map(([toParameterPath, fromParameterExpression]) => ({ fromParameterExpression, toParameterPath }));
}
