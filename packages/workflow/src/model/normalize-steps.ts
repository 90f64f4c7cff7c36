import type { WorkflowStep } from '../steps/registry.ts';
import { workflowLimits } from './values.ts';

export interface NormalizeSettings {
  /** Makes a new id, e.g. `crypto.randomUUID`. */
  makeId: () => string;
}

/**
 * Steps as they are stored: each has its own `clientId`, defaults are written out, the HTTP method is in capitals.
 * Texts, unknown pointers and blank fields stay as they are. Normalizing twice changes nothing more.
 *
 * @param steps parsed steps; not changed.
 * @returns new steps in the same order (spec STEP-50, 54, 72, 73, 80..83, 90, 94, 95).
 */
export function normalizeSteps(steps: readonly WorkflowStep[], { makeId }: NormalizeSettings): WorkflowStep[] {
  const seen = new Set<string>();
  return steps.map((step) => {
    // A copied step may bring its original's id along.
    const clientId = step.clientId && !seen.has(step.clientId) ? step.clientId : makeId();
    seen.add(clientId);
    return withDefaults({ ...step, clientId, nextStepId: step.nextStepId ?? null });
  });
}

function withDefaults(step: WorkflowStep): WorkflowStep {
  switch (step.type) {
    case 'Trigger':
      return step.schedule ? { ...step, schedule: { ...step.schedule, frequency: step.schedule.frequency ?? 1 } } : step;
    case 'Branch':
      return {
        ...step,
        conditionGroups: step.conditionGroups.map((group) => ({
          ...group,
          logicalOperator: group.logicalOperator ?? 'And',
          conditions: group.conditions ?? [],
          nextStepId: group.nextStepId ?? null,
        })),
      };
    case 'Loop': {
      const { loopSteps: _derived, ...rest } = step;
      return { ...rest, loopFirstStepId: step.loopFirstStepId ?? null };
    }
    case 'HttpRequest':
      return { ...step, httpMethod: (step.httpMethod ?? 'GET').toUpperCase() };
    case 'DataStorage':
      return step.dataStorageOperation === 'Create' ? { ...step, scope: step.scope ?? 'CurrentRun' } : { ...step, scope: null };
    case 'EndStep':
      return { ...step, endStepScope: step.endStepScope ?? 'Workflow' };
    case 'DelayStep':
      return { ...step, delayType: step.delayType ?? 'Seconds' };
    case 'ConnectorOperation':
      return {
        ...step,
        requestParametersSourceType: step.requestParametersSourceType ?? 'Mappings',
        ...(step.useAutoPaging ? { pagedItemsLimit: step.pagedItemsLimit ?? workflowLimits.pagedItemsDefault } : {}),
      };
    case 'SyncStep':
      return { ...step, syncType: step.syncType ?? 'Products' };
    case 'DashboardStep':
      return { ...step, getDataDataType: step.getDataDataType ?? 'Orders' };
    case 'DashboardItemStep':
      return { ...step, source: step.source ?? 'Airtable', itemType: step.itemType ?? 'Company', operation: step.operation ?? 'Create' };
    case 'GetDataStep':
      return { ...step, getDataDataType: step.getDataDataType ?? 'Orders' };
    case 'CustomScript':
    case 'IntegrationStep':
      return step;
    default:
      return step satisfies never;
  }
}
