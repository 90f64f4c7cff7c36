import { log } from '@portage/contracts/log';
import type { WorkflowTrigger } from '@portage/database';
import { BoundedCache } from '@portage/primitives/bounded-cache';
import { recordAudit } from '../audit/record-audit.ts';
import type { RequestContext } from '../http/context.ts';

/** One audit entry for all refused calls within this time: their sender decides how many there are. */
const AUDIT_PAUSE_MS = 600_000;
const MOST_REMEMBERED = 1_000;

const audited = new BoundedCache<true>({ maxSize: MOST_REMEMBERED, livesMs: AUDIT_PAUSE_MS });

/** Records that a call to a webhook address was refused, and why (HOSTILE 30). The call itself waits for nothing. */
export function noteRefusedCall(context: RequestContext, trigger: WorkflowTrigger, reason: string): void {
  const { workflowId, ownerUserId } = trigger;
  const { requestId, ipAddress } = context;
  log('warn', 'A call of a connector event was refused', { requestId, workflowId, reason, ipAddress });
  const nowMs = context.now().getTime();
  const key = `${workflowId}:${reason}`;
  if (audited.get(key, nowMs)) return;
  audited.set(key, true, { nowMs });
  const written = recordAudit(context, { action: 'webhook.refused', subjectUserId: ownerUserId, details: { workflowId, reason } });
  context.waitUntil(
    written.catch((cause: unknown) => log('error', 'The audit log was not written', { requestId, workflowId, cause: String(cause) })),
  );
}
