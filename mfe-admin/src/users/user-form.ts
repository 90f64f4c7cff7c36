import type { CallInput, CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { FieldRules } from '@portage/ui';
import { type QuotaForm, quotaFormOf, quotaRules, quotasOf } from './quota-form.ts';

export type User = CallResponse<Calls, 'GET /api/users'>['users'][number];

/** The fields of the dialog (spec USER-12). */
export interface UserForm extends QuotaForm {
  hideBilling: boolean;
  customBillingUrl: string;
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
    ...quotaFormOf(quotas),
    hideBilling: user.hideBilling,
    customBillingUrl: typeof user.billingDetails?.customUrl === 'string' ? user.billingDetails.customUrl : '',
    showIntegrationApplications: user.showIntegrationApplications,
    showAIChat: user.showAIChat,
    dashboardType: user.dashboardType,
    hasGiftCards: user.scopes.includes(GIFT_CARD_SCOPE),
    hasWorkflowAccess: user.hasWorkflowAccess,
  };
}

/** The values to save; an empty quota sets no limit. */
export function bodyOf(form: UserForm): NonNullable<CallInput<Calls, 'PUT /api/users/{id}'>['body']> {
  const { runsPerDay, runsPerMinute, stepsPerRun, runSeconds, hasGiftCards, customBillingUrl, ...flags } = form;
  return {
    ...flags,
    customBillingUrl: customBillingUrl.trim() || null,
    scopes: hasGiftCards ? [GIFT_CARD_SCOPE] : [],
    workflowQuotaSettings: quotasOf({ runsPerDay, runsPerMinute, stepsPerRun, runSeconds }),
  };
}

/** Spec USER-13: quotas are optional. */
export const userRules: FieldRules<UserForm> = {
  ...quotaRules,
  customBillingUrl: {
    validate: (address) =>
      address.trim() === '' || /^https:\/\/[^\s/]+/.test(address.trim()) ? undefined : 'Please enter an address that begins with https://',
  },
};
