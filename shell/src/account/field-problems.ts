import { ApiError } from '@portage/contracts';

/** The message of a refused call, if it is about one of the form's fields. */
export function fieldProblems<Name extends string>(error: unknown, names: readonly Name[]): Partial<Record<Name, string>> | null {
  if (!(error instanceof ApiError)) return null;
  const body = error.body as { errors?: { field?: string }[] } | null;
  const field = names.find((name) => name === body?.errors?.[0]?.field);
  return field === undefined ? null : ({ [field]: error.message } as Partial<Record<Name, string>>);
}
