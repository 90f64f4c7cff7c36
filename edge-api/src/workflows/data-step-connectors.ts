import type { WorkflowStep } from '@portage/workflow';

/** The connectors of a step that reads or syncs whole kinds of records, by the step's field that names each. */
export function dataStepConnectors(step: WorkflowStep): { field: string; connectorId: string }[] {
  return fieldsOf(step).flatMap((field) => {
    const connectorId = step[field];
    return connectorId ? [{ field, connectorId }] : [];
  });
}

function fieldsOf({ type }: WorkflowStep): ('connectorId' | 'sourceConnectorId' | 'targetConnectorId')[] {
  if (type === 'GetDataStep' || type === 'DashboardStep') return ['connectorId'];
  return type === 'SyncStep' ? ['sourceConnectorId', 'targetConnectorId'] : [];
}
