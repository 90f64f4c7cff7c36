import type { Schedule } from '@portage/workflow';
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

/** What a scheduled run is given as its trigger's payload. */
export interface ScheduledPayload {
  /** The instant the schedule asked for, ISO 8601; the run itself may have begun later. */
  scheduledAt: string;
}

/** One `ScheduleObject` Durable Object: the schedule of one workflow, found by the workflow's id as its name. */
export interface ScheduleObjectRpc {
  /** Reads from the database what the schedule should be and takes it over at once: armed, changed, disarmed or removed. */
  sync(workflowId: string): Promise<ScheduleStatus>;
  /** Arming the same schedule again changes nothing but the version. */
  arm(request: ArmScheduleRequest): Promise<ScheduleStatus>;
  /** Runs that have begun go on. */
  disarm(): Promise<ScheduleStatus>;
  /** The next fires of an armed schedule, ISO 8601; none while it is disarmed. */
  nextFires(count: number): Promise<string[]>;
}
