import { findIntegrationOfWorkflow, type IntegrationRow, type StoredOperation } from '@portage/database';
import type { PlannedIntegration } from '@portage/playbooks';
import { isSameJson } from '@portage/primitives/json';
import { type ApiProblem, invalid } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import type { WrittenIntegration } from '../../integrations/check-integration.ts';
import { createIntegration, updateIntegration } from '../../integrations/save-integration.ts';
import { withChangedMembers } from './changed-members.ts';

/** Creates a workflow's integration settings, or changes what differs. @throws ApiProblem as saving an integration */
export async function applyIntegration(
  workflowId: string,
  planned: PlannedIntegration,
  applied: PlannedIntegration | null,
  context: UserContext,
): Promise<void> {
  const { integrationType, directionType: direction } = planned;
  const place = { workflowId, direction, integrationType };
  const stored = await findIntegrationOfWorkflow(context.db, context.user.id, workflowId, integrationType);
  if (!stored) {
    requireMappings(planned);
    try {
      await createIntegration(context, place, writtenIntegration(planned), undefined);
      return;
    } catch (error) {
      // Another call created it meanwhile.
      if ((error as ApiProblem).code !== 'integration-exists') throw error;
      return applyIntegration(workflowId, planned, applied, context);
    }
  }
  const wanted = merged(stored, planned, applied);
  if (isSameJson(wanted, asWritten(stored)) && stored.directionType === planned.directionType) return;
  await updateIntegration(context, stored.id, place, wanted as WrittenIntegration, undefined);
}

/** The settings in the form that integration calls accept. */
export function writtenIntegration({ operations, conflictRule, carriesDeletions, targetExternalIdFields }: PlannedIntegration) {
  return { operations, conflictRule, carriesDeletions, targetExternalIdFields } as WrittenIntegration;
}

/** @throws ApiProblem 400 if nothing is mapped */
export function requireMappings({ operations: { Source, Target } }: PlannedIntegration): void {
  if (Source.mappings.length > 0 || Target.mappings.length > 0) return;
  throw invalid(`Say which fields of ${Source.entityType} and ${Target.entityType} belong together.`);
}

function merged(stored: IntegrationRow, planned: PlannedIntegration, applied: PlannedIntegration | null) {
  const side = (name: 'Source' | 'Target') => {
    const before = stored.operations[name];
    const wanted = asStored(planned.operations[name]);
    if (!before) return wanted;
    return withChangedMembers(before, applied ? { ...asStored(applied.operations[name]) } : null, { ...wanted });
  };
  const { operations: _, integrationType: __, directionType: ___, ...rules } = planned;
  const { operations: ____, ...appliedRules } = applied ?? { operations: null };
  return {
    operations: { Source: side('Source'), Target: side('Target') },
    ...withChangedMembers(pickRules(stored), applied ? { ...appliedRules } : null, { ...rules }),
  };
}

function asWritten(stored: IntegrationRow) {
  return { operations: { Source: stored.operations.Source, Target: stored.operations.Target }, ...pickRules(stored) };
}

function pickRules({ conflictRule, carriesDeletions, targetExternalIdFields }: IntegrationRow) {
  return { conflictRule, carriesDeletions, targetExternalIdFields };
}

/** In stored form: with every possible member. */
function asStored({ dependentMappings, ...side }: PlannedIntegration['operations']['Source']): StoredOperation {
  const dependents = Object.entries(dependentMappings ?? {}).map(([entity, dependent]) => [entity, { ...dependent, customFormData: null }]);
  return { operationId: null, ...side, dependentMappings: dependents.length > 0 ? Object.fromEntries(dependents) : null };
}
