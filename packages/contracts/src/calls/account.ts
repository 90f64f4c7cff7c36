import { z } from 'zod';
import { apiKeyScopes } from '../http/api-key-scopes.ts';
import { defineCalls } from '../http/define-calls.ts';
import { changeResultSchema } from './call-results.ts';
import { instantText, storableText } from './query-fields.ts';
import { emailField, newPasswordField, workflowQuotaSettingsSchema } from './users.ts';

const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The end of the key, by which its owner recognises it. */
  lastFour: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  createdAt: z.string(),
  /** Exact to the minute. */
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  isExpired: z.boolean(),
});

const sessionSchema = z.object({
  id: z.string(),
  /** The session that makes the call. */
  isCurrent: z.boolean(),
  /** An admin acts as this person in the session. */
  isImpersonated: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
});

const firstStepsSchema = z.object({
  isClosed: z.boolean(),
  hasWorkflow: z.boolean(),
  hasRun: z.boolean(),
  hasConnector: z.boolean(),
  hasActivated: z.boolean(),
  hasAlertSettings: z.boolean(),
  /** The template of the sample workflow; null if an admin removed it. */
  sampleTemplateId: z.string().nullable(),
});

export type FirstSteps = z.output<typeof firstStepsSchema>;
export type ApiKey = z.output<typeof apiKeySchema>;
export type OwnSession = z.output<typeof sessionSchema>;

const currentPasswordField = z.string().min(1, 'Please enter your current password').max(10_000);

export const accountCalls = defineCalls({
  'POST /api/account/email-confirmation': {
    summary: 'Sends the link that confirms the caller’s address again; does nothing if the address is confirmed. Not while impersonating.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
  'POST /api/account/email': {
    summary:
      'Mails the given address a link that makes it the address of the account, once the signed-in person opens it; the old address is told. Not while impersonating.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ email: emailField, currentPassword: currentPasswordField }),
    response: changeResultSchema,
  },
  'POST /api/account/delete': {
    summary:
      'Deletes the caller’s account with its workflows, connectors and stored data; open runs are cancelled. Refused for admins (409 admin-account). Not while impersonating.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ currentPassword: currentPasswordField }),
    response: changeResultSchema,
  },
  'PUT /api/account/time-zone': {
    summary: 'Sets the time zone for the times in the caller’s e-mails.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ timeZone: storableText(100).refine(isTimeZone, 'This isn’t a time zone: write one such as Europe/Berlin.') }),
    response: changeResultSchema,
  },
  'GET /api/account/keys': {
    summary: 'Lists the caller’s API keys, newest first; a key itself is never shown again.',
    access: 'user',
    effect: 'read',
    response: z.object({ keys: z.array(apiKeySchema) }),
  },
  'POST /api/account/keys': {
    summary: 'Creates an API key and returns it, this once only. Not while impersonating.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      name: storableText(100).trim().min(1, 'Please enter a name'),
      scopes: z.array(z.enum(apiKeyScopes)).min(1, 'Please choose at least one scope').max(apiKeyScopes.length),
      /** Null: it works until it is revoked. */
      expiresAt: instantText().nullable(),
    }),
    response: z.object({ key: apiKeySchema, secret: z.string() }),
  },
  'DELETE /api/account/keys/{id}': {
    summary: 'Revokes an API key; the next call with it is refused.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
  'POST /api/account/password': {
    summary: 'Changes the caller’s password, ends their other sessions and, if asked, revokes their API keys. Not while impersonating.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      currentPassword: currentPasswordField,
      newPassword: newPasswordField(),
      revokeApiKeys: z.boolean().optional(),
    }),
    response: z.object({ endedSessions: z.number(), revokedKeys: z.number() }),
  },
  'GET /api/account/sessions': {
    summary: 'Lists the caller’s sessions that have not ended, most recently used first.',
    access: 'user',
    effect: 'read',
    response: z.object({ sessions: z.array(sessionSchema) }),
  },
  'DELETE /api/account/sessions/{id}': {
    summary: 'Ends another session of the caller. Not while impersonating.',
    access: 'user',
    effect: 'write',
    response: changeResultSchema,
  },
  'POST /api/account/sessions/end-others': {
    summary: 'Ends every session of the caller except this one. Not while impersonating.',
    access: 'user',
    effect: 'write',
    response: z.object({ endedSessions: z.number() }),
  },
  'GET /api/account/first-steps': {
    summary: 'Which of the first steps on the workflows page the caller has done, and whether that list was closed.',
    access: 'user',
    effect: 'read',
    response: firstStepsSchema,
  },
  'PUT /api/account/first-steps': {
    summary: 'Closes the list of first steps, or shows it again.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ isClosed: z.boolean() }),
    response: changeResultSchema,
  },
  'GET /api/account/quota': {
    summary: 'The caller’s quotas, and how many runs count against them now; null if no quota counts runs.',
    access: 'user',
    effect: 'read',
    response: z.object({
      workflowQuotaSettings: workflowQuotaSettingsSchema,
      starts: z.object({ inDay: z.number(), inMinute: z.number() }).nullable(),
    }),
  },
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
