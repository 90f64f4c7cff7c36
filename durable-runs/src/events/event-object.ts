import { DurableObject } from 'cloudflare:workers';
import { hasOwnSecret } from '@portage/connectors/events';
import type { EventObjectRpc, EventReceiver, EventStatus, RunShardRpc, SyncEventRequest } from '@portage/contracts';
import { causeOf, log } from '@portage/contracts/log';
import { connectHttp, findConnection, parseKeyRing, SecretBox, workflowVersionRepository } from '@portage/database';
import type { HeldConnection } from '../connection/lease.ts';
import { documentLibrary } from '../documents/document-library.ts';
import type { Env } from '../env.ts';
import { admitFire } from '../schedule/admit-fire.ts';
import { inTime } from '../schedule/in-time.ts';
import { sendThroughEgress } from '../shard/send-through-egress.ts';
import { EventRefused } from './event-refused.ts';
import { type EventState, newEventState, pauseMs, type Removal, type Subscription, type WantedEvent, wakeAt } from './event-state.ts';
import { statusOf } from './event-status.ts';
import { EventStore, type WaitingEvent } from './event-store.ts';
import { fetchPage, newReading, takePage } from './read-news.ts';
import { runIdOfEvent, startEventRun } from './start-event-run.ts';
import { newAttempt, renew, type SubscriptionPorts, subscribe, unregistered, unsubscribe } from './subscriptions.ts';
import { afterFailedRemoval, changedNothing, problemAfter, release, removalOf } from './transitions.ts';
import { fieldsOf, readWanted, secretOf } from './wanted-event.ts';

/** The database is asked again this often, whatever happens. */
const CHECK_MS = 3_600_000;
/** News that nobody told of are looked for this often. */
const UNTOLD_NEWS_MS = 3_600_000;
/** Pages and starts of one alarm; then others have their turn. */
const PAGES_A_TURN = 20;
const STARTS_A_TURN = 200;
/** Reading waits for runs to be started where more events than this wait. */
const MOST_WAITING = 2_000;
const START_MS = 30_000;
const SHARED_SECRET_MS = 30_000;
const PREVIOUS_SECRET_MS = 600_000;
const RECOVERY_MS = 60_000;

/**
 * What one workflow listens for (issue of connector events): registers its webhook at the system and removes it, or reads the
 * news there. What is to be done is written down before it is done, and every event has its run's id before the run is asked
 * for: so whatever dies when, no event is lost and none starts two runs.
 */
export class EventObject extends DurableObject<Env> implements EventObjectRpc {
  readonly #store: EventStore;
  #turns: Promise<unknown> = Promise.resolve();
  #box: SecretBox | null = null;
  #shared: { fingerprint: string; secrets: string[]; readAtMs: number } | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new EventStore(ctx.storage.sql);
  }

  async sync(request: SyncEventRequest): Promise<EventStatus> {
    return this.#inTurn(async () => {
      await this.#sync(request);
      return this.#leaveNothing();
    });
  }

  /** For the sweep: under the address that it was asked for before. Without one, somebody has to activate the workflow again. */
  async recheck(workflowId: string): Promise<void> {
    const publicOrigin = this.#store.read()?.publicOrigin ?? this.env.PUBLIC_ORIGIN;
    if (publicOrigin) await this.sync({ workflowId, publicOrigin });
  }

  async status(): Promise<EventStatus> {
    return statusOf(this.#store.read(), this.#store.waitingCount());
  }

  async receiver(): Promise<EventReceiver | null> {
    const state = this.#store.read();
    const wanted = state?.wanted;
    if (!state || !wanted || wanted.mode === 'polled' || (wanted.untilMs !== null && Date.now() >= wanted.untilMs)) return null;
    const { definition, scheme } = wanted;
    const secrets = hasOwnSecret(definition) ? await this.#ownSecrets(state) : await this.#sharedSecrets(wanted);
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
      await this.#remove(({ subscription }) => subscription.connectorId === connectorId);
      await this.#releaseConnection(connectorId);
      return this.#leaveNothing();
    });
  }

  /** Never throws: the platform repeats a failing alarm only six times (HOSTILE 2). */
  override async alarm(): Promise<void> {
    try {
      await this.#inTurn(() => this.#work());
    } catch (error) {
      log('error', 'An event could not be looked after', { ...this.#ids(), cause: causeOf(error) });
      const state = this.#store.read();
      // What failed is tried again, but not at once and for ever.
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
    await this.#renewWhereDue();
    await this.#remove(({ nextMs }) => nextMs <= Date.now());
    await this.#readWhereDue();
    await this.#startWaiting();
    await this.#leaveNothing();
    const state = this.#store.read();
    if (state) this.#setAlarm(state);
  }

  /** While the database is away, what is known goes on. */
  async #check(request: SyncEventRequest): Promise<void> {
    try {
      await this.#sync(request);
    } catch (error) {
      log('warn', 'An event could not be compared with the database', { ...this.#ids(), cause: causeOf(error) });
      const state = this.#state();
      const laterMs = Date.now() + RECOVERY_MS;
      this.#keep({ ...state, nextCheckMs: laterMs, problem: state.problem && { ...state.problem, nextMs: laterMs } });
    }
  }

  /** Brings what is in place round to what the database wants. */
  async #sync({ workflowId, publicOrigin }: SyncEventRequest): Promise<void> {
    const nowMs = Date.now();
    const ports = { db: connectHttp(this.env), box: this.#secretBox(), documents: documentLibrary(this.env.FILES), nowMs };
    const wanted = await readWanted(ports, workflowId, publicOrigin);
    const before = this.#store.read();
    if (!before && wanted.kind === 'nothing') return;
    const state: EventState = { ...(before ?? newEventState(workflowId, publicOrigin)), publicOrigin, nextCheckMs: nowMs + CHECK_MS };
    switch (wanted.kind) {
      case 'nothing':
        this.#keep({ ...release(state, nowMs, newId), problem: null, startProblem: null });
        this.#store.clearReading();
        return this.#remove(() => true);
      case 'refused':
        // What is in place stays: a document that cannot be read for a moment must not cost a subscription.
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
      // First, so that a system which knows one webhook an address, or one a number, has room for the new one.
      await this.#remove(() => true);
      state = this.#state();
    }
    this.#keep({ ...state, wanted });
    await this.#establish();
  }

  /** Registers what is wanted and not there, and reads for the first time what is read. */
  async #establish(): Promise<void> {
    const { wanted, subscription } = this.#state();
    if (!wanted) return;
    try {
      if (!subscription) await this.#subscribe(wanted);
      this.#keep({ ...this.#state(), problem: null });
    } catch (error) {
      if (!(error instanceof EventRefused)) throw error;
      this.#keep({ ...this.#state(), problem: problemAfter(this.#state().problem, error, Date.now()) });
      return;
    }
    const state = this.#state();
    if ((wanted.definition.poll ?? wanted.definition.fetch) && state.reading === null) {
      this.#keep({ ...state, reading: { ...newReading(wanted.fingerprint), nextReadMs: Date.now() } });
      await this.#readWhereDue();
    }
  }

  async #subscribe(wanted: WantedEvent): Promise<void> {
    if (!wanted.definition.subscribe) return this.#keep({ ...this.#state(), subscription: unregistered(wanted), attempt: null });
    const ports = this.#ports(wanted.ownerUserId);
    let { attempt } = this.#state();
    if (attempt?.isUnknown && wanted.definition.find) {
      await unsubscribe(unregistered(wanted), ports);
      attempt = null;
    }
    attempt ??= await newAttempt(wanted, ports);
    await this.#connection(wanted.connectorId).hold(wanted.workflowId);
    this.#keep({ ...this.#state(), attempt: { ...attempt, isUnknown: true } });
    await this.ctx.storage.sync();
    try {
      await subscribe(wanted, attempt, ports, async (subscription) => {
        this.#keep({ ...this.#state(), subscription, attempt: null });
        await this.ctx.storage.sync();
      });
    } catch (error) {
      const state = this.#state();
      const { subscription } = state;
      if (subscription) {
        // It is there, but of no use.
        this.#keep({ ...state, subscription: null, removals: [...state.removals, removalOf(subscription, wanted, Date.now(), newId)] });
      } else if (error instanceof EventRefused && changedNothing(error)) this.#keep({ ...state, attempt: null });
      throw error;
    }
  }

  async #renewWhereDue(): Promise<void> {
    const { wanted, subscription } = this.#state();
    if (!wanted || !subscription || subscription.renewsAtMs === null || subscription.renewsAtMs > Date.now()) return;
    try {
      if (subscription.definition.renew?.call) {
        const renewed = await renew(subscription, this.#ports(wanted.ownerUserId));
        this.#keep({ ...this.#state(), subscription: renewed, problem: null });
        return;
      }
      await this.#replace(wanted, subscription);
    } catch (error) {
      if (!(error instanceof EventRefused)) throw error;
      const isGone = error.status === 404 || error.status === 410;
      const state = this.#state();
      const pause = pauseMs((state.problem?.attempts ?? 0) + 1, error.retryAfterMs);
      const later = isGone ? null : { ...subscription, renewsAtMs: Date.now() + pause };
      this.#keep({ ...state, subscription: later, problem: problemAfter(state.problem, error, Date.now()) });
      if (isGone) await this.#establish();
    }
  }

  /** A new subscription first, then the old one goes; calls of both count in between. */
  async #replace(wanted: WantedEvent, old: Subscription): Promise<void> {
    this.#keep({ ...this.#state(), subscription: null });
    try {
      await this.#subscribe(wanted);
    } catch (error) {
      const state = this.#state();
      if (!state.subscription) this.#keep({ ...state, subscription: old });
      throw error;
    }
    const state = this.#state();
    const previousSecret = old.sealedSecret === null ? null : { sealed: old.sealedSecret, untilMs: Date.now() + PREVIOUS_SECRET_MS };
    const subscription = state.subscription && { ...state.subscription, previousSecret };
    this.#keep({ ...state, subscription, problem: null, removals: [...state.removals, removalOf(old, wanted, Date.now(), newId)] });
  }

  /** Removes subscriptions that are no longer wanted; what fails is tried again later. */
  async #remove(isDue: (removal: Removal) => boolean): Promise<void> {
    for (const removal of this.#store.read()?.removals ?? []) {
      if (!isDue(removal)) continue;
      let left: Removal | null = null;
      try {
        await unsubscribe(removal.subscription, this.#ports(removal.ownerUserId, true));
      } catch (error) {
        if (!(error instanceof EventRefused)) throw error;
        left = afterFailedRemoval(removal, error, Date.now());
        log(
          left ? 'warn' : 'error',
          left ? 'A webhook could not be removed at its system yet' : 'A webhook was left behind at its system',
          {
            ...this.#ids(),
            connectorId: removal.subscription.connectorId,
            cause: error.message,
          },
        );
      }
      const state = this.#state();
      const removals = state.removals.flatMap((one) => (one.id === removal.id ? (left ?? []) : one));
      this.#keep({ ...state, removals });
      if (!left) await this.#releaseConnection(removal.subscription.connectorId);
    }
  }

  /** Lets go of a connection through which nothing is registered any more. */
  async #releaseConnection(connectorId: string): Promise<void> {
    const state = this.#store.read();
    const isNeeded =
      state?.subscription?.connectorId === connectorId ||
      (state?.attempt && state.wanted?.connectorId === connectorId) ||
      state?.removals.some(({ subscription }) => subscription.connectorId === connectorId);
    const workflowId = state?.workflowId ?? this.ctx.id.name;
    if (!isNeeded && workflowId) await this.#connection(connectorId).release(workflowId);
  }

  #connection(connectorId: string): HeldConnection {
    return this.env.CONNECTIONS.get(this.env.CONNECTIONS.idFromName(connectorId)) as unknown as HeldConnection;
  }

  async #readWhereDue(): Promise<void> {
    for (let pages = 0; pages < PAGES_A_TURN; pages += 1) {
      const { wanted, subscription, reading, pings } = this.#state();
      const definition = wanted?.definition.poll ?? wanted?.definition.fetch;
      if (!wanted || !subscription || !reading || !definition) return;
      if (reading.nextReadMs === null || reading.nextReadMs > Date.now() || this.#store.waitingCount() >= MOST_WAITING) return;
      const everyMs = wanted.definition.poll ? wanted.definition.poll.everySeconds * 1_000 : UNTOLD_NEWS_MS;
      try {
        const page = await fetchPage(subscription, definition, reading, this.#ports(wanted.ownerUserId));
        const nowMs = Date.now();
        // The page's events and how far the reading has come are on disk together, or not at all.
        this.ctx.storage.transactionSync(() => {
          const taken = takePage(definition, reading, page, this.#sink(wanted, nowMs), nowMs);
          const isAskedAgain = taken.goesOn || this.#state().pings !== pings;
          const nextReadMs = isAskedAgain ? nowMs : nowMs + everyMs;
          this.#keep({ ...this.#state(), reading: { ...taken.state, failures: 0, message: null, nextReadMs } });
        });
      } catch (error) {
        if (!(error instanceof EventRefused)) throw error;
        const state = this.#state();
        const failures = reading.failures + 1;
        const nextReadMs = Date.now() + pauseMs(failures, error.retryAfterMs, Math.min(everyMs, RECOVERY_MS));
        this.#keep({ ...state, reading: { ...reading, failures, message: error.message, nextReadMs } });
        log('warn', 'The news of a system could not be read', { ...this.#ids(), cause: error.message });
        return;
      }
    }
  }

  #sink(wanted: WantedEvent, nowMs: number) {
    return {
      see: (key: string, place: number | null) => this.#store.see(key, place),
      forgetSeenBefore: (place: number) => this.#store.forgetSeenBefore(place),
      add: (key: string, payload: unknown) => this.#store.addWaiting(key, runIdOfEvent(wanted, key, nowMs), payload),
    };
  }

  /** Starts a run for each event that was read, in their order. */
  async #startWaiting(): Promise<void> {
    for (let starts = 0; starts < STARTS_A_TURN; starts += 1) {
      const { wanted, startProblem } = this.#state();
      const event = this.#store.firstWaiting();
      if (!wanted || !event || (startProblem && startProblem.nextMs > Date.now())) return;
      try {
        await inTime(this.#start(wanted, event), START_MS, 'The run shard did not answer in time');
      } catch (error) {
        const refused =
          error instanceof EventRefused
            ? error
            : new EventRefused('The run of an event could not be started just now.', { retryable: true });
        log('warn', 'The run of an event could not be started', { ...this.#ids(), runId: event.runId, cause: causeOf(error) });
        this.#keep({ ...this.#state(), startProblem: problemAfter(startProblem, refused, Date.now()) });
        return;
      }
      this.#store.removeWaiting(event);
      if (startProblem) this.#keep({ ...this.#state(), startProblem: null });
    }
  }

  async #start(wanted: WantedEvent, event: WaitingEvent): Promise<void> {
    const admission = await admitFire(this.env, wanted.ownerUserId);
    if (!admission.isAdmitted) throw new EventRefused(admission.message, { retryable: true });
    const ports = {
      // The stub's own type turns `unknown` values into `never`; every value of RunShardRpc can be cloned.
      shard: (name: string) => this.env.RUN_SHARDS.get(this.env.RUN_SHARDS.idFromName(name)) as unknown as RunShardRpc,
      loadVersion: () => this.#version(wanted),
      renewRunId: async () => {
        const runId = runIdOfEvent(wanted, event.key, Date.now());
        this.#store.changeRunId(event, runId);
        await this.ctx.storage.sync();
        return runId;
      },
    };
    const refused = await startEventRun(ports, wanted, event, this.#store.payloadOf(event), admission.quota);
    if (refused !== null) log('warn', 'An event cannot start a run', { ...this.#ids(), runId: event.runId, cause: refused });
  }

  async #version({ ownerUserId, versionId, workflowId }: WantedEvent) {
    const version = await workflowVersionRepository(connectHttp(this.env)).find(ownerUserId, versionId);
    if (!version) throw new Error(`Version ${versionId} does not exist`);
    const { name, loggingMode, steps } = version;
    return { versionId, workflowId, ownerUserId, name, loggingMode, steps };
  }

  /** The subscription's own, that of an attempt under way, and for a while that of the one before. */
  async #ownSecrets({ subscription, attempt }: EventState): Promise<string[]> {
    const { previousSecret } = subscription ?? {};
    const previous = previousSecret && Date.now() < previousSecret.untilMs ? previousSecret.sealed : null;
    const sealed = [subscription?.sealedSecret, attempt?.sealedSecret, previous].filter((one) => typeof one === 'string');
    return Promise.all(sealed.map((one) => this.#open(one)));
  }

  /** What the type or the connector says, read anew now and then: both can be changed at any time. */
  async #sharedSecrets(wanted: WantedEvent): Promise<string[]> {
    const { connectorId, ownerUserId, definition, fingerprint } = wanted;
    const known = this.#shared;
    if (known && known.fingerprint === fingerprint && Date.now() - known.readAtMs < SHARED_SECRET_MS) return known.secrets;
    const record = await findConnection(connectHttp(this.env), connectorId);
    const secret = record?.connector.userId === ownerUserId ? await secretOf({ box: this.#secretBox() }, record, definition) : null;
    const secrets = secret === null ? [] : [secret];
    this.#shared = { fingerprint, secrets, readAtMs: Date.now() };
    return secrets;
  }

  #ports(ownerUserId: string, isRemoval = false): SubscriptionPorts {
    const signal = new AbortController().signal;
    return {
      connection: (connectorId) => {
        const stub = this.#connection(connectorId);
        return {
          lease: (request) => stub.lease({ ...request, ownerUserId, connectorId, isRemoval }),
          reportRateLimit: (retryAfterMs) => stub.reportRateLimit({ ownerUserId, retryAfterMs }),
        };
      },
      send: (request) => sendThroughEgress(this.env.EGRESS, request, signal),
      documents: documentLibrary(this.env.FILES),
      nowMs: () => Date.now(),
      newId,
      seal: (secret) => this.#secretBox().seal(this.#place(), secret),
      open: (sealed) => this.#open(sealed),
      connectorFields: async (connectorId) => {
        const record = await findConnection(connectHttp(this.env), connectorId);
        if (record?.connector.userId !== ownerUserId)
          throw new EventRefused('The connector was not found: choose one of yours in the trigger.');
        return (await fieldsOf({ box: this.#secretBox() }, record)).fields;
      },
    };
  }

  /** Empties the disk once nothing is left to do. */
  async #leaveNothing(): Promise<EventStatus> {
    const state = this.#store.read();
    const status = statusOf(state, this.#store.waitingCount());
    if (state && !state.wanted && !state.problem && state.removals.length === 0) {
      this.#store.forget();
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
    }
    return status;
  }

  /** One after the other: each finds what the one before left. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turns.then(work);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  #state(): EventState {
    const state = this.#store.read();
    if (!state) throw new Error('The event was forgotten meanwhile');
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

  #ids() {
    const state = this.#store.read();
    return { workflowId: state?.workflowId };
  }

  #place(): string {
    return `event:${this.ctx.id.toString()}`;
  }

  #open(sealed: string): Promise<string> {
    return this.#secretBox().open(this.#place(), sealed);
  }

  #secretBox(): SecretBox {
    this.#box ??= new SecretBox(parseKeyRing(this.env.CONNECTOR_KEYS));
    return this.#box;
  }
}

function newId(): string {
  return crypto.randomUUID();
}
