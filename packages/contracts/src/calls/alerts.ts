import { z } from 'zod';
import { alertKinds } from '../alerts/alert-kinds.ts';
import { defineCalls } from '../http/define-calls.ts';
import { instantText, pageFields, storableText, switchField } from './query-fields.ts';

const kindSchema = z.enum(alertKinds);

/** One group of similar events: the failed runs of one workflow in one hour are one alert with a count. */
const alertSchema = z.object({
  id: z.string(),
  kind: kindSchema,
  ownerUserId: z.string(),
  ownerUserEmail: z.string().nullable(),
  /** The workflow, connector, sync or quota concerned. */
  name: z.string(),
  workflowId: z.string().nullable(),
  connectorId: z.string().nullable(),
  flowId: z.string().nullable(),
  /** The newest run. */
  runId: z.string().nullable(),
  message: z.string().nullable(),
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** When the condition ended. Null: it still holds, or its kind has no end. */
  endedAt: z.string().nullable(),
  readAt: z.string().nullable(),
});

const settingsFields = {
  silentKinds: z.array(kindSchema).max(alertKinds.length),
  sendsEmail: z.boolean(),
  /** Messages also report when a condition has ended. */
  sendsEnds: z.boolean(),
  webhookUrl: z.string().nullable(),
  failureCount: z.number().int().min(2).max(1_000),
  failureMinutes: z.number().int().min(1).max(1_440),
  syncLagMinutes: z.number().int().min(15).max(43_200),
  /** A sync with more records in Error than this, or than this share of all its records, triggers an alert. */
  syncErrorCount: z.number().int().min(0).max(1_000_000),
  syncErrorPercent: z.number().int().min(0).max(100),
  mutedUntil: z.string().nullable(),
  isForEveryone: z.boolean(),
};

/** An instant; null ends a mute. */
const mutedUntil = instantText().nullable();

const settingsSchema = z.object({
  ...settingsFields,
  hasWebhookSecret: z.boolean(),
  /** Why the webhook didn't accept the last message; null: it did. */
  webhookError: z.string().nullable(),
  /** E-mails only go to a confirmed address. */
  isEmailConfirmed: z.boolean(),
});

const workflowAlertsSchema = z.object({ isEnabled: z.boolean(), mutedUntil: z.string().nullable() });

export const alertCalls = defineCalls({
  'GET /api/alerts': {
    summary: 'Lists alerts, newest first: the caller’s own or, for an admin, everyone’s.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({ kind: kindSchema.optional(), unreadOnly: switchField(), isAdmin: switchField(), ...pageFields(20) }),
    response: z.object({ alerts: z.array(alertSchema), totalCount: z.number() }),
  },
  'GET /api/alerts/unread-count': {
    summary: 'How many of the caller’s own alerts are unread; counts to 100 at most.',
    access: 'user',
    effect: 'read',
    response: z.object({
      unreadCount: z.number(),
      /** The time zone for times in the caller's e-mails; null: UTC. */
      timeZone: z.string().nullable(),
    }),
  },
  'POST /api/alerts/read': {
    summary: 'Marks the caller’s own alerts as read: the given ones, or all.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ alertIds: z.union([z.array(z.uuid()).max(100), z.literal('all')]) }),
    response: z.object({ unreadCount: z.number() }),
  },
  'GET /api/alerts/settings': {
    summary: 'Which alerts the caller gets, and how.',
    access: 'user',
    effect: 'read',
    response: z.object({ settings: settingsSchema }),
  },
  'PUT /api/alerts/settings': {
    summary: 'Changes which alerts the caller gets, and how; omitted settings are unchanged. Only admins can get everyone’s alerts.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ ...settingsFields, webhookUrl: storableText(2_000).nullable(), mutedUntil }).partial(),
    response: z.object({
      settings: settingsSchema,
      /** With a first webhook address: the secret that signs its messages. It is shown only once. */
      webhookSecret: z.string().nullable(),
    }),
  },
  'POST /api/alerts/settings/webhook-secret': {
    summary: 'Creates a new secret for the webhook; the old one stops working at once. The new one is shown only this once.',
    access: 'user',
    effect: 'write',
    response: z.object({ webhookSecret: z.string() }),
  },
  'GET /api/alerts/workflows/{workflowId}': {
    summary: 'Whether a workflow has alerts, and until when they are muted.',
    access: 'user',
    effect: 'read',
    response: workflowAlertsSchema,
  },
  'PUT /api/alerts/workflows/{workflowId}': {
    summary: 'Switches a workflow’s alerts on or off, or mutes them for a while.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ isEnabled: z.boolean(), mutedUntil }),
    response: workflowAlertsSchema,
  },
});
