interface NoticedUser {
  billingDetails?: Readonly<Record<string, unknown>> | null;
  showBilling?: boolean | undefined;
}

/** The notice about a failed payment or a paused subscription; null if there is none. Servers of other versions may omit fields. */
export function getBillingNotice({ billingDetails, showBilling }: NoticedUser, formatDate: (instant: string) => string): string | null {
  if (!billingDetails || showBilling === false) return null;
  const { subscriptionStatus: status, isValid, graceEndsAt, grantEndsAt } = billingDetails;
  if (grantEndsAt) return null;
  if (status === 'past_due' && isValid === true && typeof graceEndsAt === 'string' && !Number.isNaN(Date.parse(graceEndsAt))) {
    return `The last payment for your subscription failed. You keep everything until ${formatDate(graceEndsAt)}.`;
  }
  if (status === 'past_due' || status === 'unpaid') return 'Your subscription is unpaid and inactive.';
  if (status === 'paused') return 'Your subscription is paused.';
  return null;
}
