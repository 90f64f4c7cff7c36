/** Who sets the limits on a person's runs. @param billingDetails as the server sends it, whatever its version */
export function whoSetsQuotas(billingDetails: Readonly<Record<string, unknown>> | null | undefined): string {
  const { isValid, productName } = billingDetails ?? {};
  if (typeof productName !== 'string' || productName === '') return 'An admin sets these for your account.';
  if (isValid !== true) return `Your last plan ${productName} still sets the maximum. An admin can set lower limits.`;
  return `Your plan ${productName} sets these limits. An admin sets the rest.`;
}
