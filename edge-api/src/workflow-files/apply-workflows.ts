import { type HandlerResult, type RunChain, readRunChain } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type AppliedWrite, applyWorkflowRows, deleteSamples, type WorkflowWithSteps } from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { eventWarnings, syncEvent } from '../connector-events/sync-event.ts';
import { ApiProblem, type ApiWarning, conflict, warning } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { saveOptimistically } from '../http/save-optimistically.ts';
import { forgetTrigger } from '../webhooks/trigger-cache.ts';
import { triggerChanged } from '../webhooks/trigger-changes.ts';
import { takeChainStart } from '../workflow-instances/take-start.ts';
import { scheduleWarnings, stopTrigger } from '../workflows/activate-workflow.ts';
import { syncSchedule } from '../workflows/schedule.ts';
import { type ApplyBody, type PlannedWorkflow, planApply } from './plan-apply.ts';

/**
 * Makes the caller's workflows as sent, all or none. Schedules and listeners follow after the transaction; one that can't be updated now
 * is a warning, because the engine's sweep catches up.
 *
 * @throws ApiProblem as `planApply`; 409 `version-conflict` while others keep changing the same workflows, `run-chain-used-up`
 */
export function applyWorkflows(body: ApplyBody, context: UserContext): Promise<HandlerResult<Calls, 'POST /api/workflows/apply'>> {
  const chain = readRunChain((name) => context.request.headers.get(name));
  let isCounted = false;
  return saveOptimistically(
    async () => {
      const { workflows, deletions } = await planApply(body, context);
      const changed = workflows.filter(({ write }) => write !== null);
      const writes: AppliedWrite[] = [...changed.flatMap(({ write }) => write ?? []), ...deletions.map(({ write }) => write)];
      const warnings = workflows.flatMap((workflow) => workflow.warnings);
      if (!body.dryRun && writes.length > 0) {
        if (chain && body.publish && !isCounted) await countStarts(changed.length, chain, context);
        isCounted = true;
        if (!(await applyWorkflowRows(context.db, context.user.id, writes, context.now()))) return undefined;
        for (const workflow of changed) warnings.push(...(await follow(workflow, chain, context)));
        for (const { before } of deletions) warnings.push(...(await followDeletion(before, context)));
      }
      return { workflows: workflows.map(presentOutcome), warnings };
    },
    () => conflict('version-conflict', 'These workflows are being changed at the same moment. Please apply again.'),
  );
}

/** Otherwise a run could publish self-starting workflows without limit (HOSTILE 37). */
async function countStarts(count: number, chain: RunChain, context: UserContext): Promise<void> {
  for (let counted = 0; counted < count; counted += 1) await takeChainStart(context, context.user.id, chain);
}

/** Notifies everything that starts runs of the workflow. */
async function follow(
  { id, name, before, steps, write }: PlannedWorkflow,
  chain: RunChain | null,
  context: UserContext,
): Promise<ApiWarning[]> {
  if (!write) return [];
  await auditChange(context, 'workflow.applied', { workflowId: id, name, kind: write.kind, versionId: write.newVersion.id });
  if (write.kind === 'draft') return [];
  if (before?.isActive) await triggerChanged(context, { workflowId: id, ownerUserId: context.user.id, triggerCode: before.triggerCode });
  else if (before) forgetTrigger(before.triggerCode);
  const isLive = write.kind === 'published' || (write.kind === 'created' && write.isPublished);
  const types = new Set([before?.triggerType, ...(isLive ? [write.triggerType] : [])]);
  return warningsOf(name, async () => {
    const warnings: ApiWarning[] = [];
    if (types.has('Scheduled')) {
      const status = await syncSchedule(context, id, chain);
      if (isLive && write.triggerType === 'Scheduled') warnings.push(...scheduleWarnings(steps, status, context.now()));
    }
    if (types.has('ConnectorEvent')) {
      const status = await syncEvent(context, id);
      if (isLive && write.triggerType === 'ConnectorEvent' && status.state !== 'listening') {
        warnings.push(warning('event-not-registered', `“${name}” isn’t notified of its event yet. ${status.message ?? ''}`.trim()));
      }
      warnings.push(...eventWarnings(status));
    }
    return warnings;
  });
}

async function followDeletion(before: WorkflowWithSteps, context: UserContext): Promise<ApiWarning[]> {
  await deleteSamples(context.db, context.user.id, before.id);
  await auditChange(context, 'workflow.deleted', { workflowId: before.id });
  return warningsOf(before.name, () => stopTrigger(before.id, before, context));
}

async function warningsOf(name: string, work: () => Promise<ApiWarning[]>): Promise<ApiWarning[]> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return [warning(error.code, `“${name}”: ${error.message}`)];
  }
}

function presentOutcome({ id, before, write }: PlannedWorkflow) {
  const current = { versionId: before?.currentVersionId ?? '', draftVersionId: before?.draftVersionId ?? null };
  if (!write) return { id, ...current, outcome: 'unchanged' as const };
  const versionId = write.newVersion.id;
  if (write.kind === 'draft') return { id, ...current, draftVersionId: versionId, outcome: 'changed' as const };
  const draftVersionId = write.kind === 'current' ? current.draftVersionId : null;
  return { id, versionId, draftVersionId, outcome: write.kind === 'created' ? ('created' as const) : ('changed' as const) };
}
