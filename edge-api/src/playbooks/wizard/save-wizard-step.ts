import type { ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { findConnector } from '@portage/database';
import { goBack, removeStep, type SavedStep, saveStep, UnknownFieldTypeError, type WizardMove } from '@portage/playbooks';
import { ApiProblem, conflict, invalid, notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { changePlaybook } from '../model/change-playbook.ts';
import type { OpenPlaybook } from '../model/stored-playbook.ts';
import { gatherFacts } from './step-facts.ts';

type Body = ParsedInput<Calls, 'PUT /api/playbooks/{id}/wizard/steps/{stepId}/save'>['body'];

export interface SaveResult {
  isSuccess: boolean;
  errorMessage: string | null;
}

/**
 * Saves a wizard step and moves (PB-31, API-136). An invalid step isn't saved, and the result says why.
 *
 * @throws ApiProblem 404, 400 if the step isn't the one in the address, 409 `playbook-busy`, 409 `step-changed` if another page changed it
 */
export async function saveWizardStep(id: string, stepId: string, body: Body, context: UserContext): Promise<SaveResult> {
  if (body.step.id !== stepId) throw invalid('The step doesn’t match the one in the address.', 'step.id');
  let errorMessage: string | null = null;
  await changePlaybook(id, context, async (row) => {
    const saved = await savedStep(row, stepId, body, context);
    if (!saved.ok && saved.isOutdated) throw conflict('step-changed', saved.message);
    errorMessage = saved.ok ? null : saved.message;
    return saved.ok ? { wizard: saved.wizard } : null;
  });
  return { isSuccess: errorMessage === null, errorMessage };
}

/** Removes an integration that was added in the wizard. @throws ApiProblem 404, 400 for the first one */
export function removeWizardStep(id: string, stepId: string, context: UserContext): Promise<OpenPlaybook> {
  return changePlaybook(id, context, (row) => {
    requireStep(row, stepId);
    const removed = removeStep(row.wizard, stepId);
    if (!removed.ok) throw invalid(removed.message);
    return { wizard: removed.wizard };
  });
}

async function savedStep(row: OpenPlaybook, stepId: string, body: Body, context: UserContext): Promise<SavedStep> {
  const { definition, wizard } = row;
  const step = requireStep(row, stepId);
  const move = parseMove(body);
  const foreign = await foreignConnector(body.step.stepIntegrations ?? [], context);
  if (foreign) return { ok: false, message: 'This connector was not found. Choose or create another one.' };
  try {
    const facts = { ...(await gatherFacts(row, step, body.step, context)), timeZone: context.user.timeZone ?? undefined };
    return saveStep(definition, wizard, { stepId, written: body.step, move, version: body.step.version }, facts);
  } catch (error) {
    // The step shows the system's words or the template's flaw.
    if (!(error instanceof ApiProblem || error instanceof UnknownFieldTypeError)) throw error;
    // A system that doesn't respond locks no one in: going back leads to the step that chooses another connector.
    return move.kind === 'previous' ? goBack(definition, wizard, stepId) : { ok: false, message: error.message };
  }
}

function requireStep(row: OpenPlaybook, stepId: string) {
  const step = row.wizard.steps.find((one) => one.id === stepId);
  if (!step) throw notFound('This step');
  return step;
}

function parseMove({ goToPreviousStep, stepIndex, addNewStep }: Body): WizardMove {
  if (goToPreviousStep) return { kind: 'previous' };
  if (addNewStep) return { kind: 'add' };
  return typeof stepIndex === 'number' ? { kind: 'jump', index: stepIndex } : { kind: 'next' };
}

/** Whether a step names a connector that isn't the caller's. */
async function foreignConnector(integrations: readonly { connectorId: string | null }[], { db, user }: UserContext): Promise<boolean> {
  const ids = [...new Set(integrations.flatMap(({ connectorId }) => (connectorId === null ? [] : [connectorId])))];
  const found = await Promise.all(ids.map((id) => findConnector(db, user.id, id)));
  return found.some((connector) => connector === null);
}
