import { isApiError } from '@portage/contracts';
import type { FieldErrors } from '@portage/ui';
import type { TypeValues } from './form-values.ts';

const SETTINGS = /^additionalData\.connection\.authorizationSettings\b/;

/** The server's messages by field; empty if it has none. */
export function readFieldErrors(error: unknown, values: TypeValues): FieldErrors<TypeValues> {
  const entries = isApiError(error) ? (error.body as { errors?: { field?: string; userMessage?: string }[] } | null)?.errors : undefined;
  const found: Record<string, string> = {};
  for (const { field, userMessage } of entries ?? []) {
    const name = SETTINGS.test(field ?? '')
      ? 'authorizationSettings'
      : field?.startsWith('additionalData.connection')
        ? 'connection'
        : field;
    if (name && Object.hasOwn(values, name) && userMessage) found[name] ??= userMessage;
  }
  return found;
}
