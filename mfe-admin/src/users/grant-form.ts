import type { FieldRules } from '@portage/ui';

/** The choice of a subscription without a plan; no Stripe price has this id. */
export const NO_PLAN = 'none';

export interface GrantForm {
  priceId: string;
  /** `YYYY-MM-DD` */
  endsOn: string | null;
}

export const GRANT_RULES: FieldRules<GrantForm> = {
  endsOn: { required: true, requiredMessage: 'Please choose a date' },
};

/** The last second of the day in the admin's time zone. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}
