import { computeRunLane, makeRunId, type RunQuota } from '@portage/contracts';
import { type SendStartPorts, sendStart } from '../calls/send-start.ts';
import { EventRefused } from './event-refused.ts';
import type { WantedEvent } from './event-state.ts';
import type { WaitingEvent } from './event-store.ts';

/** Attempts with the same key are one run. */
function buildEventKey({ workflowId }: Pick<WantedEvent, 'workflowId'>, key: string): string {
  return `${workflowId}:event:${key}`;
}

/** A new run id, on the event's lane. */
export function runIdOfEvent(wanted: Pick<WantedEvent, 'workflowId' | 'ownerUserId'>, key: string, nowMs: number): string {
  const random = crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  return makeRunId(wanted.ownerUserId, nowMs, computeRunLane(buildEventKey(wanted, key)), random);
}

/**
 * Starts the run of an event once.
 *
 * @returns why it will never be started; null: it was.
 * @throws EventRefused, Error if the shard didn't respond; the event stays waiting.
 */
export async function startEventRun(
  ports: SendStartPorts,
  wanted: WantedEvent,
  event: WaitingEvent,
  payload: unknown,
  quota: RunQuota | null,
): Promise<string | null> {
  const result = await sendStart(ports, {
    runId: event.runId,
    ownerUserId: wanted.ownerUserId,
    workflowId: wanted.workflowId,
    versionId: wanted.versionId,
    ...(quota ? { quota } : {}),
    triggerType: 'ConnectorEvent',
    triggerJson: JSON.stringify({ type: 'ConnectorEvent', payload }),
    startedByHand: false,
    isTest: wanted.isTest,
    deduplicationKey: buildEventKey(wanted, event.key),
  });
  if (result === null) throw new EventRefused('Every run shard that was asked was closed.', { retryable: true });
  return result.outcome === 'refused' ? result.message : null;
}
