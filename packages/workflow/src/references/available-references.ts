import { literalText } from '../expressions/parse-expression.ts';
import type { StepValueName } from '../expressions/scope.ts';
import type { RecordRoot } from '../expressions/syntax-tree.ts';
import { flattenOutline, type OutlineNode, outlineSteps } from '../flow/outline.ts';
import { loopValues } from '../step-types/loop.ts';
import { offeredValues } from '../step-types/registry.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { namesSwitchedOff } from '../switched-off/switched-off.ts';

/** Why a step's values can be read: it came before, or this step runs inside it. */
export type StepRelation = 'before' | 'loop';

/** A step whose values another step can read. */
export interface AvailableStep {
  step: WorkflowStep;
  relation: StepRelation;
  /** False where another branch may be taken, or a loop may have nothing to go through: its values may be null. */
  isCertain: boolean;
  /** The values that can be read of it, the most wanted first; never empty. */
  values: readonly StepValueName[];
}

/** A key of `$Data` that some step writes. */
export interface AvailableDataKey {
  key: string;
  /** Names of the steps that write it. */
  writtenBy: string[];
  /** The expression of the last one that writes it. */
  valueExpression: string | null;
  /** True when a step that surely ran before writes it; else it may be there from another branch or from an earlier run. */
  isCertain: boolean;
}

/** The references that are available to one step. */
export interface AvailableReferences {
  /** In the order in which people read the workflow. */
  steps: AvailableStep[];
  data: AvailableDataKey[];
  /** Whether a step works out a key when it runs, so that any key may have a value. */
  hasComputedKeys?: boolean;
  /** Steps of the loops around it that come after it: they may have values of the iteration before. */
  laterInLoop: string[];
  /** Steps that runs pass over; none of them is among `steps`. */
  switchedOff: ReadonlySet<string>;
  /** In mappings of a sync: the records that can be referred to. */
  records?: readonly RecordRoot[];
}

/** In place of a step's name: where the run has ended. No step has this name. */
export const AT_END = '';

/** In place of a step's name: the end of a turn of this loop, where every step inside it has run. No step has this name. */
export function atTurnEnd(loopStepId: string): string {
  return `${TURN_END}${loopStepId}`;
}

/** A character that no step's name has. */
const TURN_END = '\u0000';

/**
 * The references for a step: the chain before it, the loops around it (with their current item), the steps in earlier branches
 * and loops, and the data that steps keep. Steps in another group of a branch around it are left out.
 *
 * @param stepId name of the step. A step that the trigger does not lead to, or that does not exist, gets only the trigger and
 * kept data, which is right for a step about to be placed.
 */
export function availableReferences(steps: readonly WorkflowStep[], stepId: string): AvailableReferences {
  const { chain } = outlineSteps(steps);
  const off = namesSwitchedOff(steps);
  const name = stepId.startsWith(TURN_END) ? stepId.slice(TURN_END.length) : stepId;
  // Within a step that is off, the others inside it are offered: it may be switched on again.
  const switchedOff: ReadonlySet<string> = off.has(name) ? new Set() : off;
  const passed = stepId === AT_END ? chain.flatMap(offeredAfter) : (stepsBefore(chain, stepId) ?? triggerOf(chain, name));
  const on = steps.filter((step) => !switchedOff.has(step.stepId));
  const before = passed.filter(({ step, values }) => values.length > 0 && !switchedOff.has(step.stepId));
  return {
    steps: before,
    data: keptData(on, passed),
    hasComputedKeys: on.some((step) => step.type === 'DataStorage' && step.keyValues.some(({ key }) => literalText(key) === null)),
    laterInLoop: laterInLoop(chain, before),
    switchedOff,
  };
}

/** The steps before the named one in this chain or a chain inside it; null when it is not there. */
function stepsBefore(chain: readonly OutlineNode[], stepId: string): AvailableStep[] | null {
  const before: AvailableStep[] = [];
  for (const node of chain) {
    if (node.step.stepId === stepId) return before;
    if (atTurnEnd(node.step.stepId) === stepId)
      return [
        ...before,
        { step: node.step, relation: 'loop', isCertain: true, values: loopValues },
        ...(node.body ?? []).flatMap(offeredAfter),
      ];
    const inside = stepsBeforeInside(node, stepId);
    if (inside) return [...before, ...inside];
    before.push(...offeredAfter(node));
  }
  return null;
}

/** When the named step lies inside this loop or branch. */
function stepsBeforeInside({ step, body, groups }: OutlineNode, stepId: string): AvailableStep[] | null {
  const inBody = body && stepsBefore(body, stepId);
  if (inBody) return [{ step, relation: 'loop', isCertain: true, values: loopValues }, ...inBody];
  for (const group of groups ?? []) {
    const inGroup = stepsBefore(group.chain, stepId);
    if (inGroup) return [{ step, relation: 'before', isCertain: true, values: offeredValues(step) }, ...inGroup];
  }
  return null;
}

/** The values of an earlier step. A loop's item is gone after the loop; the results of its last iteration stay. */
function offeredAfter({ step, body = [], groups = [] }: OutlineNode): AvailableStep[] {
  const own: AvailableStep = { step, relation: 'before', isCertain: true, values: offeredValues(step) };
  const inner = [body, ...groups.map((group) => group.chain)].flatMap((inside) => inside.flatMap(offeredAfter));
  return [own, ...inner.map((offered) => ({ ...offered, isCertain: false }))];
}

function triggerOf([first]: readonly OutlineNode[], stepId: string): AvailableStep[] {
  return first && first.step.stepId !== stepId
    ? [{ step: first.step, relation: 'before', isCertain: true, values: offeredValues(first.step) }]
    : [];
}

/** The outermost loop's steps that are not before the named one. */
function laterInLoop(chain: readonly OutlineNode[], before: readonly AvailableStep[]): string[] {
  const outermost = before.find(({ relation }) => relation === 'loop');
  if (!outermost) return [];
  const known = new Set(before.map(({ step }) => step.stepId));
  return flattenOutline(bodyOf(chain, outermost.step) ?? []).flatMap(({ step }) => (known.has(step.stepId) ? [] : [step.stepId]));
}

function bodyOf(chain: readonly OutlineNode[], loop: WorkflowStep): OutlineNode[] | undefined {
  for (const { step, body, groups = [] } of chain) {
    if (step === loop) return body;
    for (const inside of [body ?? [], ...groups.map((group) => group.chain)]) {
      const found = bodyOf(inside, loop);
      if (found) return found;
    }
  }
  return undefined;
}

/** Keys that any Data Storage step creates or updates: those of scope Workflow outlive the run. */
function keptData(steps: readonly WorkflowStep[], before: readonly AvailableStep[]): AvailableDataKey[] {
  const keys = new Map<string, AvailableDataKey>();
  const certain = new Set(before.filter(({ isCertain }) => isCertain).map(({ step }) => step));
  const earlier = new Set(before.map(({ step }) => step));
  for (const step of steps) {
    if (step.type !== 'DataStorage' || step.dataStorageOperation === 'Delete') continue;
    const outlivesRun = step.dataStorageOperation === 'Create' ? step.scope === 'Workflow' : step.dataStorageOperation !== 'Update';
    if (!earlier.has(step) && !outlivesRun) continue;
    for (const { key, valueExpression = null } of step.keyValues) {
      if (key.trim() === '' || literalText(key) === null) continue;
      const known = keys.get(key) ?? { key, writtenBy: [], valueExpression, isCertain: false };
      known.valueExpression = valueExpression;
      known.writtenBy.push(step.stepId);
      known.isCertain ||= certain.has(step);
      keys.set(key, known);
    }
  }
  return [...keys.values()];
}
