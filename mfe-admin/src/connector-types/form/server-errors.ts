import { isApiError } from '@portage/contracts';
import type { FieldErrors } from '@portage/ui';
import type { TypeValues } from './form-values.ts';

/** What the server says of single fields; empty where it says nothing of any. */
export function fieldErrorsOf(error: unknown, values: TypeValues): FieldErrors<TypeValues> {
  const entries = isApiError(error) ? (error.body as { errors?: { field?: string; userMessage?: string }[] } | null)?.errors : undefined;
  const found: Record<string, string> = {};
  for (const { field, userMessage } of entries ?? []) {
    const name = field?.startsWith('additionalData.connection') ? 'connection' : field;
    if (name && Object.hasOwn(values, name) && userMessage) found[name] ??= userMessage;
  }
  return found;
}
