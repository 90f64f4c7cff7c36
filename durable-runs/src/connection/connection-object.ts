import { DurableObject } from 'cloudflare:workers';
import type {
  BeginAuthorizationRequest,
  BeginAuthorizationResult,
  ConnectionCallRequest,
  ConnectionCallResult,
  ConnectionObjectRpc,
  FinishAuthorizationRequest,
  FinishAuthorizationResult,
  OwnerId,
  TestConnectionResult,
} from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { connectHttp, findConnection, noteConnection, parseKeyRing, SecretBox } from '@portage/database';
import { countWords } from '@portage/primitives/count-words';
import { cutText } from '@portage/primitives/cut-text';
import { inTime } from '@portage/primitives/in-time';
import { decodeJsonText } from '@portage/primitives/wire';
import type { EgressResult } from '../egress/egress-message.ts';
import { parseRetryAfterMs } from '../egress/retry-after.ts';
import { sendThroughEgress } from '../egress/send-through-egress.ts';
import type { Env } from '../env.ts';
import { objectNamed } from '../object-named.ts';
import { showsSign } from './answer-signs.ts';
import { beginAuthorization, type FlowPorts, finishAuthorization, takeAuthorization } from './authorization-flow.ts';
import { authorizedCall } from './authorized-call.ts';
import type { ConnectionProfile } from './connection-profile.ts';
import { CredentialsMark } from './credentials-mark.ts';
import { healthCheckRequest, judgeHealth, refusedCredentials } from './health-check.ts';
import { CachedConnection, connectorNotFound } from './known-connection.ts';
import {
  type ConnectionLease,
  ConnectionRefused,
  type CredentialsReport,
  type LeaseRequest,
  type LeaseResult,
  type LeasingConnection,
  type RateLimitReport,
} from './lease.ts';
import { type Alerting, LeaseMaker } from './lease-maker.ts';
import { NO_PACING, type PacingState, slowDown, takeSlots } from './pacing.ts';
import { Retirement } from './retirement.ts';
import { hasExpired, sendWithConnection } from './send-with-connection.ts';
import { TokenKeeper } from './token-keeper.ts';
import { TokenStore } from './token-store.ts';

/** The longest a call waits for its slot. If it would wait longer, it's refused with the time it would have waited. */
const LONGEST_WAIT_MS = 20_000;
/** The longest a person who deletes a connector waits for its webhooks to be removed. */
const REMOVAL_MS = 15_000;
const PACING = 'pacing';

/**
 * The connection of one connector (docs/architecture.md): hands out leases, keeps tokens fresh, and delays calls when the system
 * asks for it.
 */
export class ConnectionObject extends DurableObject<Env> implements ConnectionObjectRpc, LeasingConnection {
  readonly #store: TokenStore;
  readonly #keeper: TokenKeeper;
  readonly #retirement: Retirement;
  readonly #flow: FlowPorts;
  readonly #mark: CredentialsMark;
  readonly #known: CachedConnection;
  readonly #leases: LeaseMaker;
  #box: SecretBox | null = null;
  #pacing: PacingState;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { kv } = ctx.storage;
    this.#retirement = new Retirement(kv);
    this.#store = new TokenStore(kv, () => this.#secretBox(), ctx.id.toString());
    this.#mark = new CredentialsMark(env, () => this.#known.forget());
    const ports = {
      now: () => Date.now(),
      wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
      randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
      send: (request: Parameters<FlowPorts['send']>[0]) => sendThroughEgress(env.EGRESS, request, new AbortController().signal),
      sync: () => ctx.storage.sync(),
    };
    this.#keeper = new TokenKeeper(this.#store, {
      ...ports,
      onProblem: (profile, message) => this.#mark.set(profile, { message, isSignInGone: true, isAlerted: true }),
    });
    this.#flow = { ...ports, store: this.#store, keeper: this.#keeper };
    this.#known = new CachedConnection({
      now: ports.now,
      find: (connectorId) => findConnection(connectHttp(env), connectorId),
      retired: () => this.#retirement.record,
      secretBox: () => this.#secretBox(),
    });
    this.#leases = new LeaseMaker({ kv, known: this.#known, store: this.#store, keeper: this.#keeper, mark: this.#mark });
    this.#pacing = kv.get<PacingState>(PACING) ?? NO_PACING;
  }

  async lease(request: LeaseRequest): Promise<LeaseResult> {
    return this.#leaseTo(request, { isAlerted: true });
  }

  #leaseTo(
    { ownerUserId, connectorId, expiredRevision, calls = 1, omitsUnfilledKeys = false, isRemoval = false }: LeaseRequest,
    { isAlerted }: Alerting,
  ): Promise<LeaseResult> {
    return this.#answering({ connectorId }, async () => {
      const options = { omitsUnfilledKeys, isRemoval, isAlerted };
      const lease = await this.#leases.make(ownerUserId, connectorId, expiredRevision ?? null, options);
      if (calls === 0) return { outcome: 'leased', lease };
      const { state, waitsMs } = takeSlots(this.#pacing, Date.now(), LONGEST_WAIT_MS, calls);
      this.#pacing = state;
      const [waitMs = 0, ...more] = waitsMs;
      if (waitMs > LONGEST_WAIT_MS) return waitLonger(lease, waitMs);
      if (waitMs > 0) await this.#flow.wait(waitMs);
      return { outcome: 'leased', lease, ...(calls > 1 ? { moreWaitsMs: more.map((ms) => ms - waitMs) } : {}) };
    });
  }

  async reportRateLimit({ ownerUserId, retryAfterMs }: RateLimitReport): Promise<void> {
    const { last } = this.#known;
    if (last && last.profile.ownerUserId !== ownerUserId) return;
    this.#pacing = slowDown(this.#pacing, retryAfterMs, Date.now());
    this.ctx.storage.kv.put(PACING, this.#pacing);
  }

  async reportCredentials(report: CredentialsReport): Promise<void> {
    await this.#noteCredentials(report, { isAlerted: true });
  }

  async #noteCredentials({ ownerUserId, connectorId, revision, refusedStatus }: CredentialsReport, { isAlerted }: Alerting): Promise<void> {
    await this.#mark.inTurn(connectorId, async () => {
      const isNoted = (profile: ConnectionProfile) => (profile.problem === null) === (refusedStatus === null);
      const profile = await this.#known.profileOf(ownerUserId, connectorId);
      if (isNoted(profile)) return;
      // The response says nothing about credentials that were saved in the meantime.
      const now = await this.#known.read(connectorId);
      if (!now || isNoted(now.profile) || revision !== (await this.#leases.revisionOf(now))) return;
      if (refusedStatus === null) return this.#mark.clear(now.profile);
      await this.#mark.set(now.profile, { message: refusedCredentials(now.profile, refusedStatus), isSignInGone: false, isAlerted });
    });
  }

  async beginAuthorization(request: BeginAuthorizationRequest): Promise<BeginAuthorizationResult> {
    return this.#answering(request, async () => {
      this.#known.forget();
      return beginAuthorization(await this.#known.profileOf(request.ownerUserId, request.connectorId), request, this.#flow);
    });
  }

  async finishAuthorization(request: FinishAuthorizationRequest): Promise<FinishAuthorizationResult> {
    const { connectorId } = request;
    return this.#answering({ connectorId }, async () => {
      const found = await this.#known.read(connectorId);
      if (!found) throw connectorNotFound();
      const { profile } = found;
      const { ownerUserId, settings } = profile;
      const db = connectHttp(this.env);
      // Outside the try block: anybody can call with any state, and must not change what the owner sees of the connector.
      const pending = await takeAuthorization(profile, request, this.#flow);
      try {
        const other = await finishAuthorization(profile, request.query, pending, this.#flow);
        const realmId = settings.realmIdParameter ? other[settings.realmIdParameter] : undefined;
        const state = {
          connectedAt: new Date(),
          connectionProblem: null,
          testedAt: null,
          ...(realmId ? { realmId: cutText(realmId, 500) } : {}),
        };
        await noteConnection(db, ownerUserId, connectorId, state);
        this.#known.forget();
        return { outcome: 'connected' };
      } catch (error) {
        // A connection that worked before stays connected.
        const isConnected = (await this.#store.tokens()) !== null && this.#store.problem === null;
        if (error instanceof ConnectionRefused && !isConnected) {
          await noteConnection(db, ownerUserId, connectorId, { connectedAt: null, connectionProblem: error.message });
        }
        throw error;
      }
    });
  }

  async testConnection({ ownerUserId, connectorId }: { ownerUserId: OwnerId; connectorId: string }): Promise<TestConnectionResult> {
    const result = await this.#answering({ connectorId }, async () => {
      this.#known.forget();
      const profile = await this.#known.profileOf(ownerUserId, connectorId);
      const lease = await this.#leases.make(ownerUserId, connectorId, null);
      const first = await this.#check(profile, lease);
      if (!hasExpired(lease, first)) return this.#judged(profile, lease, first);
      const renewed = await this.#leases.make(ownerUserId, connectorId, lease.revision);
      return this.#judged(profile, renewed, renewed.revision === lease.revision ? first : await this.#check(profile, renewed));
    });
    if (!('outcome' in result)) return result;
    await this.#mark.inTurn(connectorId, () => noteConnection(connectHttp(this.env), ownerUserId, connectorId, { testedAt: null }));
    return { isSuccess: false, message: result.message };
  }

  /** Judges the response to a test call and stores the result. */
  async #judged(profile: ConnectionProfile, lease: ConnectionLease, answer: EgressResult): Promise<TestConnectionResult> {
    const { ownerUserId, connectorId } = profile;
    const result = judgeHealth(profile, lease, answer);
    await this.#mark.inTurn(connectorId, async () => {
      if (result.isSuccess) await this.#mark.clear(profile);
      else if (hasExpired(lease, answer)) await this.#mark.set(profile, { message: result.message, isSignInGone: false, isAlerted: false });
      else await noteConnection(connectHttp(this.env), ownerUserId, connectorId, { testedAt: null });
    });
    return result;
  }

  async call({ ownerUserId, connectorId, request, omitsUnfilledKeys = false }: ConnectionCallRequest): Promise<ConnectionCallResult> {
    return this.#answering({ connectorId }, async () => {
      const connection = {
        lease: (wanted: { expiredRevision?: number }) =>
          this.#leaseTo({ ownerUserId, connectorId, omitsUnfilledKeys, ...wanted }, { isAlerted: false }),
        reportRateLimit: (retryAfterMs: number | null) => this.reportRateLimit({ ownerUserId, retryAfterMs }),
        reportCredentials: (report: Pick<CredentialsReport, 'revision' | 'refusedStatus'>) =>
          this.#noteCredentials({ ...report, ownerUserId, connectorId }, { isAlerted: false }),
      };
      const ports = { connection: () => connection, send: this.#flow.send };
      const sent = await sendWithConnection(ports, connectorId, { ...request, systemHeaders: {} });
      if (sent.kind === 'refused') return { outcome: 'refused', message: sent.message, retryable: sent.retryable };
      const { answer, secrets, url } = sent;
      if (!answer.ok) return { outcome: 'refused', message: secrets.redactText(answer.message), retryable: answer.retryable };
      const { status } = answer;
      const headers = secrets.redactValue(answer.headers) as Record<string, string>;
      const decoded = decodeJsonText(answer.body, answer.headers['content-type']);
      if (!decoded.ok && status < 400) {
        return { outcome: 'refused', message: `The response cannot be read as text. ${decoded.message}`, retryable: false };
      }
      return { outcome: 'answered', status, headers, url, body: decoded.ok ? secrets.redactText(decoded.text) : '' };
    });
  }

  async changed(): Promise<void> {
    this.#known.forget();
    this.#leases.noteChange();
  }

  async hold(workflowId: string): Promise<void> {
    this.#retirement.hold(workflowId);
    await this.ctx.storage.sync();
  }

  async release(workflowId: string): Promise<void> {
    this.#retirement.release(workflowId);
    if (this.#retirement.record) await this.forget();
  }

  async retire(connectorId: string): Promise<void> {
    const record = this.#retirement.holders.length > 0 ? await findConnection(connectHttp(this.env), connectorId) : null;
    if (!record) return;
    this.#retirement.keep(record);
    await this.ctx.storage.sync();
    const removed = this.#retirement.holders.map((workflowId) => {
      return inTime(
        objectNamed(this.env.EVENTS, workflowId).removeNow(connectorId),
        REMOVAL_MS,
        () => new Error('The removal continues in the background'),
      );
    });
    // If a removal fails now, the event objects that still hold the connection retry it.
    await Promise.allSettled(removed);
  }

  async forget(): Promise<void> {
    this.#known.forget();
    if (this.#retirement.record && this.#retirement.holders.length > 0) return;
    this.#pacing = NO_PACING;
    this.#store.forget();
    await this.ctx.storage.deleteAll();
  }

  async #check(profile: ConnectionProfile, lease: ConnectionLease) {
    const { now, randomBytes, send } = this.#flow;
    const call = await authorizedCall(healthCheckRequest(profile, lease), lease, { nowMs: now(), randomBytes, subtle: crypto.subtle });
    const response = await send(call);
    if (response.ok && (response.status === 429 || showsSign(lease.rateLimitSigns, response))) {
      const retryAfterMs = parseRetryAfterMs(response.headers['retry-after'] ?? null, now());
      await this.reportRateLimit({ ownerUserId: profile.ownerUserId, retryAfterMs });
    }
    return response;
  }

  async reseal(): Promise<void> {
    await this.#store.reseal();
    await this.#retirement.reseal(() => this.#secretBox());
  }

  #secretBox(): SecretBox {
    this.#box ??= new SecretBox(parseKeyRing(this.env.CONNECTOR_KEYS));
    return this.#box;
  }

  /** Turns errors into a result: they lose their class between Workers and may contain secrets. */
  async #answering<Result>(
    { connectorId }: { connectorId: string },
    work: () => Promise<Result>,
  ): Promise<Result | { outcome: 'refused'; message: string; retryable: boolean }> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ConnectionRefused) return { outcome: 'refused', message: error.message, retryable: error.retryable };
      log('error', 'A connection failed', { connectorId, cause: formatErrorCauses(error) });
      return { outcome: 'refused', message: 'The connection can’t be used right now. Please try again later.', retryable: true };
    }
  }
}

function waitLonger({ connectorName }: ConnectionLease, waitMs: number): LeaseResult {
  const seconds = Math.ceil(waitMs / 1_000);
  const wait = seconds < 120 ? countWords(seconds, 'second') : countWords(Math.ceil(seconds / 60), 'minute');
  const message = `The system behind the connector "${connectorName}" asked to wait: the next call can be made in ${wait}.`;
  return { outcome: 'refused', message, retryable: true, retryAfterMs: waitMs };
}
