import { parseRunId, type RunShardRpc, type ScheduledPayload, type WorkflowVersionSnapshot } from '@portage/contracts';
import { hasEnded } from '../core/run-status.ts';
import type { Admission } from '../quota/admit-fire.ts';
import { buildDeduplicationKey, type PendingFire, type ScheduleState } from './schedule-state.ts';

const MAX_ATTEMPTS = 4;

export interface StartFirePorts {
  shard(shardName: string): Pick<RunShardRpc, 'startRun' | 'getRun'>;
  version(): WorkflowVersionSnapshot;
  /** Checks the owner's quotas. */
  admit(): Promise<Admission>;
  /** The hour of the run's shard has passed: gives the fire a run id of the current hour, and stores it. */
  renewRunId(): Promise<string>;
  /** The fire may start its run. Stored, so that a later attempt doesn't ask again. */
  clear(): void;
}

export type FireOutcome =
  | { outcome: 'started'; runId: string }
  | { outcome: 'skipped'; message: string }
  | { outcome: 'refused'; message: string };

/**
 * Starts the run of a fire once. The run's id is stored first, so an attempt whose response was lost and the next one name the
 * same run.
 *
 * @throws if the shard didn't respond; the fire stays pending.
 */
export async function startFire(ports: StartFirePorts, state: ScheduleState, fire: PendingFire): Promise<FireOutcome> {
  if (state.schedule.overlap === 'Skip' && !fire.isCleared) {
    if (state.lastRunId !== null && (await isInProgress(ports, state.lastRunId))) {
      return { outcome: 'skipped', message: `The run before, ${state.lastRunId}, had not ended.` };
    }
    ports.clear();
  }
  const admission = await ports.admit();
  if (!admission.isAdmitted) return { outcome: 'refused', message: admission.message };
  const payload: ScheduledPayload = { scheduledAt: new Date(fire.fireMs).toISOString() };
  let runId = fire.runId;
  let version: WorkflowVersionSnapshot | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const result = await ports.shard(shardNameOfRun(runId)).startRun({
      runId,
      ownerUserId: state.ownerUserId,
      workflowId: state.workflowId,
      versionId: state.versionId,
      ...(version ? { version } : {}),
      ...(admission.quota ? { quota: admission.quota } : {}),
      triggerType: 'Scheduled',
      triggerJson: JSON.stringify({ type: 'Scheduled', payload, ...(state.chain ? { chain: state.chain } : {}) }),
      startedByHand: false,
      isTest: false,
      deduplicationKey: buildDeduplicationKey(state, fire.fireMs),
    });
    switch (result.outcome) {
      case 'accepted':
      case 'duplicate':
        return { outcome: 'started', runId: result.runId };
      case 'refused':
        return result;
      case 'methodNotAllowed':
        throw new Error('Only webhooks have allowed methods');
      case 'versionNeeded':
        version = ports.version();
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
  throw new Error('Every run shard asked was closed');
}

async function isInProgress(ports: StartFirePorts, runId: string): Promise<boolean> {
  const run = await ports.shard(shardNameOfRun(runId)).getRun(runId);
  return run !== null && !hasEnded(run.status);
}

function shardNameOfRun(runId: string): string {
  const location = parseRunId(runId);
  if (!location) throw new Error(`${runId} is not a run id`);
  return location.shardName;
}
