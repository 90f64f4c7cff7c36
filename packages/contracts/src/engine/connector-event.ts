/** Set up at the system by a person, registered by Portage, registered but its calls only announce news, or polled. */
export type EventMode = 'by-hand' | 'registered' | 'fetched' | 'polled';

/** Where a value is found in a call (docs/openapi-documents.md, "Events"). */
interface CallLocation {
  in: 'header' | 'query' | 'body' | 'item';
  name: string;
}

export interface SyncEventRequest {
  workflowId: string;
  /** Origin at which systems reach the webhook address. */
  publicOrigin: string;
}

export interface EventStatus {
  /** `off`: not listening; `failing`: events may not arrive, `message` says why, and it is retried. */
  state: 'off' | 'listening' | 'failing';
  /** Null while not listening. */
  mode: EventMode | null;
  /** For a person. */
  message: string | null;
  /** Whether the problem may resolve by itself. */
  retryable: boolean;
  /** The system doesn't allow the connector this: its credentials have expired or lack a permission. */
  isUnauthorized: boolean;
  /** For events that are read: the last and the next reading. ISO 8601. */
  lastReadAt: string | null;
  nextReadAt: string | null;
  renewsAt: string | null;
  /** Events that were read and wait for their runs. */
  waitingEvents: number;
  /** Subscriptions that still have to be removed at the system. */
  pendingRemovals: number;
}

/** What the receiver of webhook calls needs. */
export interface EventReceiver {
  /** Name of the signature scheme; null: none is set, so nothing is accepted. */
  scheme: string | null;
  /** All currently valid secrets; none: nothing is accepted. */
  secrets: string[];
  definition: {
    match: readonly (CallLocation & { equals: readonly string[] })[];
    deliveryId?: CallLocation;
    items?: { path: string; idPath?: string };
  };
  /** A call only announces news; `fetchNews` reads it. */
  isFetched: boolean;
}

/** One `EventObject` Durable Object: what one workflow listens for, named by the workflow's id. */
export interface EventObjectRpc {
  /** Reads from the database what to listen for, and sets it up at the system. */
  sync(request: SyncEventRequest): Promise<EventStatus>;
  /** The same, unless it already listens for this version (null: nothing). Absent address: as before. @returns whether it differed */
  check(workflowId: string, versionId: string | null, publicOrigin?: string): Promise<boolean>;
  status(): Promise<EventStatus>;
  /** Null: not listening. */
  receiver(): Promise<EventReceiver | null>;
  /** Reads the newest records of the system; returns once the reading is certain to happen. */
  fetchNews(): Promise<void>;
  /** Removes a subscription through this connector that is due for removal, if the system allows it. */
  removeNow(connectorId: string): Promise<void>;
  /** Reseals values that an older key sealed. */
  reseal(): Promise<void>;
}
