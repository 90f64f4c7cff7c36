/** One write. Every attempt of the same step has the same `writeKey`, and no other write does. */
export interface DataWrite {
  workflowId: string;
  key: string;
  writeKey: string;
  nowMs: number;
}

/** Data shared by a workflow's runs (spec ENG-19, scope Workflow). Every call is atomic for its key. */
export interface WorkflowDataPort {
  /** All unexpired values by key, and their size as JSON. */
  load(workflowId: string, nowMs: number): Promise<{ values: Map<string, unknown>; bytes: number }>;
  /** @param expiresAtMs null: it doesn't expire. */
  set(write: DataWrite, value: unknown, expiresAtMs: number | null): Promise<void>;
  /**
   * Changes the current value. No concurrent change is lost.
   *
   * @param change returns the new value from the current one (undefined: none is stored); may run again with a newer value.
   * @param expiresAtMs null: keeps the current expiry.
   * @returns null if nothing is stored under the key and `isCreated` is `never`.
   */
  update(
    write: DataWrite,
    change: (present: unknown) => unknown,
    expiresAtMs: number | null,
    isCreated: 'never' | 'if missing',
  ): Promise<{ value: unknown } | null>;
  remove(workflowId: string, key: string): Promise<void>;
}
