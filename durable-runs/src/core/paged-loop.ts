import { collectsResults, type WorkflowStep } from '@portage/workflow';
import type { StepOutcome } from './run-event.ts';
import type { CurrentStep, Frame } from './run-state.ts';

type LoopFrame = Extract<Frame, { kind: 'loop' }>;

/**
 * The frame of a loop that begins; null if there is nothing to iterate. A loop without steps still goes through
 * its pages and collects results.
 */
export function openLoop(
  step: WorkflowStep,
  { ordinal, startedAt }: CurrentStep,
  { count, pages }: Extract<StepOutcome, { kind: 'loop' }>,
): LoopFrame | null {
  const first = step.type === 'Loop' ? (step.loopFirstStepId ?? null) : null;
  const isCollecting = step.type === 'Loop' && collectsResults(step);
  if (!pages && (count === 0 || (first === null && !isCollecting))) return null;
  return {
    kind: 'loop',
    stepId: step.stepId,
    ordinal,
    startedAt,
    // If the first page has no items, the loop is positioned before the first item of the next page.
    index: count === 0 ? -1 : 0,
    count,
    nextStepId: count === 0 ? null : first,
    steps: 0,
    ...(pages ? { paging: { ...pages, ordinal, page: 1, firstIndex: 0, hasMore: true } } : {}),
    ...(isCollecting ? { collecting: { from: ordinal + 1, chars: 0, isDone: count === 0 } } : {}),
  };
}

/** The frames after the innermost loop has received its next page. */
export function withPage(frames: readonly Frame[], { ordinal, page }: CurrentStep, came: Extract<StepOutcome, { kind: 'page' }>): Frame[] {
  const loop = frames.at(-1);
  if (loop?.kind !== 'loop' || !loop.paging || page === undefined) throw new Error('A page came that no loop waits for');
  const paging = { ...loop.paging, ordinal, page, firstIndex: loop.count, hasMore: came.hasMore };
  return [...frames.slice(0, -1), { ...loop, count: loop.count + came.count, paging }];
}

/** The frames after the innermost loop's next page couldn't be fetched and the run continues: the previous page was the last. */
export function withoutPages(frames: readonly Frame[], { page }: CurrentStep, message: string): Frame[] {
  const loop = frames.at(-1);
  if (loop?.kind !== 'loop' || !loop.paging) return [...frames];
  return [...frames.slice(0, -1), { ...loop, paging: { ...loop.paging, hasMore: false, cut: cutMessage(page, message) } }];
}

/** The `Error` that later steps find on an incomplete list. */
export function cutMessage(page: number | undefined, message: string): string {
  return `The list is not complete: page ${page} could not be fetched. ${message}`;
}
