import { getErrorMessage, isApiError } from '@portage/contracts';

/** Every flaw that the server found in a text, in its own words; otherwise the failure itself. */
export function readFlaws(error: unknown): string[] {
  if (!isApiError(error)) return [getErrorMessage(error)];
  const { errors } = (error.body ?? {}) as { errors?: readonly { userMessage?: string | null; message?: string | null }[] };
  const texts = (errors ?? []).map(({ userMessage, message }) => userMessage || message || '').filter((text) => text !== '');
  return texts.length > 0 ? [...new Set(texts)] : [getErrorMessage(error)];
}
