import { expressionReferences } from '../expressions/expression-references.ts';
import { type OutlineNode, outlineSteps } from '../flow/outline.ts';
import { listPointers } from '../flow/step-pointers.ts';
import type { BranchStep } from '../step-types/branch-schema.ts';
import { mapStepTexts } from '../step-types/registry.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { namesSwitchedOff } from '../switched-off/switched-off.ts';
import { ExpressionError } from '../values/expression-error.ts';
import { lostUpdates } from './lost-updates.ts';
import { switchedOffDoubt } from './reference-problems.ts';
import type { WorkflowProblem } from './workflow-problem.ts';

/**
 * Warnings about workflows that can run, but hardly as intended: steps that never run, options that are never taken or share a name, and
 * values of steps that haven't run yet or are switched off. Switched-off steps have no warnings themselves.
 */
export function workflowWarnings(steps: readonly WorkflowStep[]): WorkflowProblem[] {
  const { chain, unreached } = outlineSteps(steps);
  const off = namesSwitchedOff(steps);
  const warnings = [
    ...unconnected(unreached),
    ...behindEnds(chain, off),
    ...steps.flatMap((step) => (step.type === 'Branch' ? optionWarnings(step) : [])),
    ...earlyReferences(steps, chain, off),
    ...lostUpdates(steps),
  ];
  return off.size === 0 ? warnings : warnings.filter(({ stepId }) => stepId === null || !off.has(stepId));
}

/** For a chain that the trigger doesn't lead to, its first step is named. */
function unconnected(unreached: readonly WorkflowStep[]): WorkflowProblem[] {
  const targets = new Set(unreached.flatMap((step) => listPointers(step).map(({ target }) => target)));
  return unreached
    .filter((step) => step.type !== 'Trigger' && !targets.has(step.stepId))
    .map(({ stepId }) => ({ stepId, message: 'This step is not connected: it never runs' }));
}

function behindEnds(whole: readonly OutlineNode[], off: ReadonlySet<string>): WorkflowProblem[] {
  const chain = off.size === 0 ? whole : whole.filter(({ step }) => !off.has(step.stepId));
  return chain.flatMap(({ step, body = [], groups = [] }, at) => {
    const next = chain[at + 1]?.step;
    const isBehind = step.type === 'EndStep' && next;
    return [
      ...(isBehind ? [{ stepId: next.stepId, message: `This step never runs: "${step.stepId}" before it ends the path` }] : []),
      ...behindEnds(body, off),
      ...groups.flatMap((group) => behindEnds(group.chain, off)),
    ];
  });
}

function optionWarnings({ stepId, conditionGroups }: BranchStep): WorkflowProblem[] {
  const warnings: WorkflowProblem[] = [];
  const always = conditionGroups.findIndex(({ useScript, conditions = [] }) => !useScript && conditions.length === 0);
  const behind = always < 0 ? undefined : conditionGroups[always + 1];
  if (behind) {
    const message = `"${behind.name}" is never taken: "${conditionGroups[always]?.name}" before it has no conditions`;
    warnings.push({ stepId, field: `conditionGroups[${always}].conditions`, message });
  }
  const names = new Set<string>();
  for (const [at, { name }] of conditionGroups.entries()) {
    if (names.has(name)) warnings.push({ stepId, field: `conditionGroups[${at}].name`, message: `Two options are called "${name}"` });
    names.add(name);
  }
  return warnings;
}

/** References to steps that run later, or in another option. One pass over the flow: a workflow may have 2,000 steps. */
function earlyReferences(steps: readonly WorkflowStep[], outline: readonly OutlineNode[], off: ReadonlySet<string>): WorkflowProblem[] {
  const all = new Set(steps.map(({ stepId }) => stepId));
  const known = new Set<string>();
  const warnings: WorkflowProblem[] = [];

  function visit(chain: readonly OutlineNode[], around: ReadonlySet<string>): void {
    for (const { step, body, groups = [] } of chain) {
      if (step.type !== 'Trigger') {
        for (const { field, name } of stepReferences(step)) {
          // A loop's result expression is evaluated once the steps inside it have run.
          if (field === 'resultExpression' && !off.has(name) && [step.stepId, ...namesIn(body ?? [])].includes(name)) continue;
          if (off.has(name)) warnings.push({ stepId: step.stepId, field, message: switchedOffDoubt(name) });
          if (off.has(name) || !all.has(name) || known.has(name) || around.has(name)) continue;
          warnings.push({ stepId: step.stepId, field, message: `"${name}" has not run when this step starts` });
        }
      }
      known.add(step.stepId);
      // Within a loop, later steps may have values of the previous iteration.
      if (body) visit(body, around.size > 0 ? around : new Set(namesIn(body)));
      for (const { chain: option } of groups) {
        visit(option, around);
        for (const name of namesIn(option)) known.delete(name);
      }
      for (const { chain: option } of groups) for (const name of namesIn(option)) known.add(name);
    }
  }

  visit(outline, new Set());
  return warnings;
}

function namesIn(chain: readonly OutlineNode[]): string[] {
  return chain.flatMap(({ step, body = [], groups = [] }) => [
    step.stepId,
    ...namesIn(body),
    ...groups.flatMap((group) => namesIn(group.chain)),
  ]);
}

function stepReferences(step: WorkflowStep): { field: string; name: string }[] {
  const found: { field: string; name: string }[] = [];
  mapStepTexts(step, (text, kind, field) => {
    if (kind === 'expression' && text.includes('Steps')) for (const name of namesRead(text)) found.push({ field, name });
    return text;
  });
  return found;
}

/** Unreadable text is reported separately. */
function namesRead(text: string): string[] {
  try {
    return expressionReferences(text).stepNames;
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
