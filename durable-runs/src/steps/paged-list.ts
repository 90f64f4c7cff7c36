import { valueAt } from '@portage/connectors/requests';
import { type ExpressionScope, evaluateExpression, parseExpression, type WorkflowStep } from '@portage/workflow';

/**
 * The list that a loop iterates. The whole response of a step with auto paging stands for its items (spec STEP-48),
 * wherever its document says they are.
 *
 * @throws ExpressionError
 */
export function evaluateList(expression: string, scope: ExpressionScope): unknown {
  const value = evaluateExpression(expression, scope);
  if (Array.isArray(value)) return value;
  const source = parseReference(expression);
  const path = source?.isWholeAnswer ? scope.steps[source.stepId]?.ResponseItemsPath : undefined;
  return typeof path === 'string' ? valueAt(value, path) : value;
}

/** The step whose values contain the collection; null if no step's values do. */
export function stepOfCollection(expression: string): string | null {
  return parseReference(expression)?.stepId ?? null;
}

function parseReference(expression: string): { stepId: string; isWholeAnswer: boolean } | null {
  const { single } = parseExpression(expression);
  if (single?.kind !== 'reference' || single.root !== 'Steps') return null;
  const [step, value] = single.members;
  if (step?.kind !== 'name') return null;
  const isWholeAnswer = single.members.length === 2 && value?.kind === 'name' && value.name === 'Response';
  return { stepId: step.name, isWholeAnswer };
}

const limits = new WeakMap<readonly WorkflowStep[], Map<string, number>>();

/** The most items that a loop with a limit reads from a step's list (computed once per version); null if no such loop exists. */
export function pagedLoopLimit(steps: readonly WorkflowStep[], stepId: string): number | null {
  let known = limits.get(steps);
  if (!known) {
    known = new Map();
    for (const step of steps) {
      if (step.type !== 'Loop' || !step.pagedItemsLimit || step.pagedItemsLimit <= 0) continue;
      const source = findSourceStep(step.listContextDataEntityName ?? '');
      if (source !== null) known.set(source, Math.max(known.get(source) ?? 0, step.pagedItemsLimit));
    }
    limits.set(steps, known);
  }
  return known.get(stepId) ?? null;
}

/** A collection that cannot be read is reported by its loop. */
function findSourceStep(expression: string): string | null {
  try {
    return stepOfCollection(expression);
  } catch {
    return null;
  }
}
