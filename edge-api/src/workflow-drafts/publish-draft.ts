import { type ParsedInput, readRunChain } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import {
  type DraftPublication,
  findWorkflow,
  findWorkflowVersion,
  revertPublication,
  type WorkflowVersionRecord,
  type WorkflowWithSteps,
  writePublication,
} from '@portage/database';
import { isSameJson } from '@portage/primitives/json';
import { auditChange } from '../audit/record-audit.ts';
import { eventRefused, eventWarnings, syncEvent } from '../connector-events/sync-event.ts';
import { type ApiWarning, conflict, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { saveOptimistically } from '../http/save-optimistically.ts';
import { triggerChanged } from '../webhooks/trigger-changes.ts';
import { takeChainStart } from '../workflow-instances/take-start.ts';
import { scheduleWarnings } from '../workflows/activate-workflow.ts';
import { checkPublication, findDashboardId } from '../workflows/check-publication.ts';
import { syncSchedule } from '../workflows/schedule.ts';
import { findTriggerType } from '../workflows/workflow-steps.ts';
import { draftConflict, findActive, type OpenDraft } from './save-draft.ts';

type Body = ParsedInput<Calls, 'POST /api/workflows/{id}/draft/publish'>['body'];

/**
 * Makes runs start from the draft. There is always a published version: the database changes in one statement, and callers
 * that know the previous version are told to look again.
 *
 * @throws ApiProblem 404, 400 `workflow-invalid`; 409 `workflow-inactive`, `version-conflict` for a draft that the caller hasn't seen,
 * `published-changed`, `run-chain-used-up`; 503 `schedule-not-set`; 400, 502 `event-not-registered`: the previous version is then published again.
 */
export function publishDraft(
  workflowId: string,
  body: Body,
  context: UserContext,
): Promise<{ workflow: WorkflowWithSteps; warnings: ApiWarning[] }> {
  const { db, user } = context;
  const chain = readRunChain((name) => context.request.headers.get(name));
  let isCounted = false;
  return saveOptimistically(async () => {
    const { workflow: before, draft } = await findActive(workflowId, context);
    if (draft?.id !== body.versionId) throw draftConflict();
    await requireSamePublished(before, draft, body, context);
    const stepWarnings = await checkPublication(workflowId, draft.steps, context);
    // Otherwise a run could publish self-starting workflows without limit (HOSTILE 37).
    if (chain && !isCounted) await takeChainStart(context, user.id, chain);
    isCounted = true;
    const publication = buildPublication(before, draft, body, context);
    if (!(await writePublication(db, user.id, workflowId, publication))) return undefined;
    const warnings = [...(await follow(before, draft, publication, context)), ...stepWarnings];
    await auditChange(context, 'workflow.draft-published', { workflowId, versionId: publication.versionId });
    const workflow = await findWorkflow(db, user.id, workflowId);
    if (!workflow) throw workflowNotFound();
    return { workflow, warnings };
  }, draftConflict);
}

/** Requires that the person has seen the version they replace, or that the draft is based on it. @throws ApiProblem 409 `published-changed` */
async function requireSamePublished(
  { publishedVersionId, steps }: OpenDraft['workflow'],
  { draftOfVersionId }: WorkflowVersionRecord,
  body: Body,
  { db, user }: UserContext,
): Promise<void> {
  const knownId = body.publishedVersionId ?? draftOfVersionId;
  if (knownId === publishedVersionId) return;
  const known = knownId === null ? null : await findWorkflowVersion(db, user.id, knownId);
  // A new name or logging mode made a version with the same steps.
  if (known && isSameJson(known.steps, steps)) return;
  throw conflict(
    'published-changed',
    'Another version was published since this draft began, and publishing would replace it. Compare the two, then publish again.',
  );
}

function buildPublication(
  before: OpenDraft['workflow'],
  draft: WorkflowVersionRecord,
  { label, note }: Body,
  { newId, now, user }: UserContext,
): DraftPublication {
  return {
    expected: { draftVersionId: draft.id, publishedVersionId: before.publishedVersionId },
    versionId: newId(),
    triggerType: findTriggerType(draft.steps),
    dashboardId: findDashboardId(draft.steps),
    label: label || null,
    note: note || null,
    publishedByUserId: user.impersonatorUserId ?? user.id,
    at: now(),
  };
}

/** Notifies everything that starts runs of the workflow, including whatever started the previous version. */
async function follow(
  before: OpenDraft['workflow'],
  { steps }: WorkflowVersionRecord,
  publication: DraftPublication,
  context: UserContext,
): Promise<ApiWarning[]> {
  const { id: workflowId, triggerCode } = before;
  const types = new Set([before.triggerType, publication.triggerType]);
  const changed = { workflowId, ownerUserId: context.user.id, triggerCode };
  await triggerChanged(context, changed);
  const warnings: ApiWarning[] = [];
  if (types.has('ConnectorEvent')) {
    const status = await syncEvent(context, workflowId);
    if (publication.triggerType === 'ConnectorEvent' && status.state !== 'listening') {
      await takeBack(before, publication, context);
      await triggerChanged(context, changed);
      await syncEvent(context, workflowId);
      throw eventRefused(status);
    }
    warnings.push(...eventWarnings(status));
  }
  if (types.has('Scheduled')) {
    const status = await syncSchedule(
      context,
      workflowId,
      readRunChain((name) => context.request.headers.get(name)),
    );
    if (publication.triggerType === 'Scheduled') warnings.push(...scheduleWarnings(steps, status, context.now()));
  }
  return warnings;
}

/** The previous version is better than one whose event nobody receives. */
async function takeBack(before: OpenDraft['workflow'], { versionId, expected }: DraftPublication, { db, user, now }: UserContext) {
  const { triggerType, dashboardId } = before;
  await revertPublication(db, user.id, before.id, { versionId, to: { ...expected, triggerType, dashboardId }, at: now() });
}
