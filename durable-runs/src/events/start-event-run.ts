import { computeRunLane, makeRunId, parseRunId, type RunQuota, type RunShardRpc, type WorkflowVersionSnapshot } from '@portage/contracts';
import { EventRefused } from './event-refused.ts';
import type { WantedEvent } from './event-state.ts';
import type { WaitingEvent } from './event-store.ts';

const MAX_ATTEMPTS = 4;

export interface StartEventPorts {
  shard(shardName: string): Pick<RunShardRpc, 'startRun'>;
  loadVersion(): Promise<WorkflowVersionSnapshot>;
  /** The hour of the run's shard has passed: gives the event a run id of the current hour, and stores it. */
  renewRunId(): Promise<string>;
}

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
 * Starts the run of an event once. The run's id is stored first, so an attempt whose response was lost and the next one name the
 * same run.
 *
 * @returns why it will never be started; null: it was.
 * @throws EventRefused, Error if the shard didn't respond; the event stays waiting.
 */
export async function startEventRun(
  ports: StartEventPorts,
  wanted: WantedEvent,
  event: WaitingEvent,
  payload: unknown,
  quota: RunQuota | null,
): Promise<string | null> {
  let { runId } = event;
  let version: WorkflowVersionSnapshot | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const location = parseRunId(runId);
    if (!location) throw new Error(`${runId} is not a run id`);
    const result = await ports.shard(location.shardName).startRun({
      runId,
      ownerUserId: wanted.ownerUserId,
      workflowId: wanted.workflowId,
      versionId: wanted.versionId,
      ...(version ? { version } : {}),
      ...(quota ? { quota } : {}),
      triggerType: 'ConnectorEvent',
      triggerJson: JSON.stringify({ type: 'ConnectorEvent', payload }),
      startedByHand: false,
      isTest: wanted.isTest,
      deduplicationKey: buildEventKey(wanted, event.key),
    });
    switch (result.outcome) {
      case 'accepted':
      case 'duplicate':
        return null;
      case 'refused':
        return result.message;
      case 'methodNotAllowed':
        throw new Error('Only webhooks have allowed methods');
      case 'versionNeeded':
        version = await ports.loadVersion();
        break;
      case 'shardClosed':
        runId = await ports.renewRunId();
        break;
      case 'triggerChanged':
        throw new Error('Only starts that say when their trigger was looked up are answered so');
      default:
        return result satisfies never;
    }
  }
  throw new EventRefused('Every run shard that was asked was closed.', { retryable: true });
}
