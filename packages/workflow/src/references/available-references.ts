import { literalText } from '../expressions/parse-expression.ts';
import { flattenOutline, type OutlineNode, outlineSteps } from '../flow/outline.ts';
import { loopValues } from '../step-types/loop.ts';
import { offeredValues } from '../step-types/registry.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { namesSwitchedOff } from '../switched-off/switched-off.ts';
import type { StepValueName } from '../values/scope.ts';
import type { RecordRoot } from '../values/syntax-tree.ts';

/** Why a step's values are readable: it ran earlier, or it is a loop around this step. */
export type StepRelation = 'before' | 'loop';

export interface AvailableStep {
  step: WorkflowStep;
  relation: StepRelation;
  /** False if another branch may be taken, or a loop may have no items: its values may be null. */
  isCertain: boolean;
  /** Its readable values, most wanted first; never empty. */
  values: readonly StepValueName[];
}

/** A key of `$Data` that some step writes. */
export interface AvailableDataKey {
  key: string;
  writtenBy: string[];
  /** The expression of the last step that writes it. */
  valueExpression: string | null;
  /** True if a step that surely ran before writes it; otherwise it may come from another branch or an earlier run. */
  isCertain: boolean;
}

export interface AvailableReferences {
  /** In reading order. */
  steps: AvailableStep[];
  data: AvailableDataKey[];
  /** Whether a step computes a key when it runs, so that any key may have a value. */
  hasComputedKeys?: boolean;
  /** Steps of the surrounding loops that come later: they may have values of the previous iteration. */
  laterInLoop: string[];
  /** Steps that runs skip; none of them is among `steps`. */
  switchedOff: ReadonlySet<string>;
  /** In sync mappings: the records that can be referenced. */
  records?: readonly RecordRoot[];
}

/** Replaces a step's name: the end of the run. No step has this name. */
export const AT_END = '';

/** Replaces a step's name: the end of an iteration of this loop, when every step inside it has run. No step has this name. */
export function atTurnEnd(loopStepId: string): string {
  return `${TURN_END}${loopStepId}`;
}

/** A character that no step's name contains. */
const TURN_END = '\u0000';

/**
 * The references for a step: the chain before it, the loops around it (with their current item), the steps in earlier branches and loops,
 * and the data that steps store. Steps in another group of a surrounding branch are left out.
 *
 * @param stepId name of the step. A step that the trigger doesn't lead to, or that doesn't exist, gets only the trigger and stored data,
 * which is right for a step about to be placed.
 */
export function availableReferences(steps: readonly WorkflowStep[], stepId: string): AvailableReferences {
  const { chain } = outlineSteps(steps);
  const off = namesSwitchedOff(steps);
  const name = stepId.startsWith(TURN_END) ? stepId.slice(TURN_END.length) : stepId;
  // Inside a switched-off step, its other steps are offered: it may be switched on again.
  const switchedOff: ReadonlySet<string> = off.has(name) ? new Set() : off;
  const passed = stepId === AT_END ? chain.flatMap(offeredAfter) : (stepsBefore(chain, stepId) ?? listTriggerStep(chain, name));
  const on = steps.filter((step) => !switchedOff.has(step.stepId));
  const before = passed.filter(({ step, values }) => values.length > 0 && !switchedOff.has(step.stepId));
  return {
    steps: before,
    data: collectDataKeys(on, passed),
    hasComputedKeys: on.some((step) => step.type === 'DataStorage' && step.keyValues.some(({ key }) => literalText(key) === null)),
    laterInLoop: laterInLoop(chain, before),
    switchedOff,
  };
}

/** The steps before the named one in this chain or a nested chain; null if it isn't there. */
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

/** The steps before the named one, if it's inside this loop or branch; otherwise null. */
function stepsBeforeInside({ step, body, groups }: OutlineNode, stepId: string): AvailableStep[] | null {
  const inBody = body && stepsBefore(body, stepId);
  if (inBody) return [{ step, relation: 'loop', isCertain: true, values: loopValues }, ...inBody];
  for (const group of groups ?? []) {
    const inGroup = stepsBefore(group.chain, stepId);
    if (inGroup) return [{ step, relation: 'before', isCertain: true, values: offeredValues(step) }, ...inGroup];
  }
  return null;
}

/** The values of an earlier step. A loop's item is gone after the loop; its last iteration's results stay. */
function offeredAfter({ step, body = [], groups = [] }: OutlineNode): AvailableStep[] {
  const own: AvailableStep = { step, relation: 'before', isCertain: true, values: offeredValues(step) };
  const inner = [body, ...groups.map((group) => group.chain)].flatMap((inside) => inside.flatMap(offeredAfter));
  return [own, ...inner.map((offered) => ({ ...offered, isCertain: false }))];
}

function listTriggerStep([first]: readonly OutlineNode[], stepId: string): AvailableStep[] {
  return first && first.step.stepId !== stepId
    ? [{ step: first.step, relation: 'before', isCertain: true, values: offeredValues(first.step) }]
    : [];
}

/** The outermost loop's steps that aren't before the named one. */
function laterInLoop(chain: readonly OutlineNode[], before: readonly AvailableStep[]): string[] {
  const outermost = before.find(({ relation }) => relation === 'loop');
  if (!outermost) return [];
  const known = new Set(before.map(({ step }) => step.stepId));
  return flattenOutline(findLoopBody(chain, outermost.step) ?? []).flatMap(({ step }) => (known.has(step.stepId) ? [] : [step.stepId]));
}

function findLoopBody(chain: readonly OutlineNode[], loop: WorkflowStep): OutlineNode[] | undefined {
  for (const { step, body, groups = [] } of chain) {
    if (step === loop) return body;
    for (const inside of [body ?? [], ...groups.map((group) => group.chain)]) {
      const found = findLoopBody(inside, loop);
      if (found) return found;
    }
  }
  return undefined;
}

/** Keys that any Data Storage step creates or updates: those with scope Workflow outlive the run. */
function collectDataKeys(steps: readonly WorkflowStep[], before: readonly AvailableStep[]): AvailableDataKey[] {
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
