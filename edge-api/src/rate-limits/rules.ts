import { MINUTE_MS } from '@portage/primitives/durations';

/** How many times something may be tried. Each rule counts by its own subject. */
export interface RateLimitRule {
  name: string;
  limit: number;
  windowMs: number;
}

export const rateLimitRules = {
  /** Wrong passwords for one account from one address. */
  signInByPlaceAndAccount: { name: 'signin-ip-account', limit: 10, windowMs: 15 * MINUTE_MS },
  /** Many addresses at one account: higher, so that a stranger can't lock a user out for long. */
  signInByAccount: { name: 'signin-account', limit: 100, windowMs: 60 * MINUTE_MS },
  /** Many accounts from one address; an office behind one address must still get in. */
  signInByPlace: { name: 'signin-ip', limit: 300, windowMs: 15 * MINUTE_MS },
  signUpByPlace: { name: 'signup-ip', limit: 300, windowMs: 60 * MINUTE_MS },
  forgotByPlaceAndAccount: { name: 'forgot-ip-account', limit: 5, windowMs: 60 * MINUTE_MS },
  /** Mails to one mailbox. */
  forgotByAccount: { name: 'forgot-account', limit: 10, windowMs: 60 * MINUTE_MS },
  forgotByPlace: { name: 'forgot-ip', limit: 50, windowMs: 60 * MINUTE_MS },
  /** Mails to an unconfirmed mailbox. */
  confirmationByUser: { name: 'confirmation-user', limit: 5, windowMs: 60 * MINUTE_MS },
  /** Confirmation links followed; as many as people may sign up from one office. */
  confirmationByPlace: { name: 'confirmation-ip', limit: 300, windowMs: 60 * MINUTE_MS },
  resetByPlace: { name: 'reset-ip', limit: 30, windowMs: 15 * MINUTE_MS },
  /** Views and decisions through e-mailed links, valid or not. */
  approvalLinkByPlace: { name: 'approval-link-ip', limit: 300, windowMs: 15 * MINUTE_MS },
  passwordChangeByUser: { name: 'password-change', limit: 10, windowMs: 15 * MINUTE_MS },
  /** Requests to the script assistant, which cost money. */
  assistantByUserAndMinute: { name: 'assistant-minute', limit: 20, windowMs: MINUTE_MS },
  assistantByUserAndDay: { name: 'assistant-day', limit: 500, windowMs: 24 * 60 * MINUTE_MS },
  /** Previews of syncs, each of which calls the connected systems many times. */
  previewsByUser: { name: 'sync-previews', limit: 30, windowMs: MINUTE_MS },
  /** Limits calls that ask Stripe, because Stripe limits the calls of the whole Portage. */
  billingByUser: { name: 'billing', limit: 60, windowMs: MINUTE_MS },
  /** Reports from one person's browsers about areas. */
  deploymentReportsByUser: { name: 'deployment-reports', limit: 240, windowMs: MINUTE_MS },
  /** Loads of one version of an area that one person's browsers add to its counters. */
  areaLoadsByUserAndVersion: { name: 'area-loads', limit: 30, windowMs: 24 * 60 * MINUTE_MS },
} as const satisfies Record<string, RateLimitRule>;
