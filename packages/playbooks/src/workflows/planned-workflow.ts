import type { ConflictRule, SyncDirection, WorkflowStep } from '@portage/workflow';
import type { Mapping } from '../wizard/wizard-step.ts';

export interface PlannedDependent {
  sourceEntityType: string;
  mappings: Mapping[];
  dependencies?: (Mapping & { entity: string })[];
  link: Mapping | null;
}

/** One side of an integration, as in the settings of integrations (spec INT-03). */
export interface PlannedSide {
  connectorTypeId: string;
  connectorId: string;
  entityType: string;
  mappings: Mapping[];
  customFormData: Record<string, unknown>;
  dependentMappings: Record<string, PlannedDependent> | null;
}

export interface PlannedIntegration {
  integrationType: string;
  directionType: SyncDirection;
  operations: { Source: PlannedSide; Target: PlannedSide };
  conflictRule: ConflictRule;
  carriesDeletions: boolean;
  targetExternalIdFields: string[];
}

export interface PlannedWorkflow {
  /** The id of the template's workflow, of the flow step, or of the workflow template. */
  id: string;
  name: string;
  description: string | null;
  steps: WorkflowStep[];
  /** Null: the workflow of a workflow template, which executes its own steps. */
  integration: PlannedIntegration | null;
  /** It runs as soon as it is created, although its schedule begins later. */
  runsAtOnce: boolean;
}
