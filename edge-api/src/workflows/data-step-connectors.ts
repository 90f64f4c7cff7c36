import type { WorkflowStep } from '@portage/workflow';

/** The connectors of a step that reads or syncs whole kinds of records, by the step's field that names each. */
export function dataStepConnectors(step: WorkflowStep): { field: string; connectorId: string }[] {
  return listConnectorFields(step).flatMap((field) => {
    const connectorId = step[field];
    return connectorId ? [{ field, connectorId }] : [];
  });
}

function listConnectorFields({ type }: WorkflowStep): ('connectorId' | 'sourceConnectorId' | 'targetConnectorId')[] {
  if (type === 'GetDataStep' || type === 'DashboardStep') return ['connectorId'];
  return type === 'SyncStep' ? ['sourceConnectorId', 'targetConnectorId'] : [];
}
