import { ExpressionError } from '../expressions/expression-error.ts';
import { expressionReferences } from '../expressions/expression-references.ts';
import { constNames, stepValueNames } from '../expressions/scope.ts';
import type { RecordRoot, ReferenceNode } from '../expressions/syntax-tree.ts';
import { mapStepTexts } from '../step-types/registry.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import type { WorkflowProblem } from './workflow-problem.ts';

/** Expressions of one step that cannot be read, and references to missing steps. */
export function checkExpressions(step: WorkflowStep, hasStep: (name: string) => boolean): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  mapStepTexts(step, (text, kind, field) => {
    if (kind === 'expression') {
      for (const { message, position } of faultsOf(text, hasStep)) problems.push({ stepId: step.stepId, field, message, position });
    }
    return text;
  });
  return problems;
}

function faultsOf(text: string, hasStep: (name: string) => boolean): { message: string; position: number }[] {
  try {
    return expressionReferences(text).references.flatMap((reference) => {
      const message = referenceFault(reference, hasStep);
      return message ? [{ message, position: reference.position }] : [];
    });
  } catch (fault) {
    if (fault instanceof ExpressionError) return [{ message: fault.message, position: fault.position }];
    throw fault;
  }
}

/** The problem of a reference at any place, or null. */
export function referenceFault(
  { root, members }: ReferenceNode,
  hasStep: (name: string) => boolean,
  records: readonly RecordRoot[] = [],
): string | null {
  const [first, second] = members;
  if (root === 'Item' || root === 'Entry') {
    if (records.includes(root)) return null;
    return records.includes('Item') ? 'Use $Entry only in fields of a list' : `Use $${root} only in mappings of a sync`;
  }
  if (root === 'Steps') {
    if (first?.kind !== 'name') return null;
    if (!hasStep(first.name)) return `There is no step "${first.name}"`;
    if (second?.kind === 'name' && !(stepValueNames as readonly string[]).includes(second.name)) {
      return `A step has no "${second.name}": use ${stepValueNames.join(', ')}`;
    }
  }
  if (root === 'Consts' && first?.kind === 'name' && !(constNames as readonly string[]).includes(first.name)) {
    return `There is no constant "${first.name}": use ${constNames.join(' or ')}`;
  }
  return null;
}
