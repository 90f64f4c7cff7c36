import { indexSteps } from '../flow/index-steps.ts';
import { type OutlineNode, outlineSteps } from '../flow/outline.ts';
import { listPointers, type StepPointer } from '../flow/step-pointers.ts';
import { endDefaults } from '../step-types/end-step.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import type { WorkflowProblem } from './workflow-problem.ts';

/** Pointers that lead nowhere, into a circle or to a step that another one already leads to (spec ENG-09). */
export function checkFlow(steps: readonly WorkflowStep[]): WorkflowProblem[] {
  const index = indexSteps(steps);
  const problems: WorkflowProblem[] = [];
  const reachedBy = new Map<string, string>();
  const circles = closingPointers(steps, index);
  for (const step of index.values()) {
    for (const pointer of listPointers(step)) {
      const message = pointerFault(step, pointer, index.get(pointer.target), circles, reachedBy);
      if (message) problems.push({ stepId: step.stepId, field: pointer.field, message });
    }
  }
  return [...problems, ...checkLoopEnds(steps)];
}

function pointerFault(
  step: WorkflowStep,
  pointer: StepPointer,
  target: WorkflowStep | undefined,
  circles: ReadonlySet<string>,
  reachedBy: Map<string, string>,
): string | null {
  if (!target) return `There is no step "${pointer.target}"`;
  if (target.type === 'Trigger') return 'No step can lead to the trigger';
  if (circles.has(`${step.stepId}\n${pointer.field}`)) return `Continuing with "${pointer.target}" would run in a loop`;
  const before = reachedBy.get(pointer.target);
  if (before !== undefined) return `Step "${before}" already leads to "${pointer.target}"`;
  reachedBy.set(pointer.target, step.stepId);
  return null;
}

/** The pointers that lead back to a step on the way to them, as `name\nfield`. Without recursion: a chain may have 2,000 steps. */
function closingPointers(steps: readonly WorkflowStep[], index: ReadonlyMap<string, WorkflowStep>): Set<string> {
  const closing = new Set<string>();
  const done = new Set<WorkflowStep>();
  const onWay = new Set<WorkflowStep>();
  for (const start of steps) {
    if (done.has(start)) continue;
    const way = [{ step: start, pointers: listPointers(start), at: 0 }];
    onWay.add(start);
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const pointer = top.pointers[top.at];
      top.at += 1;
      if (!pointer) {
        onWay.delete(top.step);
        done.add(top.step);
        way.pop();
        continue;
      }
      const target = index.get(pointer.target);
      if (!target || done.has(target)) continue;
      if (onWay.has(target)) {
        closing.add(`${top.step.stepId}\n${pointer.field}`);
        continue;
      }
      onWay.add(target);
      way.push({ step: target, pointers: listPointers(target), at: 0 });
    }
  }
  return closing;
}

/** Spec ENG-17: an end of a loop or of an iteration must be inside a loop. */
function checkLoopEnds(steps: readonly WorkflowStep[]): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  const visit = (chain: readonly OutlineNode[], insideLoop: boolean) => {
    for (const { step, body, groups } of chain) {
      const scope = step.type === 'EndStep' ? (step.endStepScope ?? endDefaults.endStepScope) : 'Workflow';
      if (scope !== 'Workflow' && !insideLoop) {
        problems.push({ stepId: step.stepId, field: 'endStepScope', message: 'This step ends a loop but isn’t inside one' });
      }
      visit(body ?? [], true);
      for (const group of groups ?? []) visit(group.chain, insideLoop);
    }
  };
  visit(outlineSteps(steps).chain, false);
  return problems;
}
