import { isSignatureScheme, verifyCall } from '@portage/connectors';
import { addRefusedCalls, type WorkflowTrigger } from '@portage/database';
import { noteRefusedCall } from '../connector-events/refused-calls.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { RequestContext } from '../http/context.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import type { WebhookBody } from './read-webhook-body.ts';
import { openVerificationSecret } from './verification-secret.ts';

/** How long refused calls are counted in memory: their sender decides how many there are. */
const COUNTED_MS = 10_000;
const MOST_COUNTED = 1_000;
const counted = new Map<string, { count: number; writtenAtMs: number }>();

/**
 * Verifies a call over its raw bytes, before anything else is done with it (HOSTILE 30).
 *
 * @returns `challenge`: the response to a call that only checks the address, otherwise null; `signedDigest`: the same for a call that is sent
 *   again unchanged, null if another call of its sender may have it too; `sender`: see findDeliveryId; null for a custom signature
 * @throws ApiProblem 401 `signature-…` for a call that isn't certainly the sender's (fail closed)
 */
export async function verifyWebhook(
  context: RequestContext,
  trigger: WorkflowTrigger,
  bodies: WebhookBody,
  parseBody: () => unknown,
): Promise<{ challenge: Response | null; signedDigest: string | null; sender: { scheme: string; isTimed: boolean } | null }> {
  const { verification, workflowId } = trigger;
  if (!verification) return { challenge: null, signedDigest: null, sender: null };
  const { scheme, custom } = verification.settings;
  const { request, env, publicOrigin } = context;
  const known = scheme === 'custom' ? custom : isSignatureScheme(scheme) ? scheme : undefined;
  if (known === undefined) throw refuse(context, trigger, 'no-scheme', 'This address has no setting for how its calls are signed.');
  const { pathname, search } = new URL(request.url);
  const call = {
    headers: request.headers,
    secrets: [await openVerificationSecret(getSecretBox(env), workflowId, verification.secret)],
    nowMs: context.now().getTime(),
    url: publicOrigin + pathname + search,
    method: request.method,
    ...(custom?.toleranceSeconds === undefined ? {} : { toleranceMs: custom.toleranceSeconds * 1_000 }),
  };
  let verified = await verifyCall(known, { ...call, rawBody: bodies.body }, parseBody);
  // For a compressed body, some senders sign what they wrote, and some what they sent.
  if (!verified.ok && bodies.sent !== bodies.body) verified = await verifyCall(known, { ...call, rawBody: bodies.sent }, parseBody);
  if (!verified.ok) throw refuse(context, trigger, verified.reason, verified.message);
  const { challenge, signedDigest, isTimed } = verified;
  return {
    challenge: challenge && new Response(challenge.text, { headers: { 'content-type': challenge.contentType } }),
    signedDigest: isTimed ? signedDigest : null,
    sender: scheme === 'custom' ? null : { scheme, isTimed },
  };
}

function refuse(context: RequestContext, trigger: WorkflowTrigger, reason: string, message: string): ApiProblem {
  noteRefusedCall(context, trigger, reason);
  countRefused(context, trigger, message);
  return new ApiProblem(401, `signature-${reason}`, message);
}

function countRefused({ db, now, waitUntil }: RequestContext, { workflowId, ownerUserId }: WorkflowTrigger, reason: string): void {
  const at = now();
  if (counted.size > MOST_COUNTED) counted.clear();
  const known = counted.get(workflowId) ?? { count: 0, writtenAtMs: Number.NEGATIVE_INFINITY };
  counted.set(workflowId, known);
  known.count += 1;
  if (at.getTime() - known.writtenAtMs < COUNTED_MS) return;
  const { count } = known;
  Object.assign(known, { count: 0, writtenAtMs: at.getTime() });
  waitUntil(
    addRefusedCalls(db, ownerUserId, workflowId, { count, at, reason }).catch(() => {
      known.count += count;
    }),
  );
}
