import type { RunTag, WorkflowVersionSnapshot } from '@portage/contracts';
import { cutText } from '@portage/primitives/cut-text';
import {
  type ExpressionScope,
  evaluateExpression,
  evaluateName,
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
  const shown = new Map<string, RunTag>();
  for (const tag of trigger.runTags) {
    const { name, value } = evaluateTag(tag, scope, hidden) ?? {};
    if (!name || !value) continue;
    const shownName = cutText(run.secrets.redactText(name), workflowLimits.runTagNameLength);
    if (!shown.has(shownName)) shown.set(shownName, { name: shownName, value: cut(run.secrets.redactText(value)) });
  }
  return shown.size === 0 ? null : JSON.stringify([...shown.values()]);
}

function evaluateTag({ name, valueExpression }: RunTagDefinition, scope: ExpressionScope, hidden: ReadonlySet<string>): RunTag | null {
  try {
    // Everyone who sees the run sees its tags.
    if ([name, valueExpression].some((text) => expressionReferences(text).stepNames.some((step) => hidden.has(step)))) return null;
    return { name: evaluateName(name, scope)?.trim() ?? '', value: textOfValue(evaluateExpression(valueExpression, scope)).trim() };
  } catch {
    return null;
  }
}

function cut(text: string): string {
  return cutText(text, workflowLimits.runTagValueLength);
}
