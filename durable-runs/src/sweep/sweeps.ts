import type { Cron } from '@portage/contracts/crons';
import { type HttpDatabase, listConnectorIds, listEventWorkflowIds, listSelfStartingWorkflows, parseKeyRing } from '@portage/database';
import type { Env } from '../env.ts';
import { sweepEvents } from '../events/sweep-events.ts';
import { objectNamed } from '../object-named.ts';
import { sweepSchedules } from '../schedule/sweep-schedules.ts';
import { findLateFires, type LateFire, recordLateSchedules } from './late-schedules.ts';
import { resealObjects, type SealMark } from './reseal-sweep.ts';
import { sweepQuietRuns } from './sweep.ts';
import { sweepDeletedUsers } from './sweep-deleted-users.ts';
import { sweepSelfStarting } from './sweep-self-starting.ts';

export interface SweepContext {
  env: Env;
  db: HttpDatabase;
  nowMs: number;
}

/** How far objects are sealed with the current key. Stored in the file store. */
const SEAL_MARK = 'maintenance/sealed-with.json';
/** How far the sweep of schedules and listeners has got. */
const CHECK_MARK = 'maintenance/checked-up-to.json';

/** What this Worker's cron does: wakes objects that missed a message from PostgreSQL or lost their timer. */
export const sweeps: Cron<SweepContext> = {
  jobs: [
    {
      name: 'nudge quiet runs',
      run: ({ env, db, nowMs }) =>
        sweepQuietRuns({ db, nowMs, nudge: (shardName, runIds) => objectNamed(env.RUN_SHARDS, shardName).nudge(runIds) }),
    },
    {
      name: 'cancel runs of deleted users',
      run: ({ env, db, nowMs }) =>
        sweepDeletedUsers({ db, nowMs, cancel: (shardName, runId) => objectNamed(env.RUN_SHARDS, shardName).cancelRun(runId) }),
    },
    {
      name: 'bring changed schedules to their objects',
      run: ({ env, db, nowMs }) =>
        sweepSchedules({ db, nowMs, sync: (workflowId) => objectNamed(env.SCHEDULES, workflowId).sync(workflowId) }),
    },
    { name: 'seal objects with the current key', run: sealObjects },
    { name: 'check schedules and listeners', run: checkSelfStarting },
    {
      name: 'bring changed listeners to their objects',
      run: ({ env, db, nowMs }) =>
        sweepEvents({ db, nowMs, recheck: (workflowId) => objectNamed(env.EVENTS, workflowId).recheck(workflowId) }),
    },
  ],
};

function sealObjects({ env, db, nowMs }: SweepContext): Promise<unknown> {
  return resealObjects({
    currentKeyId: parseKeyRing(env.CONNECTOR_KEYS).currentKeyId,
    nowMs,
    readMark: async () => (await env.FILES.get(SEAL_MARK))?.json<SealMark>() ?? null,
    writeMark: async (mark) => void (await env.FILES.put(SEAL_MARK, JSON.stringify(mark))),
    list: (kind, after, limit) => (kind === 'connections' ? listConnectorIds : listEventWorkflowIds)(db, after, limit),
    reseal: (kind, id) => (kind === 'connections' ? objectNamed(env.CONNECTIONS, id).reseal() : objectNamed(env.EVENTS, id).reseal()),
  });
}

async function checkSelfStarting({ env, db, nowMs }: SweepContext): Promise<void> {
  const late: LateFire[] = [];
  await sweepSelfStarting({
    readMark: async () => (await (await env.FILES.get(CHECK_MARK))?.json<{ after: string | null }>())?.after ?? null,
    writeMark: async (after) => void (await env.FILES.put(CHECK_MARK, JSON.stringify({ after }))),
    list: (after, limit) => listSelfStartingWorkflows(db, after, limit, { onlyActive: true }),
    async check({ workflowId, triggerType, versionId }) {
      if (triggerType !== 'Scheduled') return objectNamed(env.EVENTS, workflowId).check(workflowId, versionId);
      const schedule = objectNamed(env.SCHEDULES, workflowId);
      late.push(...(await findLateFires(workflowId, schedule, nowMs)));
      return schedule.check(workflowId, versionId);
    },
  });
  await recordLateSchedules(db, late);
}
