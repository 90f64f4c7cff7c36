import type { EventDefinition, EventMode } from '@portage/connectors/events';
import type { OwnerId } from '@portage/contracts';
import { HOUR_MS } from '@portage/primitives/durations';
import type { FurtherPage } from './event-call.ts';

/** The event that a workflow listens for, as defined by its version, its connector and its connector type. */
export interface WantedEvent {
  workflowId: string;
  ownerUserId: OwnerId;
  versionId: string;
  isTest: boolean;
  /** When a test's window closes. */
  untilMs: number | null;
  connectorId: string;
  connectorName: string;
  eventId: string;
  definition: EventDefinition;
  mode: EventMode;
  /** Name of the signature scheme; null: none is set. */
  scheme: string | null;
  documentId: string;
  webhookUrl: string;
  /** Parameters from the mappings, such as `body.owner`. */
  parameters: Record<string, unknown>;
  /** Covers everything a subscription depends on: the same text means the same subscription. */
  fingerprint: string;
}

type SubscribedMember = 'fingerprint' | 'connectorId' | 'documentId' | 'definition' | 'webhookUrl' | 'parameters';

export interface Subscription extends Pick<WantedEvent, SubscribedMember> {
  /** Null if nothing is registered: the event is polled, or set up by hand. */
  subscriptionId: string | null;
  kept: Record<string, unknown>;
  /** Sealed; null: the type or the connector has the secret. */
  sealedSecret: string | null;
  /** Secret of the previous subscription, whose calls may still be on their way. */
  previousSecret: { sealed: string; untilMs: number } | null;
  renewsAtMs: number | null;
}

/** An attempt to register, stored before it's made. */
export interface Attempt {
  fingerprint: string;
  /** The same for every repetition, so the system can recognize it. */
  id: string;
  sealedSecret: string | null;
  /** The call was sent, but its outcome is unknown. */
  isUnknown: boolean;
}

/** A subscription that is no longer needed. */
export interface Removal {
  id: string;
  ownerUserId: OwnerId;
  /** `subscriptionId` is null for one an attempt may have left: it's searched for. */
  subscription: Subscription;
  attempts: number;
  nextMs: number;
  sinceMs: number;
}

/** A poll in progress. It continues where it was, whatever happens in between. */
export interface Round {
  /** The position reached when it began. */
  from: number | null;
  /** The next page to request; null: the first one. */
  page: FurtherPage | null;
  /** When it began, by the system's clock if known; null: nothing requested yet. */
  beganAt: number | null;
  /** Requested from exactly here, without an overlap; null: from `from`, minus the overlap. */
  exact: number | null;
  /** The position of its first item. */
  first: number | null;
  largest: number | null;
}

export interface ReadingState {
  fingerprint: string;
  /** Nothing before this instant is new. */
  startedAt: number | null;
  /** The largest position read so far: instants in ms, or ids. */
  reached: number | null;
  /** The newest cursor from the system, if the system provides cursors. */
  cursor: string | null;
  /** The first poll is done. */
  hasBegun: boolean;
  round: Round | null;
  lastReadMs: number | null;
  nextReadMs: number | null;
  failures: number;
  /** Why the last poll failed. */
  message: string | null;
}

export interface EventProblem {
  message: string;
  retryable: boolean;
  /** Absent in values stored by older versions. */
  isUnauthorized?: boolean;
  attempts: number;
  nextMs: number;
}

/** Everything the object stores except the events that were read. */
export interface EventState {
  workflowId: string;
  publicOrigin: string;
  wanted: WantedEvent | null;
  subscription: Subscription | null;
  attempt: Attempt | null;
  removals: Removal[];
  reading: ReadingState | null;
  problem: EventProblem | null;
  /** Why events that were read couldn't be started. */
  startProblem: EventProblem | null;
  /** How many times the system announced news. */
  pings: number;
  /** When the object next checks the database by itself. */
  nextCheckMs: number;
}

export function newEventState(workflowId: string, publicOrigin: string): EventState {
  return {
    workflowId,
    publicOrigin,
    wanted: null,
    subscription: null,
    attempt: null,
    removals: [],
    reading: null,
    problem: null,
    startProblem: null,
    pings: 0,
    nextCheckMs: 0,
  };
}

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = HOUR_MS;

/** The pause after this many failures in a row, or the pause the system asks for if that is longer. */
export function pauseMs(failures: number, askedMs: number | null = null, leastMs = FIRST_PAUSE_MS): number {
  const grown = Math.min(leastMs * 2 ** Math.max(0, failures - 1), Math.max(leastMs, LONGEST_PAUSE_MS));
  return Math.max(grown, Math.min(askedMs ?? 0, 24 * LONGEST_PAUSE_MS));
}

/** When the object next has something to do; null: never. */
export function wakeAt(state: EventState, waitingEvents: number): number | null {
  const { wanted, subscription, reading, problem, startProblem, removals, nextCheckMs } = state;
  const times = [
    ...removals.map(({ nextMs }) => nextMs),
    ...(wanted || problem ? [nextCheckMs, problem?.nextMs] : []),
    ...(wanted ? [wanted.untilMs, subscription?.renewsAtMs] : []),
    ...(wanted && subscription ? [reading?.nextReadMs] : []),
    ...(wanted && waitingEvents > 0 ? [startProblem?.nextMs ?? 0] : []),
  ].filter((time) => typeof time === 'number');
  return times.length > 0 ? Math.min(...times) : null;
}
