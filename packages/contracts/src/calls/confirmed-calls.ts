import type { Calls } from './all-calls.ts';

/**
 * Calls that an account may not make before its e-mail address is confirmed: they give access that outlives a session, or send the
 * account's words to other people. The list is complete: alerts and e-mails that ask for approval are held back when they are sent.
 */
export const confirmedCalls = [
  'POST /api/account/keys',
  'POST /api/alerts/settings/webhook-secret',
  'POST /api/approvals/{runId}/{approvalId}/links',
  'POST /api/workflows/{id}/share',
] as const satisfies (keyof Calls)[];
