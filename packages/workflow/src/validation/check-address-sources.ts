import { collectReferences } from '../expressions/expression-references.ts';
import { literalText, parseExpression } from '../expressions/parse-expression.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { ExpressionError } from '../values/expression-error.ts';
import type { ReferenceNode } from '../values/syntax-tree.ts';
import type { WorkflowProblem } from './workflow-problem.ts';

const MESSAGE =
  'With a connector, the URL cannot begin with a value from the webhook call: its sender would choose what is called. Write the path and put values in it';

/**
 * HTTP requests with a connector whose address begins with what a webhook's caller sent (HOSTILE 36): directly, as an item of a loop over
 * it, as a loop's result, or as a stored value. Values that pass through a script or another system are its author's own choice.
 */
export function checkAddressSources(steps: readonly WorkflowStep[]): WorkflowProblem[] {
  const trigger = steps.find((step) => step.type === 'Trigger');
  if (trigger?.triggerType !== 'Webhook') return [];
  return steps.flatMap((step) => {
    if (step.type !== 'HttpRequest' || !step.connectorId) return [];
    if (!beginsWithCall(step.url, steps, trigger.stepId, new Set())) return [];
    return [{ stepId: step.stepId, field: 'url', message: MESSAGE }];
  });
}

function beginsWithCall(text: string, steps: readonly WorkflowStep[], trigger: string, seen: Set<string>): boolean {
  return leadingReferences(text).some((reference) => comesFromCall(reference, steps, trigger, seen));
}

function leadingReferences(text: string): ReferenceNode[] {
  try {
    const { parts } = parseExpression(text);
    const first = parts.find((part) => part.kind === 'segment' || part.text.trim() !== '');
    const references: ReferenceNode[] = [];
    if (first?.kind === 'segment') collectReferences(first.expression, references);
    return references;
  } catch (error) {
    // Unreadable text is reported separately.
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

function comesFromCall({ root, members }: ReferenceNode, steps: readonly WorkflowStep[], trigger: string, seen: Set<string>): boolean {
  const [first, second] = members;
  if (first?.kind !== 'name') return false;
  const isResult = second?.kind === 'name' && second.name === 'Results';
  const source = `${root} ${first.name}${isResult ? ' Results' : ''}`;
  if (seen.has(source)) return false;
  seen.add(source);
  if (root === 'Steps') {
    if (first.name === trigger) return true;
    const loop = steps.find((step) => step.type === 'Loop' && step.stepId === first.name);
    if (loop?.type !== 'Loop') return false;
    return beginsWithCall((isResult ? loop.resultExpression : loop.listContextDataEntityName) ?? '', steps, trigger, seen);
  }
  if (root !== 'Data') return false;
  const stored = steps.flatMap((step) => (step.type === 'DataStorage' ? step.keyValues : []));
  // A key computed at run time may be this one.
  return stored.some(({ key, valueExpression }) => {
    return (literalText(key) ?? first.name) === first.name && beginsWithCall(valueExpression ?? '', steps, trigger, seen);
  });
}
