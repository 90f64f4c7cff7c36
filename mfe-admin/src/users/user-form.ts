import { type CallInput, type CallResponse, GIFT_CARD_SCOPE } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { FieldRules } from '@portage/ui';
import { type QuotaForm, quotaRules, toQuotaForm, toQuotas } from './quota-form.ts';

export type User = CallResponse<Calls, 'GET /api/users'>['users'][number];

export interface UserForm extends QuotaForm {
  hideBilling: boolean;
  customBillingUrl: string;
  showIntegrationApplications: boolean;
  showAIChat: boolean;
  dashboardType: User['dashboardType'];
  hasGiftCards: boolean;
  hasWorkflowAccess: boolean;
}

export function toUserForm({ workflowQuotaSettings: quotas, ...user }: User): UserForm {
  return {
    ...toQuotaForm(quotas),
    hideBilling: user.hideBilling,
    customBillingUrl: typeof user.billingDetails?.customUrl === 'string' ? user.billingDetails.customUrl : '',
    showIntegrationApplications: user.showIntegrationApplications,
    showAIChat: user.showAIChat,
    dashboardType: user.dashboardType,
    hasGiftCards: user.scopes.includes(GIFT_CARD_SCOPE),
    hasWorkflowAccess: user.hasWorkflowAccess,
  };
}

type UserChanges = NonNullable<CallInput<Calls, 'PUT /api/users/{id}'>['body']>;

/** Only the admin's changes: another admin may have saved the rest since the user was read. An empty quota sets no limit. */
export function computeChanges(form: UserForm, user: User): UserChanges {
  const before = toRequestBody(toUserForm(user));
  const { workflowQuotaSettings, ...after } = toRequestBody(form);
  const quotas = differing(before.workflowQuotaSettings, workflowQuotaSettings);
  return { ...differing(before, after), ...(Object.keys(quotas).length > 0 ? { workflowQuotaSettings: quotas } : {}) };
}

function toRequestBody(form: UserForm) {
  const { runsPerDay, runsPerMinute, stepsPerRun, runSeconds, hasGiftCards, customBillingUrl, ...flags } = form;
  return {
    ...flags,
    customBillingUrl: customBillingUrl.trim() || null,
    scopes: hasGiftCards ? [GIFT_CARD_SCOPE] : [],
    workflowQuotaSettings: toQuotas({ runsPerDay, runsPerMinute, stepsPerRun, runSeconds }),
  };
}

function differing<Values extends object>(before: Values, after: Values): Partial<Values> {
  const isOther = ([key, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof Values]);
  return Object.fromEntries(Object.entries(after).filter(isOther)) as Partial<Values>;
}

/** Spec USER-13: quotas are optional. */
export const userRules: FieldRules<UserForm> = {
  ...quotaRules,
  customBillingUrl: {
    validate: (address) =>
      address.trim() === '' || /^https:\/\/[^\s/]+/.test(address.trim()) ? undefined : 'Please enter an address that begins with https://',
  },
};
