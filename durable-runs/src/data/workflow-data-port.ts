/** One write. Every attempt of the same step has the same `writeKey`, and no other write has it. */
export interface DataWrite {
  workflowId: string;
  key: string;
  writeKey: string;
  nowMs: number;
}

/** Data that the runs of one workflow share (spec ENG-19, scope Workflow). Every call is atomic for its key. */
export interface WorkflowDataPort {
  /** Everything that has not expired, by key, and its size as JSON. */
  load(workflowId: string, nowMs: number): Promise<{ values: Map<string, unknown>; bytes: number }>;
  /** @param expiresAtMs null: it does not expire. */
  set(write: DataWrite, value: unknown, expiresAtMs: number | null): Promise<void>;
  /**
   * Changes the present value: no other change between reading and writing is lost.
   *
   * @param change gives the new value from the present one (undefined: none is stored); it may run again, with a newer one.
   * @param expiresAtMs null: it expires when it would have.
   * @returns null when nothing is stored under the key and `isCreated` is `never`.
   */
  update(
    write: DataWrite,
    change: (present: unknown) => unknown,
    expiresAtMs: number | null,
    isCreated: 'never' | 'if missing',
  ): Promise<{ value: unknown } | null>;
  remove(workflowId: string, key: string): Promise<void>;
}
