import { expressionReferences, findHiddenNames, HIDDEN_STEP_FAILED, type WorkflowStep } from '@portage/workflow';
import type { RunTag, WorkflowInstance } from './run-views.ts';

type Summary = Pick<WorkflowInstance, 'errorMessage' | 'failedStep' | 'waiting' | 'tags'>;

/** In summaries, the name of a step that was hidden when the run reached it. */
export const HIDDEN_STEP_NAME = '';

/**
 * The summary of a run without mentions of hidden steps (spec EDIT-78): a step may have been hidden after the run.
 *
 * @param steps of the run's version, with today's hidden flags.
 */
export function withoutHidden<Run extends Summary>(run: Run, steps: readonly WorkflowStep[]): Run {
  const hidden = findHiddenNames(steps);
  const isWaitingHidden = run.waiting && (run.waiting.step === HIDDEN_STEP_NAME || hidden?.has(run.waiting.step));
  if (!hidden && !isWaitingHidden) return run;
  const { waiting, tags, ...rest } = run;
  return {
    ...(rest as Run),
    ...(run.failedStep && hidden?.has(run.failedStep) ? { failedStep: null, errorMessage: HIDDEN_STEP_FAILED } : {}),
    ...(waiting && !isWaitingHidden ? { waiting } : {}),
    ...(tags ? { tags: hidden ? visibleTags(tags, steps) : tags } : {}),
  };
}

function visibleTags(tags: RunTag[], steps: readonly WorkflowStep[]): RunTag[] {
  const telling = findTellingTags(steps);
  return tags.filter(({ name }) => !telling.includes(name));
}

/** The names of a workflow's tags that hold values of hidden steps. */
export function findTellingTags(steps: readonly WorkflowStep[]): string[] {
  const hidden = findHiddenNames(steps);
  if (!hidden) return [];
  const trigger = steps.find(({ type }) => type === 'Trigger');
  const definitions = trigger?.type === 'Trigger' ? (trigger.runTags ?? []) : [];
  return definitions.filter((tag) => refersTo(tag.valueExpression, hidden)).map(({ name }) => name.trim());
}

function refersTo(expression: string, names: ReadonlySet<string>): boolean {
  try {
    return expressionReferences(expression).stepNames.some((name) => names.has(name));
  } catch {
    return true;
  }
}
