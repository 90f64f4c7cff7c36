import type { EventDefinition, EventMode } from '@portage/connectors/events';
import { HOUR_MS } from '@portage/primitives/durations';
import type { FurtherPage } from './event-call.ts';

/** The event that a workflow listens for, as its version, its connector and its connector type define it. */
export interface WantedEvent {
  workflowId: string;
  ownerUserId: string;
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
  /** Parameters as the mappings give them: `body.owner`. */
  parameters: Record<string, unknown>;
  /** Of everything that a subscription depends on: the same text, the same subscription. */
  fingerprint: string;
}

/** The subscription at the system. */
export interface Subscription {
  fingerprint: string;
  connectorId: string;
  documentId: string;
  definition: EventDefinition;
  webhookUrl: string;
  parameters: Record<string, unknown>;
  /** Null where nothing is registered: the event is polled, or set up by hand. */
  subscriptionId: string | null;
  kept: Record<string, unknown>;
  /** Sealed; null: the type or the connector has the secret. */
  sealedSecret: string | null;
  /** Of the subscription before this one: its calls may still be on their way. */
  previousSecret: { sealed: string; untilMs: number } | null;
  renewsAtMs: number | null;
}

/** An attempt to register, written down before it is made. */
export interface Attempt {
  fingerprint: string;
  /** The same for every repetition, so that the system may know it again. */
  id: string;
  sealedSecret: string | null;
  /** The call was sent and its outcome never learnt. */
  isUnknown: boolean;
}

/** A subscription that is no longer needed. */
export interface Removal {
  id: string;
  ownerUserId: string;
  /** `subscriptionId` is null for one that an attempt may have left: it is looked for. */
  subscription: Subscription;
  attempts: number;
  nextMs: number;
  sinceMs: number;
}

/** A reading under way: it goes on where it stood, whatever happens in between. */
export interface Round {
  /** The place that was reached when it began. */
  from: number | null;
  /** The next page to ask for; null: the first one. */
  page: FurtherPage | null;
  /** When it began, by the system's clock where that is known; null: not asked yet. */
  beganAt: number | null;
  /** Asked from exactly here, without an overlap; null: from `from`, less the overlap. */
  exact: number | null;
  /** The place of its first item. */
  first: number | null;
  /** The largest place seen so far. */
  largest: number | null;
}

export interface ReadingState {
  fingerprint: string;
  /** Nothing that lies before it is news. */
  startedAt: number | null;
  /** The largest place that was read up to: instants in ms, or ids. */
  reached: number | null;
  /** The newest cursor from the system, where the system makes cursors itself. */
  cursor: string | null;
  /** The first reading is over. */
  hasBegun: boolean;
  round: Round | null;
  lastReadMs: number | null;
  nextReadMs: number | null;
  failures: number;
  /** Why the last one failed. */
  message: string | null;
}

/** Why events may not arrive. */
export interface EventProblem {
  message: string;
  retryable: boolean;
  /** Absent in what older versions have stored. */
  isUnauthorized?: boolean;
  attempts: number;
  nextMs: number;
}

/** Everything the object remembers but the events that were read. */
export interface EventState {
  workflowId: string;
  publicOrigin: string;
  wanted: WantedEvent | null;
  subscription: Subscription | null;
  attempt: Attempt | null;
  removals: Removal[];
  reading: ReadingState | null;
  problem: EventProblem | null;
  /** Events that were read could not be started. */
  startProblem: EventProblem | null;
  /** How often the system said that there is news. */
  pings: number;
  /** When the object asks the database again by itself. */
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

/** The pause after this many failures in a row, or the pause that the system asks for if that is longer. */
export function pauseMs(failures: number, askedMs: number | null = null, leastMs = FIRST_PAUSE_MS): number {
  const grown = Math.min(leastMs * 2 ** Math.max(0, failures - 1), Math.max(leastMs, LONGEST_PAUSE_MS));
  return Math.max(grown, Math.min(askedMs ?? 0, 24 * LONGEST_PAUSE_MS));
}

/** When the object has to do something next; null: never. */
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
