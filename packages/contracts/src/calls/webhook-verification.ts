import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';

const headerName = z.string().regex(/^[\w-]{1,100}$/, 'A header has letters, digits and dashes only.');

/** An HMAC that none of Portage's schemes covers (`CustomSignature` of the connectors). */
const customSignatureSchema = z.strictObject({
  header: headerName,
  algorithm: z.enum(['SHA-1', 'SHA-256', 'SHA-512']),
  encoding: z.enum(['hex', 'base64', 'base64url']),
  prefix: z.string().max(40).exactOptional(),
  timestampHeader: headerName.exactOptional(),
  toleranceSeconds: z.number().int().min(1).max(86_400).exactOptional(),
  template: z.string().max(500).exactOptional(),
  secretEncoding: z.enum(['text', 'hex', 'base64']).exactOptional(),
});

export const webhookVerificationSchema = z.strictObject({
  /** A scheme that Portage knows by name, or `custom`. */
  scheme: z.string().min(1).max(40),
  custom: customSignatureSchema.exactOptional(),
});
export type WebhookVerification = z.output<typeof webhookVerificationSchema>;

const verificationResponseSchema = z.object({
  /** Null: every call to the address is accepted. */
  verification: z
    .object({
      ...webhookVerificationSchema.shape,
      /** Calls refused since it was saved. */
      refusedCount: z.number(),
      lastRefusedAt: z.string().nullable(),
      lastRefusal: z.string().nullable(),
    })
    .nullable(),
});

/** How calls to a webhook address prove who sent them. The secret is accepted but never returned. */
export const webhookVerificationCalls = defineCalls({
  'GET /api/workflows/{id}/webhook-verification': {
    summary: 'How calls to the webhook address are verified, and how many were refused. The secret is never returned.',
    access: 'user',
    effect: 'read',
    response: verificationResponseSchema,
  },
  'PUT /api/workflows/{id}/webhook-verification': {
    summary:
      'Sets how calls to the webhook address are verified, at once and for every version; null means not at all. Without a secret, the stored one is kept.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      verification: z
        .strictObject({ ...webhookVerificationSchema.shape, secret: z.string().trim().min(1).max(1_000).exactOptional() })
        .nullable(),
    }),
    response: verificationResponseSchema,
  },
});
