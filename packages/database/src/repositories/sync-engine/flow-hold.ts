import { sql } from 'drizzle-orm';

export interface FlowHold {
  /** False: another run took the flow over, or the flow is gone. */
  isOurs: boolean;
  /** A person paused it, or deleted its workflow. */
  isPaused: boolean;
}

/** A deleted workflow keeps its flows as they are, in case it is restored. */
export const IS_STOPPED = sql.raw(`(is_paused or exists (select from workflows w where w.id = sync_flows.workflow_id and w.is_deleted))`);
