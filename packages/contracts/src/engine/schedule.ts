import type { Schedule } from '@portage/workflow';
import type { RunChain } from './run-chain.ts';
import type { WorkflowVersionSnapshot } from './run-engine.ts';

/** What a schedule needs to start runs by itself. */
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

/** What became of a time at which a schedule fired. */
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
  /** It was made up for after its time: Portage was down, and this one stands for all that were missed. */
  isCatchUp: boolean;
}

/** What a scheduled run is given as its trigger's payload. */
export interface ScheduledPayload {
  /** The instant the schedule asked for, ISO 8601; the run itself may have begun later. */
  scheduledAt: string;
}

/** One `ScheduleObject` Durable Object: the schedule of one workflow, found by the workflow's id as its name. */
export interface ScheduleObjectRpc {
  /**
   * Reads from the database what the schedule should be and takes it over at once: armed, changed, disarmed or removed.
   *
   * @param chain the run whose call armed it; absent: as it was, a person's where it is armed anew
   */
  sync(workflowId: string, chain?: RunChain): Promise<ScheduleStatus>;
  /**
   * The same, unless what is armed is this version already (null: nothing). @returns whether they differed
   */
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
