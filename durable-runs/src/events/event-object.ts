import { DurableObject } from 'cloudflare:workers';
import { hasOwnSecret } from '@portage/connectors/events';
import type { EventObjectRpc, EventReceiver, EventStatus, SyncEventRequest } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { Env } from '../env.ts';
import { objectNamed } from '../object-named.ts';
import { admitFire } from '../quota/admit-fire.ts';
import { EventAdapters, newId } from './event-adapters.ts';
import { EventRefused } from './event-refused.ts';
import { type EventState, newEventState, type WantedEvent, wakeAt } from './event-state.ts';
import { buildEventStatus } from './event-status.ts';
import { EventStore } from './event-store.ts';
import { Polling } from './polling.ts';
import { newReading } from './read-news.ts';
import { Registration } from './registration.ts';
import { resealed } from './resealed.ts';
import { problemAfter, release } from './transitions.ts';

/** How often the object checks the database again, whatever happens. */
const CHECK_MS = HOUR_MS;
/** Before starting a run, the last check of the database may be at most this old. */
const CHECK_BEFORE_START_MS = MINUTE_MS;
const RECOVERY_MS = MINUTE_MS;

/**
 * Listens for the event of one workflow (spec HOOK-06): registers and removes its webhook at the system, or polls the system. Each
 * action is stored before it's done, and an event's run id before the run is started. A crash at any point loses no event and
 * starts no second run.
 */
export class EventObject extends DurableObject<Env> implements EventObjectRpc {
  readonly #store: EventStore;
  #turns: Promise<unknown> = Promise.resolve();
  readonly #adapters: EventAdapters;
  readonly #registration: Registration;
  readonly #polling: Polling;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new EventStore(ctx.storage.sql);
    this.#adapters = new EventAdapters(env, ctx.id.toString());
    const context = {
      adapters: this.#adapters,
      state: () => this.#state(),
      known: () => this.#store.read(),
      keep: (state: EventState) => this.#keep(state),
      onDisk: () => ctx.storage.sync(),
      workflowId: () => this.#workflowId(),
      log: (level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>) => this.#log(level, message, details),
    };
    this.#registration = new Registration(context);
    this.#polling = new Polling(context, this.#store, {
      shard: (name) => objectNamed(this.env.RUN_SHARDS, name),
      admit: (ownerUserId) => admitFire(this.env, ownerUserId),
      transaction: (work) => ctx.storage.transactionSync(work),
    });
  }

  async sync(request: SyncEventRequest): Promise<EventStatus> {
    return this.#inTurn(async () => {
      await this.#sync(request);
      return this.#leaveNothing();
    });
  }

  /** For the sweep: syncs with the URL of the last request. Without one, a person has to activate the workflow again. */
  async recheck(workflowId: string): Promise<void> {
    const publicOrigin = this.#store.read()?.publicOrigin ?? this.env.PUBLIC_ORIGIN;
    if (publicOrigin) await this.sync({ workflowId, publicOrigin });
  }

  async check(workflowId: string, versionId: string | null, publicOrigin?: string): Promise<boolean> {
    const state = this.#store.read();
    if ((state?.wanted?.versionId ?? null) === versionId && !state?.problem) return false;
    const origin = publicOrigin ?? state?.publicOrigin ?? this.env.PUBLIC_ORIGIN;
    if (origin) await this.sync({ workflowId, publicOrigin: origin });
    return origin !== undefined;
  }

  async status(): Promise<EventStatus> {
    return buildEventStatus(this.#store.read(), this.#store.waitingCount());
  }

  async receiver(): Promise<EventReceiver | null> {
    const state = this.#store.read();
    const wanted = state?.wanted;
    if (!state || !wanted || wanted.mode === 'polled' || (wanted.untilMs !== null && Date.now() >= wanted.untilMs)) return null;
    const { definition, scheme } = wanted;
    const secrets = hasOwnSecret(definition) ? await this.#ownSecrets(state) : await this.#adapters.sharedSecrets(wanted);
    const { match, deliveryId, items } = definition;
    const told = { match, ...(deliveryId ? { deliveryId } : {}), ...(items ? { items } : {}) };
    return { scheme, secrets, definition: told, isFetched: wanted.mode === 'fetched' };
  }

  async fetchNews(): Promise<void> {
    const state = this.#store.read();
    if (!state?.wanted) return;
    const reading = state.reading ?? newReading(state.wanted.fingerprint);
    this.#keep({ ...state, pings: state.pings + 1, reading: { ...reading, nextReadMs: Date.now() } });
    await this.ctx.storage.sync();
  }

  async removeNow(connectorId: string): Promise<void> {
    await this.#inTurn(async () => {
      await this.#registration.remove(({ subscription }) => subscription.connectorId === connectorId);
      await this.#registration.releaseConnection(connectorId);
      return this.#leaveNothing();
    });
  }

  async reseal(): Promise<void> {
    await this.#inTurn(async () => {
      const state = this.#store.read();
      if (state) this.#store.write(await resealed(state, (sealed) => this.#adapters.reseal(sealed)));
    });
  }

  /** Never throws: the platform repeats a failing alarm only six times (HOSTILE 2). */
  override async alarm(): Promise<void> {
    try {
      await this.#inTurn(() => this.#work());
    } catch (error) {
      this.#log('error', 'An event could not be maintained', { cause: formatErrorCauses(error) });
      const state = this.#store.read();
      // Failed work is retried, but not at once and not forever.
      if (state) this.#store.write({ ...state, nextCheckMs: Math.max(state.nextCheckMs, Date.now() + RECOVERY_MS) });
      await this.ctx.storage.setAlarm(Date.now() + RECOVERY_MS);
    }
  }

  async #work(): Promise<void> {
    const before = this.#store.read();
    if (!before) return;
    const nowMs = Date.now();
    const { wanted, problem, nextCheckMs, workflowId, publicOrigin } = before;
    const isOver = wanted !== null && wanted.untilMs !== null && wanted.untilMs <= nowMs;
    if (isOver || nextCheckMs <= nowMs || (problem && problem.nextMs <= nowMs)) await this.#check({ workflowId, publicOrigin });
    if (!this.#store.read()) return;
    if (await this.#registration.renewWhereDue()) await this.#establish();
    await this.#registration.remove(({ nextMs }) => nextMs <= Date.now());
    await this.#polling.readWhereDue();
    // Events that were read start runs only while their workflow still wants them.
    if (this.#store.waitingCount() > 0 && Date.now() - (this.#state().nextCheckMs - CHECK_MS) > CHECK_BEFORE_START_MS) {
      await this.#check({ workflowId, publicOrigin });
      if (!this.#store.read()) return;
    }
    await this.#polling.startWaiting();
    await this.#leaveNothing();
    const state = this.#store.read();
    if (state) this.#setAlarm(state);
  }

  /** While the database is down, the stored state stays in use. */
  async #check(request: SyncEventRequest): Promise<void> {
    try {
      await this.#sync(request);
    } catch (error) {
      this.#log('warn', 'An event could not be compared with the database', { cause: formatErrorCauses(error) });
      const state = this.#state();
      const laterMs = Date.now() + RECOVERY_MS;
      this.#keep({ ...state, nextCheckMs: laterMs, problem: state.problem && { ...state.problem, nextMs: laterMs } });
    }
  }

  /** Brings the current subscription in line with what the database wants. */
  async #sync({ workflowId, publicOrigin }: SyncEventRequest): Promise<void> {
    const nowMs = Date.now();
    const wanted = await this.#adapters.wanted(workflowId, publicOrigin);
    const before = this.#store.read();
    if (!before && wanted.kind === 'nothing') return;
    const state: EventState = { ...(before ?? newEventState(workflowId, publicOrigin)), publicOrigin, nextCheckMs: nowMs + CHECK_MS };
    switch (wanted.kind) {
      case 'nothing':
        this.#keep({ ...release(state, nowMs, newId), problem: null, startProblem: null });
        this.#store.clearReading();
        return this.#registration.remove(() => true);
      case 'refused':
        // Keep the subscription: a temporarily unreadable document must not cost it.
        this.#keep({ ...state, problem: problemAfter(state.problem, wanted.error, nowMs) });
        return;
      case 'event':
        return this.#want(state, wanted.event);
      default:
        return wanted satisfies never;
    }
  }

  async #want(before: EventState, wanted: WantedEvent): Promise<void> {
    let state = before;
    const isOther = state.wanted !== null && state.wanted.fingerprint !== wanted.fingerprint;
    if (isOther) {
      state = release(state, Date.now(), newId);
      this.#keep(state);
      this.#store.clearReading();
      // Remove the old webhook first: some systems allow only one per URL, or cap their number.
      await this.#registration.remove(() => true);
      state = this.#state();
    }
    this.#keep({ ...state, wanted });
    await this.#establish();
  }

  /** Registers the wanted event if it isn't registered, and starts the first poll of a polled one. */
  async #establish(): Promise<void> {
    const { wanted, subscription } = this.#state();
    if (!wanted) return;
    try {
      if (!subscription) await this.#registration.register(wanted);
      this.#keep({ ...this.#state(), problem: null });
    } catch (error) {
      if (!(error instanceof EventRefused)) throw error;
      this.#keep({ ...this.#state(), problem: problemAfter(this.#state().problem, error, Date.now()) });
      return;
    }
    const state = this.#state();
    if ((wanted.definition.poll ?? wanted.definition.fetch) && state.reading === null) {
      this.#keep({ ...state, reading: { ...newReading(wanted.fingerprint), nextReadMs: Date.now() } });
      await this.#polling.readWhereDue();
    }
  }

  async #ownSecrets({ subscription, attempt }: EventState): Promise<string[]> {
    const { previousSecret } = subscription ?? {};
    const previous = previousSecret && Date.now() < previousSecret.untilMs ? previousSecret.sealed : null;
    const sealed = [subscription?.sealedSecret, attempt?.sealedSecret, previous].filter((one) => typeof one === 'string');
    return Promise.all(sealed.map((one) => this.#adapters.open(one)));
  }

  /** Clears the storage once nothing is left to do. */
  async #leaveNothing(): Promise<EventStatus> {
    const state = this.#store.read();
    const status = buildEventStatus(state, this.#store.waitingCount());
    if (state && !state.wanted && !state.problem && state.removals.length === 0) {
      this.#store.forget();
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
    }
    return status;
  }

  /** Runs the work after all earlier work, so it sees their results. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turns.then(work);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  #state(): EventState {
    const state = this.#store.read();
    if (!state) throw new Error('The event was removed in the meantime');
    return state;
  }

  #keep(state: EventState): void {
    this.#store.write(state);
    this.#setAlarm(state);
  }

  #setAlarm(state: EventState): void {
    const atMs = wakeAt(state, this.#store.waitingCount());
    if (atMs === null) void this.ctx.storage.deleteAlarm();
    else void this.ctx.storage.setAlarm(Math.max(atMs, Date.now()));
  }

  #workflowId(): string | null {
    return this.#store.read()?.workflowId ?? this.ctx.id.name ?? null;
  }

  #log(level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>): void {
    log(level, message, { workflowId: this.#workflowId(), ...details });
  }
}
