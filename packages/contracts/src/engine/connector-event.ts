/**
 * How an event gets here: a person set it up at the system, Portage registered it there, it is registered and its calls only say
 * that there is news, or the system is asked now and then.
 */
export type EventMode = 'by-hand' | 'registered' | 'fetched' | 'polled';

/** Where something of a call stands (docs/openapi-documents.md, "Events"). */
interface CallPlace {
  in: 'header' | 'query' | 'body' | 'item';
  name: string;
}

export interface SyncEventRequest {
  workflowId: string;
  /** Origin under which systems reach the webhook address. */
  publicOrigin: string;
}

/** The state of a workflow's connector event. */
export interface EventStatus {
  /** `off`: nothing is listened for; `failing`: events may not arrive, `message` says why and it is tried again. */
  state: 'off' | 'listening' | 'failing';
  /** How the event gets here; null while nothing is listened for. */
  mode: EventMode | null;
  /** For a person. */
  message: string | null;
  /** Whether the problem may pass by itself. */
  retryable: boolean;
  /** The system does not let the connector do this: its credentials have run out or lack a right. */
  isUnauthorized: boolean;
  /** Of events that are read: when that was done last, and when it is done next. ISO 8601. */
  lastReadAt: string | null;
  nextReadAt: string | null;
  /** When the subscription is renewed. */
  renewsAt: string | null;
  /** Events that were read and wait for their runs. */
  waitingEvents: number;
  /** Subscriptions at the system that are still to be removed. */
  pendingRemovals: number;
}

/** The facts that the receiver of webhook calls needs. */
export interface EventReceiver {
  /** Name of the signature scheme; null: none is set, so nothing is accepted. */
  scheme: string | null;
  /** All that count now; none: nothing is accepted. */
  secrets: string[];
  /** Which calls are the event. */
  definition: {
    match: readonly (CallPlace & { equals: readonly string[] })[];
    deliveryId?: CallPlace;
    items?: { path: string; idPath?: string };
  };
  /** A call only says that there is news; `fetchNews` reads it. */
  isFetched: boolean;
}

/** One `EventObject` Durable Object: what one workflow listens for, found by the workflow's id as its name. */
export interface EventObjectRpc {
  /** Reads from the database what should be listened for, and brings it about at the system. */
  sync(request: SyncEventRequest): Promise<EventStatus>;
  /**
   * The same, unless the object listens for this version already (null: for nothing). Without an address it keeps the one it was
   * asked under before. @returns whether they differed
   */
  check(workflowId: string, versionId: string | null, publicOrigin?: string): Promise<boolean>;
  status(): Promise<EventStatus>;
  /** Null: nothing is listened for. */
  receiver(): Promise<EventReceiver | null>;
  /** Reads the newest records of the system; returns once the reading is certain to happen. */
  fetchNews(): Promise<void>;
  /** A subscription through this connector that is to be removed is removed now, if the system lets it. */
  removeNow(connectorId: string): Promise<void>;
  /** Seals values again that an older key sealed. */
  reseal(): Promise<void>;
}
