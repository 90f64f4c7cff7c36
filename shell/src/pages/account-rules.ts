import { readMailAddress } from '@portage/primitives/mail-address';
import type { FieldRule } from '@portage/ui/base';

/** The message for a malformed address (spec AUTH-06). */
export function emailProblem(email: string): string | undefined {
  return readMailAddress(email.trim()) ? undefined : 'Email should have valid format';
}

/** The message for a password that is too short or too long (spec AUTH-07, AUTH-08). */
export function passwordProblem(password: string): string | undefined {
  if (password.length < 6) return 'Password is too short';
  return password.length > 128 ? 'Password is too long' : undefined;
}

/** A required field, with the specification's message for its absence. */
export function requiredField<Values>(
  requiredMessage: string,
  validate?: (value: string) => string | undefined,
): FieldRule<Values, string> {
  return { required: true, requiredMessage, ...(validate ? { validate } : {}) };
}
