const SECRET =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|api-key|x-auth-token|x-hub-signature.*|.*-(token|secret|api-key))$/i;

export const REDACTED = '[redacted]';

/** Whether a header of this name carries a secret. */
export function isSecretHeader(name: string): boolean {
  return SECRET.test(name);
}

/** Headers as people see them: those that carry secrets keep their name only. */
export function redactHeaders(headers: unknown): unknown {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isSecretHeader(name) ? REDACTED : value]));
}
