import type { StepValues, WorkflowStep } from '@portage/workflow';
import type { ActiveRun } from '../active-run/active-run.ts';
import { failed, type StepContext, type StepResult } from '../step-context/step-handler.ts';
import { evaluateList } from '../steps/paged-list.ts';
import { getHandler } from '../steps/registry.ts';

/**
 * Fetches the next page of the innermost loop's list from the step that provides it, and evaluates the loop's collection on that page.
 * Later steps still see the step's first page, so that a second loop over it starts from the beginning.
 */
export async function fetchPage(run: ActiveRun, step: WorkflowStep, context: StepContext): Promise<StepResult> {
  const frame = run.state.frames.at(-1);
  const loop = frame?.kind === 'loop' ? run.program.steps.get(frame.stepId) : undefined;
  const { nextPage } = getHandler(step);
  if (frame?.kind !== 'loop' || !frame.paging || loop?.type !== 'Loop' || !nextPage) {
    throw new Error(`No page of step "${step.stepId}" is due`);
  }
  const wanted = run.nextPageAt(frame.paging.ordinal);
  const result = await nextPage(step, wanted, context);
  if (result.outcome.kind !== 'succeeded') return result;
  const next = result.nextPage ?? null;
  // A server that repeats the same page would keep the run busy forever.
  if (next !== null && JSON.stringify(next) === JSON.stringify(wanted)) {
    return { ...result, outcome: { kind: 'failed', message: 'The system named the page that has just been fetched as the next page.' } };
  }
  const { scope } = context;
  const steps = Object.create(null, Object.getOwnPropertyDescriptors(scope.steps)) as Record<string, StepValues>;
  Object.defineProperty(steps, step.stepId, { value: result.values ?? {}, enumerable: true });
  const expression = loop.listContextDataEntityName ?? '';
  const list = evaluateList(expression, { ...scope, steps });
  if (!Array.isArray(list)) return failed(`The collection ${expression} is not a list on a later page.`);
  const items = list.slice(0, frame.paging.limit - frame.count);
  return { ...result, outcome: { kind: 'page', count: items.length, hasMore: next !== null }, items, firstIndex: frame.count };
}
