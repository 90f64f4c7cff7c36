import type { Schedule } from '@portage/workflow';
import type { RunChain } from './run-chain.ts';
import type { WorkflowVersionSnapshot } from './start-run.ts';

/** Everything that a schedule needs to start runs by itself. */
export interface ArmScheduleRequest {
  schedule: Schedule;
  /** The published version, which its runs pin. */
  version: WorkflowVersionSnapshot;
}

export interface ScheduleStatus {
  isArmed: boolean;
  /** ISO 8601; the past for a OneTime that passed before it was armed and starts its run now; null: no more fires. */
  nextFireAt: string | null;
}

/** The outcome of a time at which a schedule fired. */
export interface PastFire {
  /** The instant the schedule asked for, ISO 8601. */
  fireAt: string;
  /** When it was dealt with. */
  handledAt: string;
  /** `skipped`: the run before had not ended (overlap Skip); `refused`: by a quota, for one. */
  outcome: 'started' | 'skipped' | 'refused';
  /** The run it started. */
  workflowInstanceId: string | null;
  /** Why it started none. */
  message: string | null;
  /** The fire came late because Portage was down; it replaces all that were missed. */
  isCatchUp: boolean;
}

/** The payload of a scheduled run. */
export interface ScheduledPayload {
  /** The instant the schedule asked for, ISO 8601; the run itself may have begun later. */
  scheduledAt: string;
}

/** One `ScheduleObject` Durable Object: the schedule of one workflow, found by the workflow's id as its name. */
export interface ScheduleObjectRpc {
  /**
   * Reads the schedule from the database and applies it at once: armed, changed, disarmed or removed.
   *
   * @param chain the run whose call armed it; absent: unchanged, or a person's if it is armed again
   */
  sync(workflowId: string, chain?: RunChain): Promise<ScheduleStatus>;
  /** The same, unless this version is armed already (null: nothing is). @returns whether they differed */
  check(workflowId: string, versionId: string | null): Promise<boolean>;
  /** Arming the same schedule again changes nothing but the version. */
  arm(request: ArmScheduleRequest): Promise<ScheduleStatus>;
  /** Runs that have begun go on. */
  disarm(): Promise<ScheduleStatus>;
  /** As it stands; a time in the past is a fire that has not been dealt with. Changes nothing. */
  status(): Promise<ScheduleStatus>;
  /** The next fires of an armed schedule, ISO 8601; none while it is disarmed. */
  nextFires(count: number): Promise<string[]>;
  /** The last fires, newest first; they are remembered while the workflow exists, up to 200. */
  pastFires(count: number): Promise<PastFire[]>;
}
