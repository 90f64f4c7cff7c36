import { ApiProblem } from './api-problem.ts';
import type { SignedInUser } from './context.ts';

/** @throws ApiProblem 403 `email-not-confirmed` */
export function requireConfirmed({ emailConfirmed, email }: Pick<SignedInUser, 'emailConfirmed' | 'email'>): void {
  if (emailConfirmed) return;
  throw new ApiProblem(
    403,
    'email-not-confirmed',
    `Confirm your email address first: open the link in the mail that Portage sent to ${email}. Until then, nothing in your account reaches other people or programs.`,
  );
}
