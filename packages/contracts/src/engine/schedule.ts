import type { Schedule } from '@portage/workflow';
import type { RunChain } from './run-chain.ts';
import type { WorkflowVersionSnapshot } from './start-run.ts';

export interface ArmScheduleRequest {
  schedule: Schedule;
  /** The published version, which its runs pin. */
  version: WorkflowVersionSnapshot;
}

export interface ScheduleStatus {
  isArmed: boolean;
  /** ISO 8601; in the past for a OneTime that passed before it was armed and starts its run now; null: no more fires. */
  nextFireAt: string | null;
}

export interface PastFire {
  /** The scheduled instant, ISO 8601. */
  fireAt: string;
  handledAt: string;
  /** `skipped`: the previous run hadn't ended (overlap Skip); `refused`: for example by a quota. */
  outcome: 'started' | 'skipped' | 'refused';
  workflowInstanceId: string | null;
  /** Why it started none. */
  message: string | null;
  /** The fire was late because Portage was down; it replaces all missed fires. */
  isCatchUp: boolean;
}

export interface ScheduledPayload {
  /** The scheduled instant, ISO 8601; the run itself may have begun later. */
  scheduledAt: string;
}

/** One `ScheduleObject` Durable Object: the schedule of one workflow, named by the workflow's id. */
export interface ScheduleObjectRpc {
  /**
   * Reads the schedule from the database and applies it at once: armed, changed, disarmed or removed.
   *
   * @param chain the run whose call armed it; absent: unchanged, or a person's if it is rearmed
   */
  sync(workflowId: string, chain?: RunChain): Promise<ScheduleStatus>;
  /** The same, unless this version is already armed (null: nothing is). @returns whether they differed */
  check(workflowId: string, versionId: string | null): Promise<boolean>;
  /** Arming the same schedule again changes only the version. */
  arm(request: ArmScheduleRequest): Promise<ScheduleStatus>;
  /** Runs that have begun continue. */
  disarm(): Promise<ScheduleStatus>;
  /** The current state; a time in the past is a fire that hasn't been handled. Changes nothing. */
  status(): Promise<ScheduleStatus>;
  /** The next fires of an armed schedule, ISO 8601; none while it is disarmed. */
  nextFires(count: number): Promise<string[]>;
  /** The last fires, newest first; up to 200 are stored while the workflow exists. */
  pastFires(count: number): Promise<PastFire[]>;
}
