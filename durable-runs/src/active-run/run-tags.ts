import type { RunTag, WorkflowVersionSnapshot } from '@portage/contracts';
import { cutText } from '@portage/primitives/cut-text';
import {
  type ExpressionScope,
  evaluateExpression,
  expressionReferences,
  findHiddenSteps,
  type RunTagDefinition,
  textOfValue,
  workflowLimits,
} from '@portage/workflow';
import type { Program } from '../core/program.ts';
import type { RunState } from '../core/run-state.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';

interface TaggedRun {
  program: Program;
  version: Pick<WorkflowVersionSnapshot, 'loggingMode' | 'steps'>;
  state: Pick<RunState, 'status'>;
  secrets: RunSecrets;
  scope(nowMs: number): ExpressionScope;
}

/**
 * The current values of the run's tags, as JSON; null: none. A tag that has no value yet, or whose expression fails, is left out: a tag
 * must never make its run fail. If only failed runs are logged, only failed runs have tags.
 */
export function runTagsJson(run: TaggedRun, nowMs: number): string | null {
  const { program, version, state } = run;
  const trigger = program.firstStepId === null ? undefined : program.steps.get(program.firstStepId);
  if (trigger?.type !== 'Trigger' || !trigger.runTags?.length) return null;
  if (version.loggingMode === 'LogOnlyIfError' && state.status !== 'Failed') return null;
  const hidden = new Set([...findHiddenSteps(version.steps)].map(({ stepId }) => stepId));
  const scope = run.scope(nowMs);
  const tags = trigger.runTags.flatMap((tag) => evaluateTag(tag, scope, hidden) ?? []);
  const shown = tags.map(({ name, value }) => ({ name, value: cut(run.secrets.redactText(value)) }));
  return shown.length === 0 ? null : JSON.stringify(shown);
}

function evaluateTag({ name, valueExpression }: RunTagDefinition, scope: ExpressionScope, hidden: ReadonlySet<string>): RunTag | null {
  try {
    // Everyone who sees the run sees its tags.
    if (expressionReferences(valueExpression).stepNames.some((step) => hidden.has(step))) return null;
    const value = textOfValue(evaluateExpression(valueExpression, scope)).trim();
    return value === '' ? null : { name: name.trim(), value };
  } catch {
    return null;
  }
}

function cut(text: string): string {
  return cutText(text, workflowLimits.runTagValueLength);
}
