interface NoticedUser {
  billingDetails?: Readonly<Record<string, unknown>> | null;
  showBilling?: boolean | undefined;
}

/**
 * The notice for a person whose payment failed or whose subscription is paused; null if there is none. The fields are as the server sends
 * them, whatever its version.
 */
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
