import { findHiddenNames, type WorkflowStep } from '@portage/workflow';

/** What a version hides from its owner: its steps, and the `$Data` keys they set. */
interface Hidden {
  steps: ReadonlySet<string>;
  keys: ReadonlySet<string>;
}

const cachedHidden = new WeakMap<readonly WorkflowStep[], Hidden | null>();

function hiddenIn(steps: readonly WorkflowStep[]): Hidden | null {
  let hidden = cachedHidden.get(steps);
  if (hidden === undefined) {
    const names = findHiddenNames(steps);
    // A branch would reveal the name of the hidden group it chose.
    const branches = steps.filter((step) => step.type === 'Branch' && step.conditionGroups.some((group) => group.isHiddenFromCustomer));
    hidden = names && {
      steps: new Set([...names, ...branches.map(({ stepId }) => stepId)]),
      keys: collectKeys(steps.filter(({ stepId }) => names.has(stepId))),
    };
    cachedHidden.set(steps, hidden);
  }
  return hidden;
}

function collectKeys(steps: readonly WorkflowStep[]): Set<string> {
  const keeping = steps.flatMap((step) => (step.type === 'DataStorage' && step.scope !== 'Workflow' ? step.keyValues : []));
  return new Set(keeping.map(({ key }) => key));
}

/**
 * Values for a script of a step that the owner sees, without those of hidden steps that the script doesn't name. The owner reads
 * what the script returns, and `return Steps` must not reveal hidden steps. A hidden step's own script gets everything.
 */
export function handedToScript<Values extends { steps: Readonly<Record<string, unknown>>; data: Readonly<Record<string, unknown>> }>(
  values: Values,
  { steps, stepId, source }: { steps: readonly WorkflowStep[]; stepId: string | null; source: string },
): Pick<Values, 'steps' | 'data'> {
  const hidden = hiddenIn(steps);
  if (!hidden || (stepId !== null && hidden.steps.has(stepId))) return values;
  const without = (held: Readonly<Record<string, unknown>>, names: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(held).filter(([name]) => !names.has(name) || source.includes(name)));
  return { steps: without(values.steps, hidden.steps), data: without(values.data, hidden.keys) } as Pick<Values, 'steps' | 'data'>;
}
