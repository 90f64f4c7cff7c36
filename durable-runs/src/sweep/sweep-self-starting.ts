import { formatErrorCauses, log } from '@portage/contracts/log';
import type { SelfStartingWorkflow } from '@portage/database';

/** How many objects one sweep asks. */
const MOST_AT_A_SWEEP = 500;
const AT_ONCE = 20;

export interface SelfStartingPorts {
  /** The last workflow that was checked; null: begin with the first. */
  readMark(): Promise<string | null>;
  writeMark(after: string | null): Promise<void>;
  /** Active workflows with a schedule or an event after this id, in order. */
  list(after: string | null, limit: number): Promise<SelfStartingWorkflow[]>;
  /** @returns whether the object differed from the database */
  check(workflow: SelfStartingWorkflow): Promise<boolean>;
}

/**
 * Goes through all active schedules and listeners, some per sweep, however long ago they changed: a restored database may have
 * some active that their object has ended. The reverse is found by each object itself. @returns how many differed.
 */
export async function sweepSelfStarting(ports: SelfStartingPorts): Promise<number> {
  const after = await ports.readMark();
  const workflows = await ports.list(after, MOST_AT_A_SWEEP);
  let differed = 0;
  for (let at = 0; at < workflows.length; at += AT_ONCE) {
    const asked = workflows.slice(at, at + AT_ONCE).map(async (workflow) => {
      try {
        if (await ports.check(workflow)) differed += 1;
      } catch (error) {
        log('error', 'The schedule or listener of a workflow could not be checked', {
          workflowId: workflow.workflowId,
          cause: formatErrorCauses(error),
        });
      }
    });
    await Promise.all(asked);
  }
  const next = workflows.length === MOST_AT_A_SWEEP ? (workflows.at(-1)?.workflowId ?? null) : null;
  if (next !== after) await ports.writeMark(next);
  if (differed > 0) log('warn', 'Schedules or listeners differed from the database and follow it now', { differed });
  return differed;
}
