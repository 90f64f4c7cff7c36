import { type OutlineNode, outlineSteps } from '../flow/outline.ts';
import type { WorkflowStep } from '../steps/registry.ts';

/** Why a step's values can be read: it came before, or this step runs inside it. */
export type StepRelation = 'before' | 'loop';

/** A step whose values another step can read. */
export interface AvailableStep {
  step: WorkflowStep;
  relation: StepRelation;
  /** False where another branch may be taken, or a loop may have nothing to go through: its values may be null. */
  isCertain: boolean;
}

/** A key of `$Data` that some step writes. */
export interface AvailableDataKey {
  key: string;
  /** Names of the steps that write it. */
  writtenBy: string[];
  /** True when a step that surely ran before writes it; else it may be there from another branch or from an earlier run. */
  isCertain: boolean;
}

/** What one step can refer to. */
export interface AvailableReferences {
  /** In the order in which people read the workflow. */
  steps: AvailableStep[];
  data: AvailableDataKey[];
}

/**
 * What a step can refer to: the chain before it, the loops around it (with their current item), what lies in the branches
 * and loops before it, and the data that steps keep. A step in another group of a branch around it is not there.
 *
 * @param stepId name of the step. A step that the trigger does not lead to, or that is not there, gets nothing but the
 *   trigger and kept data, which is right for a step about to be put somewhere.
 */
export function availableReferences(steps: readonly WorkflowStep[], stepId: string): AvailableReferences {
  const { chain } = outlineSteps(steps);
  const before = stepsBefore(chain, stepId) ?? triggerOf(chain, stepId);
  return { steps: before, data: keptData(steps, before) };
}

/** The steps before the named one in this chain or a chain inside it; null when it is not there. */
function stepsBefore(chain: readonly OutlineNode[], stepId: string): AvailableStep[] | null {
  const before: AvailableStep[] = [];
  for (const node of chain) {
    if (node.step.stepId === stepId) return before;
    const inside = stepsBeforeInside(node, stepId);
    if (inside) return [...before, ...inside];
    before.push(...offeredAfter(node));
  }
  return null;
}

/** When the named step lies inside this loop or branch. */
function stepsBeforeInside({ step, body, groups }: OutlineNode, stepId: string): AvailableStep[] | null {
  const inBody = body && stepsBefore(body, stepId);
  if (inBody) return [{ step, relation: 'loop', isCertain: true }, ...inBody];
  for (const group of groups ?? []) {
    const inGroup = stepsBefore(group.chain, stepId);
    if (inGroup) return inGroup;
  }
  return null;
}

/** What a step that is behind us offers. A loop's item is gone once it is through; what its last iteration gave stays. */
function offeredAfter({ step, body = [], groups = [] }: OutlineNode): AvailableStep[] {
  const own: AvailableStep[] = step.type === 'Loop' || step.type === 'Branch' ? [] : [{ step, relation: 'before', isCertain: true }];
  const inner = [body, ...groups.map((group) => group.chain)].flatMap((inside) => inside.flatMap(offeredAfter));
  return [...own, ...inner.map((offered) => ({ ...offered, isCertain: false }))];
}

function triggerOf([first]: readonly OutlineNode[], stepId: string): AvailableStep[] {
  return first && first.step.stepId !== stepId ? [{ step: first.step, relation: 'before', isCertain: true }] : [];
}

/** Keys that any Data Storage step creates or updates: those of scope Workflow outlive the run. */
function keptData(steps: readonly WorkflowStep[], before: readonly AvailableStep[]): AvailableDataKey[] {
  const keys = new Map<string, AvailableDataKey>();
  const certain = new Set(before.filter(({ isCertain }) => isCertain).map(({ step }) => step));
  const earlier = new Set(before.map(({ step }) => step));
  for (const step of steps) {
    if (step.type !== 'DataStorage' || step.dataStorageOperation === 'Delete') continue;
    const outlivesRun = step.dataStorageOperation === 'Create' && step.scope === 'Workflow';
    if (!earlier.has(step) && !outlivesRun) continue;
    for (const { key } of step.keyValues) {
      if (key.trim() === '') continue;
      const known = keys.get(key) ?? { key, writtenBy: [], isCertain: false };
      known.writtenBy.push(step.stepId);
      known.isCertain ||= certain.has(step);
      keys.set(key, known);
    }
  }
  return [...keys.values()];
}
