import { type CallResponse, LARGEST_QUOTA, QUOTA_RANGE } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { FieldRules } from '@portage/ui';

type WorkflowQuotas = CallResponse<Calls, 'GET /api/users/default-quotas'>['workflowQuotaSettings'];

/** Null sets no limit. */
export interface QuotaForm {
  runsPerDay: number | null;
  runsPerMinute: number | null;
  stepsPerRun: number | null;
  runSeconds: number | null;
}

export function toQuotaForm(quotas: WorkflowQuotas): QuotaForm {
  return {
    runsPerDay: quotas.maxWorkflowInstancesPerDay ?? null,
    runsPerMinute: quotas.maxWorkflowInstancesPerMinute ?? null,
    stepsPerRun: quotas.maxStepInstancesPerWorkflowInstance ?? null,
    runSeconds: quotas.maxWorkflowInstanceDuration ?? null,
  };
}

export function toQuotas({ runsPerDay, runsPerMinute, stepsPerRun, runSeconds }: QuotaForm) {
  return {
    maxWorkflowInstancesPerDay: runsPerDay,
    maxWorkflowInstancesPerMinute: runsPerMinute,
    maxStepInstancesPerWorkflowInstance: stepsPerRun,
    maxWorkflowInstanceDuration: runSeconds,
  };
}

const quota = {
  validate: (value: number | null) =>
    value !== null && (!Number.isInteger(value) || value < 0 || value > LARGEST_QUOTA) ? QUOTA_RANGE : undefined,
};

export const quotaRules: FieldRules<QuotaForm> = { runsPerDay: quota, runsPerMinute: quota, stepsPerRun: quota, runSeconds: quota };
