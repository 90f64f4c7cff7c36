import type { FieldRules } from '@portage/ui';

/** The choice of a subscription without a plan; no price of Stripe's has this id. */
export const NO_PLAN = 'none';

export interface GrantForm {
  priceId: string;
  /** `YYYY-MM-DD` */
  endsOn: string | null;
}

export const GRANT_RULES: FieldRules<GrantForm> = {
  endsOn: { required: true, requiredMessage: 'Please choose a date' },
};

/** The last second of the day where the admin is. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}
