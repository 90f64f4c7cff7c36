import { parseStepDataRetentionMs } from '@portage/contracts';
import type { Cron, CronJob } from '@portage/contracts/crons';
import {
  deleteExpired,
  deleteOldAlerts,
  deleteOldApprovalMails,
  deleteOldFailureStarts,
  deleteOldHookMessages,
  deleteOldRunJobs,
  deleteOldRunTags,
  deleteSyncsOfDeletedWorkflows,
  forgetOldContent,
  type HttpDatabase,
  pruneVersions,
  resealSecrets,
  resealVariables,
} from '@portage/database';
import { recordLaggingSyncs } from '../alerts/lagging-syncs.ts';
import { recordRefusedRecords } from '../alerts/refused-records.ts';
import { resealAlertSecrets } from '../alerts/reseal-alert-secrets.ts';
import { sendAlerts } from '../alerts/send-alerts.ts';
import { sendApprovalMails } from '../approvals/send-approval-mails.ts';
import { readOverdueSubscriptions } from '../billing/keep-billing.ts';
import { removeUnnamedDocuments } from '../connector-types/documents/remove-unnamed.ts';
import { clearOldVersions } from '../deployments/clear-old-versions.ts';
import { resealHookTargets, sendHookMessages } from '../deployments/hooks/send-hook-messages.ts';
import { publishWhatIsNot } from '../deployments/publish-registry.ts';
import type { Env } from '../env.ts';
import { startFailureRuns } from '../failure-starts/start-failure-runs.ts';
import { workOnRunJobs } from '../run-jobs/work-on-run-jobs.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import { ensureSystemTypes } from '../system-types/ensure-system-types.ts';
import { resealVerificationSecrets } from '../webhooks/verification-secret.ts';

/** Run jobs stop after this time; the next cron continues. */
const WORK_OF_A_MINUTE_MS = 50_000;

export interface CronContext {
  env: Env;
  db: HttpDatabase;
  now: Date;
  waitUntil(work: Promise<unknown>): void;
}

const publishRegistry: CronJob<CronContext> = { name: 'publish the registry of areas', run: ({ env }) => publishWhatIsNot(env) };

/** What each cron of wrangler.jsonc does. */
export const crons: Readonly<Record<string, Cron<CronContext>>> = {
  // People wait for these.
  '* * * * *': {
    isSideBySide: true,
    jobs: [
      { name: 'look for syncs with many errors', run: ({ env, db, now }) => recordRefusedRecords(env, db, now) },
      { name: 'send alerts', run: ({ env, db }) => sendAlerts(env, db) },
      { name: 'send messages about deployments', run: ({ env, db }) => sendHookMessages(env, db) },
      { name: 'send mails of approvals', run: ({ env, db }) => sendApprovalMails(env, db) },
      { name: 'start runs for failures', run: ({ env, db }) => startFailureRuns(env, db) },
      { name: 'process run jobs', run: ({ env, db }) => workOnRunJobs(env, db, { forMs: WORK_OF_A_MINUTE_MS }) },
    ],
  },
  // These must not wait an hour.
  '*/5 * * * *': {
    jobs: [publishRegistry, { name: 'look for lagging syncs', run: ({ env, db, now }) => recordLaggingSyncs(env, db, now) }],
  },
  '17 * * * *': {
    jobs: [
      publishRegistry,
      { name: 'bring the connector types of this build', run: ({ env, waitUntil }) => ensureSystemTypes(env, null, waitUntil) },
      { name: 'delete what has expired', run: ({ db, now }) => deleteExpired(db, now) },
      { name: 'delete old alerts', run: ({ db, now }) => deleteOldAlerts(db, now) },
      { name: 'delete old mails of approvals', run: ({ db, now }) => deleteOldApprovalMails(db, now) },
      { name: 'delete old starts for failures', run: ({ db, now }) => deleteOldFailureStarts(db, now) },
      { name: 'delete old messages about deployments', run: ({ db, now }) => deleteOldHookMessages(db, now) },
      { name: 'delete old run jobs', run: ({ db, now }) => deleteOldRunJobs(db, now) },
      {
        name: 'delete old tags of runs',
        run: ({ env, db, now }) => deleteOldRunTags(db, now, parseStepDataRetentionMs(env.STEP_DATA_DAYS)),
      },
      {
        name: 'empty what old runs carried',
        run: ({ env, db, now }) => forgetOldContent(db, now, parseStepDataRetentionMs(env.STEP_DATA_DAYS)),
      },
      { name: 'delete syncs of deleted workflows', run: ({ db, now }) => deleteSyncsOfDeletedWorkflows(db, now) },
      {
        name: 'prune versions of workflows',
        run: ({ env, db, now }) => pruneVersions(db, now, parseStepDataRetentionMs(env.STEP_DATA_DAYS)),
      },
      { name: 'seal secrets with the current key', run: ({ env, db }) => resealSecrets(db, getSecretBox(env)) },
      { name: 'seal secrets of alerts with the current key', run: ({ env, db }) => resealAlertSecrets(db, getSecretBox(env)) },
      { name: 'seal targets of hooks with the current key', run: ({ env, db }) => resealHookTargets(env, db) },
      { name: 'seal secrets of webhooks with the current key', run: ({ env, db }) => resealVerificationSecrets(db, getSecretBox(env)) },
      { name: 'seal secret variables with the current key', run: ({ env, db }) => resealVariables(db, getSecretBox(env)) },
      { name: 'remove documents without a connector type', run: ({ env, db, now }) => removeUnnamedDocuments(db, env.FILES, now) },
      { name: 'clear old versions of areas', run: ({ env, now }) => clearOldVersions(env, now) },
      { name: 'read overdue subscriptions', run: ({ env, now }) => readOverdueSubscriptions(env, now) },
    ],
  },
};
