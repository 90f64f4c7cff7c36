import type { stepValueNames } from '../expressions/scope.ts';
import type { WorkflowStep } from '../steps/registry.ts';

export type StepValueName = (typeof stepValueNames)[number];

/** What a step has to offer to those after it, the most wanted first (docs/guide/expressions.md). */
export function offeredValues(step: WorkflowStep): StepValueName[] {
  switch (step.type) {
    case 'Trigger':
      return step.triggerType === 'Webhook' ? ['Payload', 'Headers', 'Query', 'Method'] : ['Payload'];
    case 'CustomScript':
    // The name of the group that was taken.
    case 'Branch':
      return ['Response'];
    case 'HttpRequest':
    case 'ConnectorOperation':
      return ['Response', 'ResponseHttpStatusCode', 'ResponseHeaders', 'ResponseFile', ...errorOf(step)];
    case 'Loop':
      return [];
    case 'GetDataStep':
    case 'SyncStep':
    case 'DashboardStep':
    case 'DashboardItemStep':
    case 'IntegrationStep':
      return ['Response'];
    case 'DataStorage':
    case 'DelayStep':
    case 'EndStep':
      return [];
    default:
      return step satisfies never;
  }
}

/** What a loop offers to the steps inside it. */
export const loopValues: readonly StepValueName[] = ['CurrentItem', 'CurrentIndex'];

function errorOf({ continueOnFailure }: { continueOnFailure?: boolean }): StepValueName[] {
  return continueOnFailure ? ['Error'] : [];
}
