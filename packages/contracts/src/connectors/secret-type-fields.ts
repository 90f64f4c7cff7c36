/** Fields of a connector type whose values are never shown again. */
export const secretTypeFields = ['clientSecret', 'sandboxClientSecret', 'webhookVerificationToken'] as const;
