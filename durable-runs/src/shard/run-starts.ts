import { parseRunId, type RunTrigger, type StartRunRequest, type StartRunResult, type WorkflowVersionSnapshot } from '@portage/contracts';
import { HOUR_MS } from '@portage/primitives/durations';
import { type TriggerStep, workflowLimits } from '@portage/workflow';
import { ActiveRun } from '../active-run/active-run.ts';
import { shardLimits } from '../limits.ts';
import { testRefusal } from '../partial-tests/partial-test.ts';
import type { RunScheduler } from '../scheduler/run-scheduler.ts';
import type { RunRow } from '../storage/run-store.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import { newRow, readTrigger } from './new-run.ts';
import type { ShardAlarm } from './shard-alarm.ts';
import type { WebhookResponses } from './webhook-responses.ts';

interface StartParts {
  scheduler: RunScheduler;
  outbox: { touch(runKey: number): void; touchStart(runKey: number): void };
  alarm: ShardAlarm;
  webhookResponses: WebhookResponses;
}

/** Decides whether a run may start, and stores it if so. */
export class RunStarts {
  readonly #stores: ShardStores;
  readonly #parts: StartParts;

  constructor(stores: ShardStores, parts: StartParts) {
    this.#stores = stores;
    this.#parts = parts;
  }

  start(request: StartRunRequest): StartRunResult {
    const nowMs = Date.now();
    const { runs } = this.#stores;
    const location = parseRunId(request.runId);
    if (!location) return { outcome: 'refused', message: 'The run id is malformed.' };
    // A repeated start, whose response was lost, is the same start: here, at the deduplication key and at the insert.
    const accepted: StartRunResult = { outcome: 'accepted', runId: request.runId };
    const isClosed = nowMs >= location.hourStartMs + HOUR_MS + shardLimits.hourGraceMs;
    if (isClosed) return runs.byId(request.runId) ? accepted : { outcome: 'shardClosed' };
    const { triggerKnownAtMs } = request;
    if (triggerKnownAtMs !== undefined && this.#stores.triggerChanges.isAfter(request.workflowId, triggerKnownAtMs)) {
      return { outcome: 'triggerChanged' };
    }
    if (request.caller && this.#stores.exists && this.#stores.calls.isStartRefused(request.runId)) {
      return { outcome: 'refused', message: 'The run that called it no longer waits for it.' };
    }
    const key = request.deduplicationKey ?? null;
    const first = key === null ? null : runs.byDeduplicationKey(key);
    if (first) return first.runId === request.runId ? accepted : this.#duplicate(first);
    this.#stores.create();
    let version = runs.version(request.versionId);
    if (!version) {
      if (!request.version) return { outcome: 'versionNeeded' };
      version = request.version;
      runs.addVersion(version);
    }
    const read = readTrigger(request.triggerJson);
    if (!read.ok) return { outcome: 'refused', message: read.message };
    const refusal = request.isTest && read.trigger.test ? testRefusal(read.trigger.test, version.steps) : null;
    if (refusal !== null) return { outcome: 'refused', message: refusal };
    const { allowedMethods, answerWithinMs: webhookWithinMs } = getWebhookRules(version, read.trigger);
    const answerWithinMs = request.awaitMs ?? webhookWithinMs;
    if (allowedMethods && !allowedMethods.includes(read.trigger.method ?? '')) {
      return { outcome: 'methodNotAllowed', allowed: [...allowedMethods] };
    }
    const triggerBytes = request.triggerJson.length;
    const start = { trigger: read.trigger, triggerBytes, ...(request.quota ? { quota: request.quota } : {}) };
    const row = runs.insert(newRow(request, nowMs), key, request.triggerJson, ActiveRun.initialState(start));
    if (!row) return accepted;
    const { caller } = request;
    if (caller && caller.ref !== null) this.#stores.calls.addCaller(row.runKey, caller.runId, caller.ref);
    if (row.startedByHand || row.isTest) this.#parts.outbox.touch(row.runKey);
    else this.#parts.outbox.touchStart(row.runKey);
    this.#parts.alarm.wakeBy(nowMs + shardLimits.watchdogMs);
    const isExpected = answerWithinMs !== null && this.#parts.webhookResponses.expect(row.runId, answerWithinMs, nowMs);
    // A run whose caller waits for its response does not queue behind runs of the same workflow without a waiting caller.
    const group = isExpected ? `awaited ${version.workflowId}` : version.workflowId;
    this.#parts.scheduler.accept(row.runKey, group, triggerBytes, () => ActiveRun.start(this.#stores, row, version, start));
    return isExpected ? { ...accepted, answerWithinMs } : accepted;
  }

  /** A duplicate delivery waits for the same response as long as the first one may. */
  #duplicate({ runId, versionId }: RunRow): StartRunResult {
    const version = this.#parts.webhookResponses.isExpected(runId) ? this.#stores.runs.version(versionId) : null;
    const answerWithinMs = version ? getWebhookRules(version, { type: 'Webhook' }).answerWithinMs : null;
    return { outcome: 'duplicate', runId, ...(answerWithinMs === null ? {} : { answerWithinMs }) };
  }
}

interface WebhookRules {
  /** Null: every method is allowed. */
  allowedMethods: readonly string[] | null;
  /** Null: the caller gets its response at once. */
  answerWithinMs: number | null;
}

const NONE: WebhookRules = { allowedMethods: null, answerWithinMs: null };

/** @param trigger what starts the run; runs started by a person or a schedule have no rules */
function getWebhookRules({ steps }: WorkflowVersionSnapshot, { type }: Pick<RunTrigger, 'type'>): WebhookRules {
  const step = type === 'Webhook' ? steps.find((step): step is TriggerStep => step.type === 'Trigger') : undefined;
  if (!step) return NONE;
  const seconds = step.webhookAnswerSeconds ?? workflowLimits.webhookAnswerSeconds.default;
  return { allowedMethods: step.allowedMethods ?? null, answerWithinMs: step.webhookAnswer === 'WhenRunEnds' ? seconds * 1_000 : null };
}
