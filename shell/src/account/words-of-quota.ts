/** Who sets the limits on a person's runs. @param billingDetails the server's word, whatever version it has */
export function whoSetsQuotas(billingDetails: Readonly<Record<string, unknown>> | null | undefined): string {
  const { isValid, productName } = billingDetails ?? {};
  if (isValid !== true || typeof productName !== 'string' || productName === '') return 'An admin sets these for your account.';
  return `Your plan ${productName} sets these. An admin sets those that the plan leaves open.`;
}
