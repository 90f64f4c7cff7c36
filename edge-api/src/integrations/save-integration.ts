import { findIntegration, findWorkflow, insertIntegration, updateIntegrationRow, type WorkflowWithSteps } from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { conflict, invalid, notFound, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { checkIntegration, type IntegrationKey, type WrittenIntegration } from './check-integration.ts';
import { followAnswers } from './follow-answers.ts';
import { pastDate } from './past-date.ts';
import { rewindIntegration } from './rewind-flow.ts';

/** API-68. @returns the id. @throws ApiProblem 404 for others' workflows and connectors, 400 for what can't be synchronised and for a future date, 409 if there already is one. */
export async function createIntegration(
  context: UserContext,
  place: IntegrationKey,
  body: WrittenIntegration,
  lastSyncDate: string | undefined,
): Promise<string> {
  const { db, user, newId, now } = context;
  const workflow = await ownWorkflow(context, place.workflowId);
  const [id, at] = [newId(), now()];
  const since = lastSyncDate === undefined ? {} : { lastSyncDate: pastDate(lastSyncDate, 'lastSyncDate', at) };
  const checked = await checkAnswered(context, place, body, workflow);
  const isNew = await insertIntegration(db, user.id, {
    ...{ id, workflowId: workflow.id, integrationType: place.integrationType, createdAt: at, lastUpdatedAt: at },
    ...checked,
    ...since,
  });
  if (!isNew) throw conflict('integration-exists', 'This workflow already has this integration. Reload the page to see it.');
  await auditChange(context, 'integration.created', { integrationId: id, workflowId: workflow.id, integrationType: place.integrationType });
  return id;
}

/** API-69. A changed last sync date is where the next sync begins to read. @throws ApiProblem as createIntegration, 404 for others' integrations */
export async function updateIntegration(
  context: UserContext,
  id: string,
  place: IntegrationKey,
  body: WrittenIntegration,
  lastSyncDate: string | undefined,
): Promise<void> {
  const { db, user, now } = context;
  const before = await findIntegration(db, user.id, id);
  if (!before || before.workflowId !== place.workflowId || before.integrationType !== place.integrationType) throw integrationNotFound();
  const workflow = await ownWorkflow(context, place.workflowId);
  const since = lastSyncDate === undefined ? null : pastDate(lastSyncDate, 'lastSyncDate', now());
  const checked = await checkAnswered(context, place, body, workflow);
  const change = { ...checked, lastUpdatedAt: now(), ...(since === null ? {} : { lastSyncDate: since }) };
  // Runs before the save: if it fails here, the next save repeats it.
  await followAnswers(workflow.id, before, { ...before, ...checked }, context);
  if (!(await updateIntegrationRow(db, user.id, id, change))) throw integrationNotFound();
  if (since !== null && since.getTime() !== before.lastSyncDate?.getTime()) {
    await rewindIntegration(workflow.id, place.integrationType, since, context);
  }
  await auditChange(context, 'integration.saved', { integrationId: id, workflowId: workflow.id, integrationType: place.integrationType });
}

/** @throws ApiProblem 404 */
export async function ownWorkflow({ db, user }: UserContext, workflowId: string): Promise<WorkflowWithSteps> {
  const workflow = await findWorkflow(db, user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  return workflow;
}

export function integrationNotFound() {
  return notFound('This integration');
}

/** Checks that the integration can be stored. @throws ApiProblem 400 naming the required question that has no answer */
async function checkAnswered(...asked: Parameters<typeof checkIntegration>) {
  const { change, unanswered } = await checkIntegration(...asked);
  const [question] = unanswered;
  if (question) throw invalid(`Please input ${question.title}`, question.field);
  return change;
}
