import { isSecretName } from '@portage/workflow';

export const REDACTED = '[redacted]';

/** Headers as people see them: those with secrets keep only their name and the number of values. */
export function redactHeaders<Headers>(headers: Headers): Headers {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return headers;
  const redacted = Object.entries(headers).map(([name, value]) => [name, isSecretName(name, 'header') ? redactedValue(value) : value]);
  return Object.fromEntries(redacted) as Headers;
}

function redactedValue(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(() => REDACTED) : REDACTED;
}
