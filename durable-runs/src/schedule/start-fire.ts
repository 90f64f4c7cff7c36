import type { RunShardRpc, ScheduledPayload } from '@portage/contracts';
import { getShardName, type SendStartPorts, sendStart } from '../calls/send-start.ts';
import { hasEnded } from '../core/run-status.ts';
import type { Admission } from '../quota/admit-fire.ts';
import { buildDeduplicationKey, type PendingFire, type ScheduleState } from './schedule-state.ts';

export interface StartFirePorts extends SendStartPorts {
  shard(shardName: string): Pick<RunShardRpc, 'startRun' | 'getRun'>;
  admit(): Promise<Admission>;
  /** Called when the fire may start its run. Stored, so a later attempt doesn't ask again. */
  clear(): void;
}

export type FireOutcome =
  | { outcome: 'started'; runId: string }
  | { outcome: 'skipped'; message: string }
  | { outcome: 'refused'; message: string };

/** Starts the run of a fire once. @throws if the shard didn't respond; the fire stays pending. */
export async function startFire(ports: StartFirePorts, state: ScheduleState, fire: PendingFire): Promise<FireOutcome> {
  if (state.schedule.overlap === 'Skip' && !fire.isCleared) {
    if (state.lastRunId !== null && (await isInProgress(ports, state.lastRunId))) {
      return { outcome: 'skipped', message: `The previous run, ${state.lastRunId}, had not ended.` };
    }
    ports.clear();
  }
  const admission = await ports.admit();
  if (!admission.isAdmitted) return { outcome: 'refused', message: admission.message };
  const payload: ScheduledPayload = { scheduledAt: new Date(fire.fireMs).toISOString() };
  const result = await sendStart(ports, {
    runId: fire.runId,
    ownerUserId: state.ownerUserId,
    workflowId: state.workflowId,
    versionId: state.versionId,
    ...(admission.quota ? { quota: admission.quota } : {}),
    triggerType: 'Scheduled',
    triggerJson: JSON.stringify({ type: 'Scheduled', payload, ...(state.chain ? { chain: state.chain } : {}) }),
    startedByHand: false,
    isTest: false,
    deduplicationKey: buildDeduplicationKey(state, fire.fireMs),
  });
  if (result === null) throw new Error('Every run shard asked was closed');
  return result.outcome === 'refused' ? result : { outcome: 'started', runId: result.runId };
}

async function isInProgress(ports: StartFirePorts, runId: string): Promise<boolean> {
  const run = await ports.shard(getShardName(runId)).getRun(runId);
  return run !== null && !hasEnded(run.status);
}
