import type { WorkflowQuotaSettings } from '@portage/database';

/** Names in a product's metadata, and the quota that each sets. */
const QUOTA_NAMES = {
  maxRunsPerDay: 'maxWorkflowInstancesPerDay',
  maxRunsPerMinute: 'maxWorkflowInstancesPerMinute',
  maxStepsPerRun: 'maxStepInstancesPerWorkflowInstance',
  maxRunSeconds: 'maxWorkflowInstanceDuration',
} as const satisfies Record<string, keyof WorkflowQuotaSettings>;

/**
 * The quotas that a product's metadata names: `maxRunsPerDay: 500`. `unlimited` lifts an account's limit. Anything else sets
 * nothing, since a typo must neither stop a subscriber's runs nor lift their limits.
 */
export function parsePlanQuotas(metadata: Readonly<Record<string, string>>): WorkflowQuotaSettings {
  const quotas: WorkflowQuotaSettings = {};
  for (const [name, quota] of Object.entries(QUOTA_NAMES)) {
    const text = metadata[name]?.trim();
    if (text === 'unlimited') quotas[quota] = null;
    else if (text !== undefined && /^\d{1,9}$/.test(text)) quotas[quota] = Number(text);
  }
  return quotas;
}
