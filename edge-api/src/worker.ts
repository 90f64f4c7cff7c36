import { stepDataKeptMs } from '@portage/contracts';
import {
  connectHttp,
  deleteExpired,
  deleteOldAlerts,
  deleteOldApprovalMails,
  deleteOldFailureStarts,
  deleteOldRunJobs,
  deleteOldRunTags,
  deleteSyncsOfDeletedWorkflows,
  pruneVersions,
  resealSecrets,
} from '@portage/database';
import { recordLaggingSyncs } from './alerts/lagging-syncs.ts';
import { resealAlertSecrets } from './alerts/reseal-alert-secrets.ts';
import { sendAlerts } from './alerts/send-alerts.ts';
import { app } from './app.ts';
import { sendApprovalMails } from './approvals/send-approval-mails.ts';
import { ensureBillingMode, readOverdueSubscriptions } from './billing/keep-billing.ts';
import { removeUnnamedDocuments } from './connector-types/documents/remove-unnamed.ts';
import { clearOldVersions } from './deployments/clear-old-versions.ts';
import { publishWhatIsNot } from './deployments/publish-registry.ts';
import type { Env } from './env.ts';
import { startFailureRuns } from './failure-starts/start-failure-runs.ts';
import { missingSettings } from './health/missing-settings.ts';
import { answerNotSetUp, overHttps } from './http/answers.ts';
import { callerAddressOf } from './http/caller-address.ts';
import { newAnswerNotes, type RequestContext } from './http/context.ts';
import { workOnRunJobs } from './run-jobs/work-on-run-jobs.ts';
import { secretBoxOf } from './secrets/secret-box-of.ts';
import { ensureSystemTypes } from './system-types/ensure-system-types.ts';

/** The cron (wrangler.jsonc) that sends alerts: people wait for them. */
const EVERY_MINUTE = '* * * * *';
/** Jobs on runs leave the rest of the minute to the next cron. */
const WORK_OF_A_MINUTE_MS = 50_000;
/** The cron that only looks after what must not wait for an hour. */
const OFTEN = '*/5 * * * *';

function contextOf(request: Request, env: Env, execution: ExecutionContext): RequestContext {
  let id: string | null = null;
  return {
    env,
    db: connectHttp(env),
    request,
    // Both cost a call of the host, and most webhooks need neither.
    get requestId() {
      id ??= crypto.randomUUID();
      return id;
    },
    get ipAddress() {
      return callerAddressOf(request, env);
    },
    publicOrigin: env.PUBLIC_ORIGIN || new URL(request.url).origin,
    answer: newAnswerNotes(),
    waitUntil: (work) => execution.waitUntil(work),
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
  };
}

// biome-ignore lint/style/noDefaultExport: a Worker's entry is its default export
export default {
  async fetch(request, env, execution) {
    const missing = missingSettings(env);
    if (missing.length > 0) return answerNotSetUp(request, missing);
    await ensureSystemTypes(env, request, (work) => execution.waitUntil(work));
    await ensureBillingMode(env, request, (work) => execution.waitUntil(work));
    return overHttps(request, await app(contextOf(request, env, execution)));
  },
  async scheduled({ cron }, env, execution) {
    const missing = missingSettings(env);
    if (missing.length > 0) throw new Error(`edge-api lacks ${missing.join(', ')}`);
    if (cron === EVERY_MINUTE) {
      await Promise.all([
        sendAlerts(env, connectHttp(env)),
        sendApprovalMails(env, connectHttp(env)),
        startFailureRuns(env, connectHttp(env)),
        workOnRunJobs(env, connectHttp(env), { forMs: WORK_OF_A_MINUTE_MS }),
      ]);
      return;
    }
    await publishWhatIsNot(env);
    if (cron === OFTEN) {
      await recordLaggingSyncs(env, connectHttp(env), new Date());
      return;
    }
    await ensureSystemTypes(env, null, (work) => execution.waitUntil(work));
    const [db, now] = [connectHttp(env), new Date()];
    await deleteExpired(db, now);
    await deleteOldAlerts(db, now);
    await deleteOldApprovalMails(db, now);
    await deleteOldFailureStarts(db, now);
    await deleteOldRunJobs(db, now);
    await deleteOldRunTags(db, now, stepDataKeptMs(env.STEP_DATA_DAYS));
    await deleteSyncsOfDeletedWorkflows(db, now);
    await pruneVersions(db, now, stepDataKeptMs(env.STEP_DATA_DAYS));
    await resealSecrets(db, secretBoxOf(env));
    await resealAlertSecrets(db, secretBoxOf(env));
    await removeUnnamedDocuments(db, env.FILES, now);
    await clearOldVersions(env, now);
    await readOverdueSubscriptions(env, now);
  },
} satisfies ExportedHandler<Env>;
