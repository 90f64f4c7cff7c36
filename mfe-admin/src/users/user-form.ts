import type { CallInput, CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { FieldRules } from '@portage/ui';

export type User = CallResponse<Calls, 'GET /api/users'>['users'][number];

/** As the server has it. */
const LARGEST_QUOTA = 1_000_000_000;

/** Spec USER-12. */
export interface UserForm {
  runsPerDay: number | null;
  runsPerMinute: number | null;
  stepsPerRun: number | null;
  runSeconds: number | null;
  hideBilling: boolean;
  showIntegrationApplications: boolean;
  showAIChat: boolean;
  dashboardType: User['dashboardType'];
  hasGiftCards: boolean;
  hasWorkflowAccess: boolean;
}

/** Spec AUTH-55: the one scope with an effect. */
const GIFT_CARD_SCOPE = 'PandaGiftCard';

export const dashboardTypes: readonly User['dashboardType'][] = ['None', 'Ecommerce', 'Event'];

export function formOf({ workflowQuotaSettings: quotas, ...user }: User): UserForm {
  return {
    runsPerDay: quotas.maxWorkflowInstancesPerDay ?? null,
    runsPerMinute: quotas.maxWorkflowInstancesPerMinute ?? null,
    stepsPerRun: quotas.maxStepInstancesPerWorkflowInstance ?? null,
    runSeconds: quotas.maxWorkflowInstanceDuration ?? null,
    hideBilling: user.hideBilling,
    showIntegrationApplications: user.showIntegrationApplications,
    showAIChat: user.showAIChat,
    dashboardType: user.dashboardType,
    hasGiftCards: user.scopes.includes(GIFT_CARD_SCOPE),
    hasWorkflowAccess: user.hasWorkflowAccess,
  };
}

/** The values to save; an empty quota sets no limit. */
export function bodyOf(form: UserForm): NonNullable<CallInput<Calls, 'PUT /api/users/{id}'>['body']> {
  const { runsPerDay, runsPerMinute, stepsPerRun, runSeconds, hasGiftCards, ...flags } = form;
  return {
    ...flags,
    scopes: hasGiftCards ? [GIFT_CARD_SCOPE] : [],
    workflowQuotaSettings: {
      maxWorkflowInstancesPerDay: runsPerDay,
      maxWorkflowInstancesPerMinute: runsPerMinute,
      maxStepInstancesPerWorkflowInstance: stepsPerRun,
      maxWorkflowInstanceDuration: runSeconds,
    },
  };
}

const quota = {
  validate: (value: number | null) =>
    value !== null && (!Number.isInteger(value) || value < 0 || value > LARGEST_QUOTA)
      ? `Please enter a whole number from 0 to ${LARGEST_QUOTA.toLocaleString('en')}`
      : undefined,
};

/** Spec USER-13: quotas are optional. */
export const userRules: FieldRules<UserForm> = { runsPerDay: quota, runsPerMinute: quota, stepsPerRun: quota, runSeconds: quota };
