import { isSecretName } from '@portage/workflow';

export const REDACTED = '[redacted]';

/** Headers as people see them: those that carry secrets keep their name only. */
export function redactHeaders(headers: unknown): unknown {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isSecretName(name, 'header') ? REDACTED : value]));
}
