/** Who sets the limits on a person's runs. @param billingDetails as the server sends it, whatever its version */
export function whoSetsQuotas(billingDetails: Readonly<Record<string, unknown>> | null | undefined): string {
  const { isValid, productName } = billingDetails ?? {};
  if (typeof productName !== 'string' || productName === '') return 'An admin sets these for your account.';
  if (isValid !== true) return `Your last plan ${productName} still sets the highest that these can be. An admin sets lower ones.`;
  return `Your plan ${productName} sets these. An admin sets those that the plan leaves open.`;
}
