import { formatErrorCauses, log } from '@portage/contracts/log';
import type { EgressRequest, EgressResult } from '../egress/egress-message.ts';
import { parseRetryAfterMs } from '../egress/retry-after.ts';
import { RunSecrets } from '../secrets/run-secrets.ts';
import { showsSign } from './answer-signs.ts';
import { authorizedCall, resolveUrl } from './authorized-call.ts';
import { type ConnectionLease, ConnectionRefused, type CredentialsReport, type LeasingConnection } from './lease.ts';

type ConnectedResult =
  /**
   * `typeName`: of the system. `secrets`: must be redacted from the response before it's stored. `url`: where the call went. `isExpired`: the response says
   * the credential isn't accepted, whatever its status, and no newer one helped.
   */
  | { kind: 'answer'; answer: EgressResult; typeName: string; url: string; secrets: RunSecrets; isExpired: boolean }
  | { kind: 'refused'; message: string; retryable: boolean; retryAfterMs: number | null };

/**
 * Makes a call with a connector: with a lease, and only to the connector's own hosts (HOSTILE 22). If the response says the
 * credential has expired, the call is repeated once with a newer one. If it says there were too many calls, every run of the
 * connector is slowed down. The request passed in contains no secret and can be shown.
 *
 * @param wanted the request, or a function that makes it once the lease exists; its errors are rethrown unchanged.
 * @param check throws ConnectionRefused for a request this connector must not make.
 */
export async function sendWithConnection(
  context: ConnectionPorts,
  connectorId: string,
  wanted: EgressRequest | ((lease: ConnectionLease) => Promise<EgressRequest>),
  check: (lease: ConnectionLease) => void = () => undefined,
): Promise<ConnectedResult> {
  const connection = context.connection(connectorId);
  const first = await connection.lease({});
  if (first.outcome === 'refused') return { kind: 'refused', ...first, retryAfterMs: first.retryAfterMs ?? null };
  let { lease } = first;
  const handedOut = [...lease.secrets];
  const request = typeof wanted === 'function' ? await wanted(lease) : wanted;
  try {
    check(lease);
    let response = await callOnce(context, connection, lease, request);
    if (hasExpired(lease, response)) {
      const again = await connection.lease({ expiredRevision: lease.revision });
      if (again.outcome === 'refused') return { kind: 'refused', ...again, retryAfterMs: again.retryAfterMs ?? null };
      if (again.lease.revision !== lease.revision) {
        lease = again.lease;
        handedOut.push(...lease.secrets);
        response = await callOnce(context, connection, lease, request);
      }
    }
    const isExpired = hasExpired(lease, response);
    if (response.ok && (isExpired || (lease.isMarkedBroken && isGood(response.status)))) {
      await report(connection, lease, isExpired ? response.status : null);
    }
    const secrets = toRunSecrets(handedOut, lease);
    return { kind: 'answer', answer: response, typeName: lease.typeName, url: resolveUrl(lease, request.url), secrets, isExpired };
  } catch (error) {
    if (error instanceof ConnectionRefused)
      return { kind: 'refused', message: error.message, retryable: error.retryable, retryAfterMs: null };
    throw error;
  }
}

/** Calls with the same lease share these, because finding every written form of a secret takes time. */
const secretsOfLease = new WeakMap<ConnectionLease, RunSecrets>();

function toRunSecrets(handedOut: readonly string[], lease: ConnectionLease): RunSecrets {
  const isAll = handedOut.length === lease.secrets.length;
  const secrets = (isAll ? secretsOfLease.get(lease) : undefined) ?? RunSecrets.ofValues(handedOut);
  if (isAll) secretsOfLease.set(lease, secrets);
  return secrets;
}

/** How a run's step, or the connection itself, makes a call with a connector. */
export interface ConnectionPorts {
  connection(connectorId: string): StepConnection;
  send(request: EgressRequest): Promise<EgressResult>;
}

export interface StepConnection {
  lease(request: { expiredRevision?: number }): ReturnType<LeasingConnection['lease']>;
  reportRateLimit(retryAfterMs: number | null): Promise<void>;
  reportCredentials(report: Pick<CredentialsReport, 'revision' | 'refusedStatus'>): Promise<void>;
}

async function callOnce(
  context: ConnectionPorts,
  connection: StepConnection,
  lease: ConnectionLease,
  request: EgressRequest,
): Promise<EgressResult> {
  const ports = {
    // The engine's clock stands still within a step, but a signature needs the current time.
    nowMs: Date.now(),
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    subtle: crypto.subtle,
  };
  const answer = await context.send(await authorizedCall(request, lease, ports));
  if (answer.ok && isLimited(lease, answer)) {
    await connection.reportRateLimit(parseRetryAfterMs(answer.headers['retry-after'] ?? null, Date.now()));
  }
  return answer;
}

/** Never fails the call: it has its response even if the report is lost, and the next call reports again. */
async function report(connection: StepConnection, { connectorId, revision }: ConnectionLease, refusedStatus: number | null): Promise<void> {
  await connection.reportCredentials({ revision, refusedStatus }).catch((error: unknown) => {
    log('warn', 'The result of a call could not be recorded for its credentials', { connectorId, cause: formatErrorCauses(error) });
  });
}

/** Whether the system rejects the credentials. A 403 is about one record or permission and says nothing about them. */
export function hasExpired(lease: ConnectionLease, answer: EgressResult): boolean {
  return answer.ok && (answer.status === 401 || showsSign(lease.expirySigns, answer));
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Whether there were too many calls. A 503 with Retry-After means the same (RFC 9110 15.6.4). */
export function isLimited(lease: ConnectionLease, answer: Extract<EgressResult, { ok: true }>): boolean {
  if (answer.status === 429) return true;
  return (answer.status === 503 && answer.headers['retry-after'] !== undefined) || showsSign(lease.rateLimitSigns, answer);
}
