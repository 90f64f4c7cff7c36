import type { GivenResult, RunTest } from '@portage/contracts';
import { ERROR_PATH_NAME, type StepValues, type WorkflowStep, wayTo } from '@portage/workflow';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { failed, type StepResult } from '../step-context/step-handler.ts';

/** How the run passes a step without carrying it out: over it and everything inside, or into the part that leads to the first step. */
type Passing = { kind: 'over' } | { kind: 'into'; group: string | null };

/** A test that was given results, or that begins in the middle of the workflow (contracts: RunTest). */
export class PartialTest {
  readonly #test: RunTest;
  readonly #passings: ReadonlyMap<string, Passing>;

  /** @param steps as the run walks them */
  constructor(test: RunTest, steps: ReadonlyMap<string, WorkflowStep>) {
    this.#test = test;
    this.#passings = collectPassings(test, [...steps.values()]);
  }

  /** Results of steps that the run never reaches, although later steps may read them. */
  get unreached(): [name: string, values: StepValues][] {
    const { from, given = {} } = this.#test;
    if (from === undefined) return [];
    return Object.entries(given).flatMap(([name, { values }]) => (this.#passings.has(name) ? [] : [[name, values]]));
  }

  get data(): Readonly<Record<string, unknown>> {
    return this.#test.data ?? {};
  }

  /** The result of a step that isn't carried out; null: it is carried out. */
  resultOf(step: WorkflowStep): StepResult | null {
    // The trigger always gives the data that started the run.
    if (step.type === 'Trigger') return null;
    const given = Object.hasOwn(this.#test.given ?? {}, step.stepId) ? this.#test.given?.[step.stepId] : undefined;
    const passing = this.#passings.get(step.stepId);
    if (passing) return passed(step, passing, given);
    return given?.source === 'Pinned' ? toStepResult(given) : null;
  }
}

/** Why a version can't be tested like this; null: it can. */
export function testRefusal({ upTo, from }: RunTest, steps: readonly WorkflowStep[]): string | null {
  const missing = [upTo, from].find((name) => name !== undefined && wayTo(steps, name) === null);
  return missing === undefined ? null : `The workflow has no step “${missing}” that a test could run.`;
}

/** Secrets in given results are as secret as those in responses. */
export function noteGiven(secrets: RunSecrets, { given = {} }: RunTest): void {
  for (const { values } of Object.values(given)) secrets.noteCall({ response: values.Response, responseHeaders: values.ResponseHeaders });
}

function collectPassings({ from }: RunTest, steps: readonly WorkflowStep[]): Map<string, Passing> {
  const passings = new Map<string, Passing>();
  const way = from === undefined ? null : wayTo(steps, from);
  for (const { stepId } of way?.passed ?? []) passings.set(stepId, { kind: 'over' });
  for (const { step, group } of way?.holders ?? []) passings.set(step.stepId, { kind: 'into', group });
  return passings;
}

function passed(step: WorkflowStep, passing: Passing, given: GivenResult | undefined): StepResult {
  const { source, values } = given ?? { source: 'EarlierRun' as const, values: {} };
  const detail = { source };
  if (passing.kind === 'over') return { outcome: { kind: 'succeeded' }, values, detail };
  const { group } = passing;
  // One iteration, with the item the earlier run was at.
  if (group === null) return { outcome: { kind: 'loop', count: 1 }, items: [values.CurrentItem ?? null], detail };
  if (step.type === 'Branch') {
    const chosen = step.conditionGroups.find(({ name }) => name === group);
    return { outcome: { kind: 'group', name: group, nextStepId: chosen?.nextStepId ?? null }, values: { Response: group }, detail };
  }
  const message = group === ERROR_PATH_NAME && typeof values.Error === 'string' ? values.Error : 'The step counts as failed.';
  return { ...failed(message), values, detail };
}

/** A pinned error is a failure, so error paths can be tried. */
function toStepResult({ source, values }: GivenResult): StepResult {
  const detail = { source };
  if (typeof values.Error === 'string' && values.Error !== '') return { ...failed(values.Error), values, detail };
  return { outcome: { kind: 'succeeded' }, values, detail };
}
