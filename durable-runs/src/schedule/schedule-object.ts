import { DurableObject } from 'cloudflare:workers';
import {
  type ArmScheduleRequest,
  type PastFire,
  type RunChain,
  readWorkflowQuota,
  type ScheduleObjectRpc,
  type ScheduleStatus,
  type WorkflowQuota,
} from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { connectHttp, findPublishedWorkflow, findScheduleStanding } from '@portage/database';
import { DAY_MS, MINUTE_MS } from '@portage/primitives/durations';
import { inTime } from '@portage/primitives/in-time';
import { findTrigger, nextFires, scheduleRule } from '@portage/workflow';
import type { Env } from '../env.ts';
import { objectNamed } from '../object-named.ts';
import { admitUnder } from '../quota/admit-fire.ts';
import {
  arm,
  buildRunId,
  CHECK_EVERY_MS,
  checkAt,
  disarm,
  type PendingFire,
  type ScheduleState,
  settle,
  takeUp,
  wakeAt,
} from './schedule-state.ts';
import { ScheduleStore } from './schedule-store.ts';
import { startFire } from './start-fire.ts';

/** The platform counts an alarm in nanoseconds: a fire in the year 2300 would overflow into the past. */
const LONGEST_SLEEP_MS = 365 * DAY_MS;
/** The longest a fire waits to check whether it's still wanted. */
const CHECK_PATIENCE_MS = 3_000;
/** The pause before asking the database again after it didn't respond. */
const CHECK_AGAIN_MS = 5 * MINUTE_MS;
const NO_QUOTA: WorkflowQuota = { start: null, run: null };
/** After a failure that gives no other hint. */
const RECOVERY_MS = MINUTE_MS;
/** No alarm rings while another one runs, so a shard that never responds would end the schedule. */
export const ATTEMPT_MS = 30_000;
/** A fire handled this late counts as made up. */
const CATCH_UP_MS = MINUTE_MS;

/**
 * The schedule of one workflow (durable-runs/README.md). The next fire is stored, and its alarm set, before a run is started; the
 * run's id is stored before the start. A crash at any point loses no fire and starts no second run.
 */
export class ScheduleObject extends DurableObject<Env> implements ScheduleObjectRpc {
  readonly #store: ScheduleStore;
  #syncs: Promise<unknown> = Promise.resolve();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new ScheduleStore(ctx.storage.sql);
  }

  /** Serialized: each sync reads the database after its caller's write, so the last one is right. */
  async sync(workflowId: string, chain?: RunChain): Promise<ScheduleStatus> {
    const turn = this.#syncs.then(() => this.#sync(workflowId, chain));
    this.#syncs = turn.catch(() => undefined);
    return turn;
  }

  async arm(request: ArmScheduleRequest): Promise<ScheduleStatus> {
    const armed = arm(this.#store.read(), request, Date.now(), (fireMs) => this.#store.hasFired(fireMs));
    const state = { ...armed, checkedMs: Date.now() };
    if (this.#store.version()?.versionId !== request.version.versionId) this.#store.writeVersion(request.version);
    return this.#keep(state);
  }

  async disarm(): Promise<ScheduleStatus> {
    const state = this.#store.read();
    return state?.isArmed ? this.#keep(disarm(state)) : buildStatus(state);
  }

  async status(): Promise<ScheduleStatus> {
    return buildStatus(this.#store.read());
  }

  async nextFires(count: number): Promise<string[]> {
    const state = this.#store.read();
    if (!state?.isArmed || state.nextFireMs === null) return [];
    const rule = scheduleRule(state.schedule, state.takenUpMs);
    return nextFires(rule, state.nextFireMs - 1, count).map((fireMs) => new Date(fireMs).toISOString());
  }

  async pastFires(count: number): Promise<PastFire[]> {
    return this.#store.pastFires(count).map(({ fireMs, outcome, runId, message, atMs }) => ({
      fireAt: new Date(fireMs).toISOString(),
      handledAt: new Date(atMs).toISOString(),
      outcome,
      workflowInstanceId: runId,
      message,
      isCatchUp: atMs - fireMs >= CATCH_UP_MS,
    }));
  }

  /** Never throws: the platform repeats a failing alarm only six times (HOSTILE 2). Ringing twice for the same fire starts one run. */
  override async alarm(): Promise<void> {
    try {
      const before = this.#store.read();
      if (!before) return;
      const { state, attempt } = takeUp(before, Date.now(), randomText);
      // Stored together, with the next alarm, before any call leaves.
      this.#keep(state);
      await this.ctx.storage.sync();
      const isDue = (checkAt(state) ?? Number.POSITIVE_INFINITY) <= Date.now();
      if (!attempt && !isDue) return;
      const standing = await this.#check(state);
      if (attempt && standing.isWanted) await this.#attempt(standing.state, attempt, standing.quota);
    } catch (error) {
      log('error', 'A schedule could not start its run', { ...this.#ids(), cause: formatErrorCauses(error) });
    } finally {
      this.#rearm();
    }
  }

  async check(workflowId: string, versionId: string | null): Promise<boolean> {
    const state = this.#store.read();
    const present = state?.isArmed ? state.versionId : null;
    if (present === versionId) {
      if (state?.isArmed && (await this.ctx.storage.getAlarm()) === null) this.#rearm();
      return false;
    }
    await this.sync(workflowId);
    return true;
  }

  /**
   * Compares the armed schedule with the database, and follows the database if they differ: it may have been restored to a state
   * that doesn't know this schedule. While the database is down, the armed schedule continues.
   */
  async #check(before: ScheduleState): Promise<{ isWanted: boolean; state: ScheduleState; quota: WorkflowQuota }> {
    const { workflowId } = before;
    let quota = NO_QUOTA;
    try {
      const asked = findScheduleStanding(connectHttp(this.env), workflowId);
      const standing = await inTime(asked, CHECK_PATIENCE_MS, () => new Error('The database did not respond in time'));
      quota = readWorkflowQuota({ ...standing?.quotaSettings });
      const present = this.#store.read();
      if (standing?.isActive && standing.versionId === present?.versionId) this.#keep({ ...present, checkedMs: Date.now() });
      else {
        log('warn', 'A schedule differs from the database and now follows it', { workflowId, isKnown: standing !== null });
        await inTime(this.sync(workflowId), ATTEMPT_MS, () => new Error('The database did not respond in time'));
      }
    } catch (error) {
      log('warn', 'A schedule could not be compared with the database and is checked again soon', {
        workflowId,
        cause: formatErrorCauses(error),
      });
      const present = this.#store.read();
      if (present) this.#keep({ ...present, checkedMs: Date.now() - CHECK_EVERY_MS + CHECK_AGAIN_MS });
    }
    const state = this.#store.read();
    return state?.isArmed ? { isWanted: true, state, quota } : { isWanted: false, state: before, quota };
  }

  async #sync(workflowId: string, chain?: RunChain): Promise<ScheduleStatus> {
    const workflow = await findPublishedWorkflow(connectHttp(this.env), workflowId);
    if (!workflow) return this.#remove();
    const { isActive, ownerUserId, ...version } = workflow;
    const trigger = findTrigger(version.steps);
    if (!isActive || trigger?.triggerType !== 'Scheduled' || !trigger.schedule) return this.disarm();
    const status = await this.arm({ schedule: trigger.schedule, version: { ...version, workflowId, ownerUserId } });
    const state = this.#store.read();
    if (chain && state) this.#keep({ ...state, chain });
    return status;
  }

  /** A deleted workflow never comes back, so none of its data is kept. */
  async #remove(): Promise<ScheduleStatus> {
    if (this.#store.read()) {
      this.#store.forget();
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
    }
    return buildStatus(null);
  }

  async #attempt(state: ScheduleState, fire: PendingFire, quota: WorkflowQuota): Promise<void> {
    const ports = {
      shard: (name: string) => objectNamed(this.env.RUN_SHARDS, name),
      version: () => {
        const version = this.#store.version();
        if (version?.versionId !== state.versionId) throw new Error('The version of the schedule has changed');
        return version;
      },
      admit: () => admitUnder(this.env, state.ownerUserId, quota, state.chain),
      renewRunId: async () => {
        const runId = buildRunId(state, fire.fireMs, Date.now(), randomText());
        this.#changePending(fire, { runId });
        await this.ctx.storage.sync();
        return runId;
      },
      clear: () => this.#changePending(fire, { isCleared: true }),
    };
    const result = await inTime(startFire(ports, state, fire), ATTEMPT_MS, () => new Error('The run shard did not respond in time'));
    const runId = result.outcome === 'started' ? result.runId : null;
    const message = result.outcome === 'started' ? null : result.message;
    if (result.outcome === 'refused') log('warn', 'A run of a schedule was refused', { ...this.#ids(), cause: message });
    this.#store.recordFire({ fireMs: fire.fireMs, outcome: result.outcome, runId, message, atMs: Date.now() });
    // Other calls may have come in between.
    const present = this.#store.read();
    if (present) this.#keep(settle(present, fire.fireMs, runId));
  }

  /** @throws if the fire is no longer pending, or another attempt at it has begun: only the newest one decides. */
  #changePending({ fireMs, attempts }: PendingFire, change: Partial<PendingFire>): void {
    const state = this.#store.read();
    if (!state?.isArmed || state.pending?.fireMs !== fireMs) throw new Error('The schedule was changed in the meantime');
    if (state.pending.attempts !== attempts) throw new Error('Another attempt has begun');
    this.#keep({ ...state, pending: { ...state.pending, ...change } });
  }

  #keep(state: ScheduleState): ScheduleStatus {
    this.#store.write(state);
    this.#setAlarm(state);
    return buildStatus(state);
  }

  /** Ids that log lines are found by. */
  #ids() {
    const state = this.#store.read();
    return { workflowId: state?.workflowId, runId: state?.pending?.runId };
  }

  #rearm(): void {
    try {
      const state = this.#store.read();
      if (state) this.#setAlarm(state);
    } catch (error) {
      log('error', 'The alarm of a schedule could not be set to the next due time', { cause: formatErrorCauses(error) });
      void this.ctx.storage.setAlarm(Date.now() + RECOVERY_MS);
    }
  }

  #setAlarm(state: ScheduleState): void {
    const dueMs = wakeAt(state);
    // A schedule without another fire needs no checks.
    const atMs = dueMs === null ? null : Math.min(dueMs, checkAt(state) ?? dueMs);
    if (atMs === null) void this.ctx.storage.deleteAlarm();
    else void this.ctx.storage.setAlarm(Math.min(atMs, Date.now() + LONGEST_SLEEP_MS));
  }
}

function buildStatus(state: ScheduleState | null): ScheduleStatus {
  const dueMs = state?.isArmed ? (state.pending?.fireMs ?? state.nextFireMs) : null;
  return { isArmed: state?.isArmed ?? false, nextFireAt: dueMs === null ? null : new Date(dueMs).toISOString() };
}

function randomText(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 20);
}
