/** Why an event can't be listened for, in words for the workflow's author. */
export class EventRefused extends Error {
  override readonly name = 'EventRefused';
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** Status of a response; null: there was none. */
  readonly status: number | null;

  constructor(message: string, options: { retryable?: boolean; retryAfterMs?: number | null; status?: number | null } = {}) {
    super(message);
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.status = options.status ?? null;
  }
}
