import { type ConnectionRecord, resealFields, type SecretBox } from '@portage/database';

const HOLD = 'hold:';
const RETIRED = 'retired';

/**
 * Tracks who still needs a connection after its connector is deleted: workflows with a webhook to remove at the system. As long as
 * there are any, the connection's data is kept, sealed as before.
 */
export class Retirement {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  hold(workflowId: string): void {
    this.#kv.put(HOLD + workflowId, true);
  }

  release(workflowId: string): void {
    this.#kv.delete(HOLD + workflowId);
  }

  get holders(): string[] {
    return [...this.#kv.list({ prefix: HOLD })].map(([key]) => key.slice(HOLD.length));
  }

  /** The connection as it was when its connector was deleted; null: it wasn't deleted, or no workflow needed it. */
  get record(): ConnectionRecord | null {
    return this.#kv.get<ConnectionRecord>(RETIRED) ?? null;
  }

  keep(record: ConnectionRecord): void {
    this.#kv.put(RETIRED, record);
  }

  /** Seals its secrets with the current key. @param box not called if no record is stored */
  async reseal(box: () => SecretBox): Promise<void> {
    const { record } = this;
    if (!record) return;
    const { connector, type, sealed } = record;
    this.keep({
      ...record,
      sealed: await resealFields(box(), 'connector', connector.id, sealed),
      type: { ...type, secrets: await resealFields(box(), 'connector-type', type.id, type.secrets) },
    });
  }
}
