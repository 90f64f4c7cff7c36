import type { EngineSettings } from '@portage/contracts';
import { connectHttp, listConnectorIds, listEventWorkflowIds, listSelfStartingWorkflows, parseKeyRing } from '@portage/database';
import type { Env } from './env.ts';
import { sweepEvents } from './events/sweep-events.ts';
import { objectNamed } from './object-named.ts';
import { sweepSchedules } from './schedule/sweep-schedules.ts';
import { engineSettings } from './settings/engine-settings.ts';
import { type LateFire, latenessOf, recordLateSchedules } from './sweep/late-schedules.ts';
import { resealObjects, type SealMark } from './sweep/reseal-sweep.ts';
import { sweepQuietRuns } from './sweep/sweep.ts';
import { sweepDeletedUsers } from './sweep/sweep-deleted-users.ts';
import { sweepSelfStarting } from './sweep/sweep-self-starting.ts';

export { ConnectionObject } from './connection/connection-object.ts';
export { Egress } from './egress/egress.ts';
export { EventObject } from './events/event-object.ts';
export { QuotaObject } from './quota/quota-object.ts';
export { ScheduleObject } from './schedule/schedule-object.ts';
export { RunShard } from './shard/run-shard.ts';

/** How far objects are sealed with the current key, in the file store. */
const SEAL_MARK = 'maintenance/sealed-with.json';
/** How far the sweep of schedules and listeners has got. */
const CHECK_MARK = 'maintenance/checked-up-to.json';

function answerHealth({ missing }: EngineSettings): Response {
  return missing.length === 0 ? Response.json({ status: 'ok' }) : Response.json({ status: 'not set up', missing }, { status: 503 });
}

const worker: ExportedHandler<Env> = {
  async fetch(request, env) {
    if (new URL(request.url).pathname === '/health') return answerHealth(engineSettings(env));
    return new Response('Not found', { status: 404 });
  },
  async scheduled(controller, env) {
    const [db, nowMs] = [connectHttp(env), controller.scheduledTime];
    await sweepQuietRuns({
      db,
      nowMs,
      nudge: (shardName, runIds) => objectNamed(env.RUN_SHARDS, shardName).nudge(runIds),
    });
    await sweepDeletedUsers({
      db,
      nowMs,
      cancel: (shardName, runId) => objectNamed(env.RUN_SHARDS, shardName).cancelRun(runId),
    });
    await sweepSchedules({ db, nowMs, sync: (workflowId) => objectNamed(env.SCHEDULES, workflowId).sync(workflowId) });
    await resealObjects({
      currentKeyId: parseKeyRing(env.CONNECTOR_KEYS).currentKeyId,
      nowMs,
      readMark: async () => (await env.FILES.get(SEAL_MARK))?.json<SealMark>() ?? null,
      writeMark: async (mark) => void (await env.FILES.put(SEAL_MARK, JSON.stringify(mark))),
      list: (kind, after, limit) => (kind === 'connections' ? listConnectorIds : listEventWorkflowIds)(db, after, limit),
      reseal: (kind, id) => (kind === 'connections' ? objectNamed(env.CONNECTIONS, id).reseal() : objectNamed(env.EVENTS, id).reseal()),
    });
    const late: LateFire[] = [];
    await sweepSelfStarting({
      readMark: async () => (await (await env.FILES.get(CHECK_MARK))?.json<{ after: string | null }>())?.after ?? null,
      writeMark: async (after) => void (await env.FILES.put(CHECK_MARK, JSON.stringify({ after }))),
      list: (after, limit) => listSelfStartingWorkflows(db, after, limit, { onlyActive: true }),
      async check({ workflowId, triggerType, versionId }) {
        if (triggerType !== 'Scheduled') return objectNamed(env.EVENTS, workflowId).check(workflowId, versionId);
        const schedule = objectNamed(env.SCHEDULES, workflowId);
        late.push(...(await latenessOf(workflowId, schedule, nowMs)));
        return schedule.check(workflowId, versionId);
      },
    });
    await recordLateSchedules(db, late);
    await sweepEvents({ db, nowMs, recheck: (workflowId) => objectNamed(env.EVENTS, workflowId).recheck(workflowId) });
  },
};

// biome-ignore lint/style/noDefaultExport: a Worker's handlers are its default export
export default worker;
