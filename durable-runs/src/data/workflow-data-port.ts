/** What the runs of one workflow share (spec ENG-19, scope Workflow). Every call is atomic for its key. */
export interface WorkflowDataPort {
  /** Everything that has not expired, by key. */
  load(workflowId: string, nowMs: number): Promise<Map<string, unknown>>;
  set(workflowId: string, key: string, value: unknown, expiresAtMs: number | null, nowMs: number): Promise<void>;
  remove(workflowId: string, key: string): Promise<void>;
}
