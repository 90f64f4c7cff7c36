import { expressionReferences } from '../expressions/expression-references.ts';
import { unknownVariable } from '../model/variables.ts';
import { mapStepTexts } from '../step-types/registry.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { namesSwitchedOff } from '../switched-off/switched-off.ts';
import type { WorkflowProblem } from '../validation/workflow-problem.ts';

/** `$Vars`, and the name after it if that is written out: `.name`, `?.name` or `["name"]`, also where JSON escapes the quotes. */
const VARS = /\$?\bVars\b(?:\s*\??\.\s*([A-Za-z_]\w*)|\s*(?:\?\.)?\[\s*\\*["'`]([A-Za-z_]\w*)\\*["'`]\s*\])?/g;

/**
 * Names of the variables that steps may read, from their text: it may name too many, never too few.
 *
 * @returns null if they may read any variable
 */
export function readVariableNames(steps: readonly WorkflowStep[]): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const [, dotted, quoted] of JSON.stringify(steps).matchAll(VARS)) {
    const name = dotted ?? quoted;
    if (name === undefined) return null;
    names.add(name);
  }
  return names;
}

/** Steps whose expressions or scripts name variables that don't exist. Switched-off steps are skipped. @param existing names of all variables */
export function unknownVariableProblems(
  steps: readonly WorkflowStep[],
  existing: ReadonlySet<string>,
): (WorkflowProblem & { stepId: string })[] {
  const off = namesSwitchedOff(steps);
  const problems: (WorkflowProblem & { stepId: string })[] = [];
  for (const step of steps) {
    if (off.has(step.stepId)) continue;
    mapStepTexts(step, (text, kind, field) => {
      const named = kind === 'unused' || !text.includes('Vars') ? [] : kind === 'script' ? namedInScript(text) : namedInExpression(text);
      for (const { name, position } of named) {
        if (!existing.has(name)) problems.push({ stepId: step.stepId, field, message: unknownVariable(name), position });
      }
      return text;
    });
  }
  return problems;
}

interface NamedVariable {
  name: string;
  position: number;
}

function namedInExpression(text: string): NamedVariable[] {
  try {
    return expressionReferences(text).references.flatMap(({ root, members: [first], position }) =>
      root === 'Vars' && first?.kind === 'name' ? [{ name: first.name, position }] : [],
    );
  } catch {
    // Unreadable text is reported separately.
    return [];
  }
}

function namedInScript(text: string): NamedVariable[] {
  return [...text.matchAll(VARS)].flatMap(({ 0: whole, 1: dotted, 2: quoted, index }) => {
    const name = dotted ?? quoted;
    return name === undefined || !whole.startsWith('$') ? [] : [{ name, position: index }];
  });
}
