import { deleteStep, namesSwitchedOff, type WorkflowStep } from '@portage/workflow';
import fc from 'fast-check';
import type { AwaitedOutcome, StepOutcome } from '../src/core/run-event.ts';

/** A random workflow as a tree; `flattenTree` makes steps of it. */
export type StepTree =
  | { kind: 'script' | 'http' | 'call' | 'approval' | 'delay' | 'end' }
  | { kind: 'loop' | 'branch' | 'guarded'; body: StepTree[] };

export const anyStepTree: fc.Arbitrary<StepTree[]> = fc.letrec<{ chain: StepTree[]; node: StepTree }>((tie) => ({
  chain: fc.array(tie('node'), { maxLength: 4 }),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      kind: fc.constantFrom('script' as const, 'http' as const, 'call' as const, 'approval' as const, 'delay' as const, 'end' as const),
    }),
    fc.record({ kind: fc.constantFrom('loop' as const, 'branch' as const, 'guarded' as const), body: tie('chain') }),
  ),
})).chain;

/**
 * The steps of a whole workflow, with fresh names. Some continue on failure, some retry, end steps have every scope, and if there
 * is a call, some loops get their lists from it in pages.
 */
export function buildWorkflow(chain: StepTree[]): WorkflowStep[] {
  const { first, steps } = flattenTree(chain);
  const call = steps.find(({ type }) => type === 'HttpRequest');
  for (const [at, step] of steps.entries()) if (step.type === 'Loop' && call && at % 2 === 0) Object.assign(step, { pagedBy: call.stepId });
  return [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: first } as WorkflowStep, ...steps];
}

function flattenTree(chain: StepTree[], steps: WorkflowStep[] = []): { first: string | null; steps: WorkflowStep[] } {
  const names = chain.map(() => '');
  chain.forEach((node, at) => {
    const stepId = `${node.kind}${steps.length}`;
    names[at] = stepId;
    const step = { stepId, nextStepId: null } as Record<string, unknown>;
    steps.push(step as unknown as WorkflowStep);
    const first = 'body' in node ? flattenTree(node.body, steps).first : null;
    const scope = ['Loop', 'LoopIteration', 'Workflow'][steps.length % 3];
    Object.assign(
      step,
      {
        script: { type: 'CustomScript' },
        http: { type: 'HttpRequest', useRetry: true, continueOnFailure: steps.length % 2 === 0 },
        guarded: { type: 'HttpRequest', useErrorPath: true, errorFirstStepId: first },
        approval: { type: 'WaitForApproval' },
        call: { type: 'CallWorkflow', useRetry: true, continueOnFailure: steps.length % 2 === 0 },
        delay: { type: 'DelayStep' },
        end: { type: 'EndStep', endStepScope: scope },
        loop: {
          type: 'Loop',
          loopFirstStepId: first,
          continueOnFailure: steps.length % 3 === 0,
          ...(steps.length % 4 < 2 ? { resultExpression: 'x' } : {}),
        },
        branch: { type: 'Branch', conditionGroups: [{ name: 'G', conditions: [], nextStepId: first }] },
      }[node.kind],
    );
  });
  names.forEach((name, at) => {
    const step = steps.find(({ stepId }) => stepId === name) as { nextStepId: string | null };
    step.nextStepId = names[at + 1] ?? null;
  });
  return { first: names[0] ?? null, steps };
}

/** The outcome of a step that failed the run, after the cause is fixed. */
export function mendedOutcome(path: string): StepOutcome {
  if (path.endsWith('%result')) return { kind: 'collected', chars: 1 };
  return /%page\d+$/.test(path) ? { kind: 'page', count: 1, hasMore: false } : { kind: 'succeeded' };
}

/** A step's outcome depends only on its path and attempt, so a repeated run has the same. */
export function outcomeByPath(seed: number) {
  return (path: string, step: WorkflowStep, attempt: number): StepOutcome => {
    let hash = seed;
    for (const character of path) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
    const page = Number(/%page(\d+)$/.exec(path)?.[1] ?? 0);
    if (page > 0)
      return hash % 7 > 0 ? { kind: 'page', count: hash % 3, hasMore: page < 2 + (hash % 3) } : { kind: 'failed', message: 'no page' };
    if (path.endsWith('%result')) return hash % 9 > 0 ? { kind: 'collected', chars: 1 } : { kind: 'failed', message: 'no result' };
    if (path.endsWith('%results')) return { kind: 'succeeded' };
    const { pagedBy } = step as { pagedBy?: string };
    if (step.type === 'Loop' && pagedBy && hash % 5 < 2) return { kind: 'loop', count: hash % 3, pages: { stepId: pagedBy, limit: 5 } };
    if (step.type === 'Loop') return { kind: 'loop', count: hash % 3 };
    if (step.type === 'Branch') {
      return hash % 4 === 0 ? { kind: 'noGroup' } : { kind: 'group', name: 'G', nextStepId: step.conditionGroups[0]?.nextStepId ?? null };
    }
    if (step.type === 'EndStep') return { kind: 'end', scope: step.endStepScope ?? 'Workflow' };
    if (step.type === 'DelayStep') return { kind: 'delay', untilMs: 0 };
    // A tenth of the calls and questions can't be made at all.
    if (waitsForResult(step) && hash % 10 > 0) return { kind: 'await', ref: '', untilMs: 0, about: null };
    if (step.type === 'HttpRequest' && hash % 3 === 0) return { kind: 'failed', message: 'no', retryable: attempt < 1 + (hash % 4) };
    return hash % 11 === 0 ? { kind: 'failed', message: 'bad' } : { kind: 'succeeded' };
  };
}

/** The same steps, about a quarter of them switched off, chosen by the seed. */
export function someSwitchedOff(steps: readonly WorkflowStep[], seed: number): WorkflowStep[] {
  return steps.map((step, at) =>
    step.type !== 'Trigger' && Math.imul(seed + 1, 2_654_435_761 * (at + 1)) >>> 30 === 0 ? { ...step, isSwitchedOff: true } : step,
  );
}

/** The same workflow with those steps taken out of the flow: nothing leads to them. */
export function withoutSwitchedOff(steps: readonly WorkflowStep[]): WorkflowStep[] {
  const off = namesSwitchedOff(steps);
  let left = [...steps];
  for (const { stepId } of steps) if (off.has(stepId) && left.some((step) => step.stepId === stepId)) left = deleteStep(left, stepId);
  return [...left, ...steps.filter(({ stepId }) => off.has(stepId)).map((step) => ({ ...step, nextStepId: null }))];
}

/** The result of what a step waits for, depending only on its path and attempt; null: it doesn't come in time. */
export function createAwaitedOutcomes(seed: number) {
  return (path: string, attempt: number): AwaitedOutcome | null => {
    let hash = seed;
    for (const character of `${path}?`) hash = (Math.imul(hash, 33) + (character.codePointAt(0) ?? 0)) >>> 0;
    if (hash % 5 === 0) return null;
    return hash % 5 === 1 ? { kind: 'failed', message: 'refused', retryable: attempt < 1 + (hash % 3) } : { kind: 'succeeded' };
  };
}

/** The outcome of a step whose result doesn't come in time: an approval that expires is an ordinary outcome. */
export function lateOutcome({ type }: WorkflowStep): AwaitedOutcome {
  return type === 'WaitForApproval' ? { kind: 'succeeded' } : { kind: 'failed', message: 'too late' };
}

/** Whether the step starts something outside and waits for its result. */
export function waitsForResult({ type }: WorkflowStep): boolean {
  return type === 'CallWorkflow' || type === 'WaitForApproval';
}
