import fc from 'fast-check';
import type { StepOf, WorkflowStep } from '../step-types/workflow-step.ts';

/** Sequential names: s1, s2, … */
class Names {
  #count = 0;
  next(): string {
    this.#count += 1;
    return `s${this.#count}`;
  }
}

type Shape =
  | { kind: 'plain' | 'end' }
  | { kind: 'loop'; body: Shape[] }
  | { kind: 'guarded'; body: Shape[] }
  | { kind: 'branch'; groups: Shape[][] }
  | { kind: 'paged'; body: Shape[] };

const { chain } = fc.letrec<{ chain: Shape[]; shape: Shape }>((tie) => ({
  chain: fc.array(tie('shape'), { maxLength: 4, depthIdentifier: 'flow' }),
  shape: fc.oneof(
    { depthIdentifier: 'flow', maxDepth: 3 },
    fc.record({ kind: fc.constantFrom('plain' as const, 'end' as const) }),
    fc.record({ kind: fc.constant('loop' as const), body: tie('chain') }),
    fc.record({ kind: fc.constant('guarded' as const), body: tie('chain') }),
    fc.record({ kind: fc.constant('paged' as const), body: tie('chain') }),
    fc.record({ kind: fc.constant('branch' as const), groups: fc.array(tie('chain'), { minLength: 2, maxLength: 3 }) }),
  ),
}));

/** Workflows with a valid flow: a trigger, and nested chains, loops, branches and operations with their paging loops. */
export const anyWorkflow: fc.Arbitrary<WorkflowStep[]> = chain.map((shapes) => {
  const names = new Names();
  const steps: WorkflowStep[] = [{ stepId: 'start', clientId: 'c-start', type: 'Trigger', triggerType: 'Manual' }];
  const first = addChain(steps, names, shapes);
  return steps.map((step) => (step.stepId === 'start' ? { ...step, nextStepId: first } : step));
});

/** Appends a chain to the steps; returns the name of its first step. */
function addChain(steps: WorkflowStep[], names: Names, shapes: readonly Shape[]): string | null {
  let first: string | null = null;
  let before: WorkflowStep | null = null;
  for (const shape of shapes) {
    const step = addShape(steps, names, shape);
    if (before) before.nextStepId = step.first.stepId;
    first ??= step.first.stepId;
    before = step.last;
  }
  if (before) before.nextStepId = null;
  return first;
}

function addShape(steps: WorkflowStep[], names: Names, shape: Shape): { first: WorkflowStep; last: WorkflowStep } {
  const stepId = names.next();
  const common = { stepId, clientId: `c-${stepId}`, nextStepId: null };
  if (shape.kind === 'loop') return same(push(steps, buildLoop(steps, names, common, shape.body)));
  if (shape.kind === 'guarded') {
    const guarded: StepOf<'HttpRequest'> = { ...common, type: 'HttpRequest', url: 'https://example.com', useErrorPath: true };
    steps.push(guarded);
    guarded.errorFirstStepId = addChain(steps, names, shape.body);
    return same(guarded);
  }
  if (shape.kind === 'branch') {
    const branch: StepOf<'Branch'> = { ...common, type: 'Branch', conditionGroups: [] };
    steps.push(branch);
    branch.conditionGroups = shape.groups.map((group, index) => ({
      name: `g${index}`,
      conditions: [],
      nextStepId: addChain(steps, names, group),
    }));
    return same(branch);
  }
  if (shape.kind === 'paged') {
    const first: StepOf<'ConnectorOperation'> = { ...common, type: 'ConnectorOperation', useAutoPaging: true };
    steps.push(first);
    const loopId = names.next();
    const loop = buildLoop(steps, names, { stepId: loopId, clientId: `c-${loopId}`, nextStepId: null }, shape.body);
    loop.pagedItemsLimit = 10;
    first.nextStepId = loopId;
    return { first, last: push(steps, loop) };
  }
  if (shape.kind === 'end') return same(push(steps, { ...common, type: 'EndStep', endStepScope: 'Workflow' }));
  return same(push(steps, { ...common, type: 'CustomScript', script: 'return 1' }));
}

function buildLoop(
  steps: WorkflowStep[],
  names: Names,
  common: { stepId: string; clientId: string; nextStepId: null },
  body: readonly Shape[],
): StepOf<'Loop'> {
  return { ...common, type: 'Loop', listContextDataEntityName: '$Data.list', loopFirstStepId: addChain(steps, names, body) };
}

function push<Step extends WorkflowStep>(steps: WorkflowStep[], step: Step): Step {
  steps.push(step);
  return step;
}

function same(step: WorkflowStep) {
  return { first: step, last: step };
}
