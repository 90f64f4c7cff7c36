import type { OwnerId, WorkflowVersionSnapshot } from '@portage/contracts';
import { connectHttp, findConnection, findWorkflowVersion, parseKeyRing, SecretBox } from '@portage/database';
import type { HeldConnection } from '../connection/lease.ts';
import { documentLibrary } from '../documents/document-library.ts';
import { sendThroughEgress } from '../egress/send-through-egress.ts';
import type { Env } from '../env.ts';
import { objectNamed } from '../object-named.ts';
import { EventRefused } from './event-refused.ts';
import type { WantedEvent } from './event-state.ts';
import type { SubscriptionPorts } from './subscriptions.ts';
import { decryptFields, findSecret, readWanted, type Wanted } from './wanted-event.ts';

const SHARED_SECRET_MS = 30_000;

/** How the event object reaches the outside: database, connections, documents, the key ring. */
export class EventAdapters {
  readonly #env: Env;
  readonly #place: string;
  #box: SecretBox | null = null;
  #shared: { fingerprint: string; secrets: string[]; readAtMs: number } | null = null;

  /** @param objectId values sealed here can be opened nowhere else */
  constructor(env: Env, objectId: string) {
    this.#env = env;
    this.#place = `event:${objectId}`;
  }

  wanted(workflowId: string, publicOrigin: string): Promise<Wanted> {
    const documents = documentLibrary(this.#env.FILES);
    return readWanted({ db: connectHttp(this.#env), box: this.#secretBox(), documents, nowMs: Date.now() }, workflowId, publicOrigin);
  }

  connection(connectorId: string): HeldConnection {
    return objectNamed(this.#env.CONNECTIONS, connectorId);
  }

  /** @param isRemoval to remove what is registered, possibly after its connector was deleted */
  ports(ownerUserId: OwnerId, isRemoval = false): SubscriptionPorts {
    const signal = new AbortController().signal;
    return {
      connection: (connectorId) => {
        const stub = this.connection(connectorId);
        return {
          lease: (request) => stub.lease({ ...request, ownerUserId, connectorId, isRemoval }),
          reportRateLimit: (retryAfterMs) => stub.reportRateLimit({ ownerUserId, retryAfterMs }),
          reportCredentials: (report) => stub.reportCredentials({ ...report, ownerUserId, connectorId }),
        };
      },
      send: (request) => sendThroughEgress(this.#env.EGRESS, request, signal),
      documents: documentLibrary(this.#env.FILES),
      nowMs: () => Date.now(),
      newId,
      seal: (secret) => this.#secretBox().seal(this.#place, secret),
      open: (sealed) => this.open(sealed),
      connectorFields: async (connectorId) => {
        const record = await findConnection(connectHttp(this.#env), connectorId);
        if (record?.connector.userId !== ownerUserId) {
          throw new EventRefused('The connector was not found: choose one of yours in the trigger.');
        }
        return (await decryptFields({ box: this.#secretBox() }, record)).fields;
      },
    };
  }

  open(sealed: string): Promise<string> {
    return this.#secretBox().open(this.#place, sealed);
  }

  reseal(sealed: string): Promise<string> {
    return this.#secretBox().reseal(this.#place, sealed);
  }

  /** The secrets of the type or the connector, read again after a while: both can change at any time. */
  async sharedSecrets({ connectorId, ownerUserId, definition, fingerprint }: WantedEvent): Promise<string[]> {
    const known = this.#shared;
    if (known && known.fingerprint === fingerprint && Date.now() - known.readAtMs < SHARED_SECRET_MS) return known.secrets;
    const record = await findConnection(connectHttp(this.#env), connectorId);
    const secret = record?.connector.userId === ownerUserId ? await findSecret({ box: this.#secretBox() }, record, definition) : null;
    const secrets = secret === null ? [] : [secret];
    this.#shared = { fingerprint, secrets, readAtMs: Date.now() };
    return secrets;
  }

  async version({ ownerUserId, versionId, workflowId }: WantedEvent): Promise<WorkflowVersionSnapshot> {
    const version = await findWorkflowVersion(connectHttp(this.#env), ownerUserId, versionId);
    if (!version) throw new Error(`Version ${versionId} does not exist`);
    const { name, loggingMode, steps } = version;
    return { versionId, workflowId, ownerUserId, name, loggingMode, steps };
  }

  #secretBox(): SecretBox {
    this.#box ??= new SecretBox(parseKeyRing(this.#env.CONNECTOR_KEYS));
    return this.#box;
  }
}

export function newId(): string {
  return crypto.randomUUID();
}
