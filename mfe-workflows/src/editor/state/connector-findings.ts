import type { WorkflowProblem, WorkflowStep } from '@portage/workflow';

export interface StepFinding {
  stepId: string;
  field: string;
  message: string;
}

interface Findings {
  problems: readonly StepFinding[];
  warnings: readonly StepFinding[];
}

/** The server's findings about connector steps. A step that has changed since has none until the server has checked it. */
export class ConnectorFindings {
  readonly #known = new Map<string, Findings>();

  /** Connector steps that the server hasn't checked in their current state. */
  unknownOf(steps: readonly WorkflowStep[]): WorkflowStep[] {
    return steps.filter((step) => {
      const key = buildCheckKey(step);
      return key !== null && !this.#known.has(key);
    });
  }

  /** @param steps the saved steps that the findings are about. */
  learn(steps: readonly WorkflowStep[], { problems, warnings }: Findings): void {
    for (const step of steps) {
      const key = buildCheckKey(step);
      const isOfStep = ({ stepId }: StepFinding) => stepId === step.stepId;
      if (key !== null) this.#known.set(key, { problems: problems.filter(isOfStep), warnings: warnings.filter(isOfStep) });
    }
  }

  readonly problemsOf = (steps: readonly WorkflowStep[]): WorkflowProblem[] => this.#of(steps, 'problems');
  readonly warningsOf = (steps: readonly WorkflowStep[]): WorkflowProblem[] => this.#of(steps, 'warnings');

  /** Findings under each step's current name. */
  #of(steps: readonly WorkflowStep[], kind: keyof Findings): WorkflowProblem[] {
    return steps.flatMap((step) => {
      const key = buildCheckKey(step);
      const found = key === null ? undefined : this.#known.get(key);
      return (found?.[kind] ?? []).map((finding) => ({ ...finding, stepId: step.stepId }));
    });
  }
}

/** The part of a step that the server checks; null if the step has no such part yet. */
function buildCheckKey(step: WorkflowStep): string | null {
  if (step.type === 'ConnectorOperation' && step.connectorId && step.operationId) {
    const { connectorId, operationId, requestContentType, requestParametersSourceType, overrideGraphQlQuery, requestParameterMappings } =
      step;
    return JSON.stringify([
      connectorId,
      operationId,
      requestContentType,
      requestParametersSourceType,
      overrideGraphQlQuery,
      requestParameterMappings,
    ]);
  }
  if (step.type === 'Trigger' && step.triggerType === 'ConnectorEvent' && step.connectorId && step.eventId) {
    return JSON.stringify(['event', step.connectorId, step.eventId, step.requestParameterMappings]);
  }
  if (step.type === 'SyncStep') {
    const { syncType, integrationType, sourceConnectorId, targetConnectorId } = step;
    return JSON.stringify(['sync', syncType, integrationType, sourceConnectorId, targetConnectorId]);
  }
  return step.type === 'IntegrationStep' ? JSON.stringify(['integration', step.implementationType]) : null;
}
