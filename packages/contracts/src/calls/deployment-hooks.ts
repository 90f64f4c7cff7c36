import { z } from 'zod';
import { hookKinds } from '../deployments/hook-kinds.ts';
import { defineCalls } from '../http/define-calls.ts';
import { storableText } from './query-fields.ts';

/** More are refused: each change is sent to all of them. */
export const MOST_HOOKS = 20;

const deliverySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** `Set 41: billing 4be1c0`, or a test. */
  title: z.string(),
  /** `Waiting`: not accepted yet, and tried again until a day has passed. */
  status: z.enum(['Waiting', 'Delivered', 'Failed']),
  attempts: z.number().int(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
});

const hookSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(hookKinds),
  /** Without path and query, which are as good as a password. */
  origin: z.string(),
  createdAt: z.iso.datetime(),
  by: z.string(),
  /** Newest first, at most 10. */
  deliveries: z.array(deliverySchema),
});

export const deploymentHookCalls = defineCalls({
  'GET /api/deployments/hooks': {
    summary: 'Who is notified of each change of what people get, and the last messages.',
    access: 'admin',
    effect: 'read',
    response: z.object({ hooks: z.array(hookSchema) }),
  },
  'POST /api/deployments/hooks': {
    summary: 'Adds a hook: a signed webhook, or an incoming webhook of Slack or Teams.',
    access: 'admin',
    effect: 'write',
    body: z.strictObject({ name: storableText(60).trim().min(1), kind: z.enum(hookKinds), url: storableText(2_000).min(1) }),
    response: z.object({
      hook: hookSchema,
      /** Signs what is sent (Standard Webhooks); shown only here. `null` for Slack and Teams, which check none. */
      secret: z.string().nullable(),
    }),
  },
  'DELETE /api/deployments/hooks/{id}': {
    summary: 'Deletes a hook; messages that it hasn’t accepted yet are dropped.',
    access: 'admin',
    effect: 'write',
    response: z.object({
      /** False: it was gone already. */
      isDeleted: z.boolean(),
    }),
  },
  'POST /api/deployments/hooks/{id}/test': {
    summary: 'Sends a test message to a hook, once.',
    access: 'admin',
    effect: 'write',
    response: z.object({ delivery: deliverySchema }),
  },
});
