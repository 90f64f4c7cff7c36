import { parseRunId, type RunShardRpc, type StartRunRequest, type StartRunResult, type WorkflowVersionSnapshot } from '@portage/contracts';

const MAX_ATTEMPTS = 4;

export interface SendStartPorts {
  shard(shardName: string): Pick<RunShardRpc, 'startRun'>;
  version(): WorkflowVersionSnapshot | Promise<WorkflowVersionSnapshot>;
  /** Called when the hour of the run's shard has passed. Stores a run id of the current hour and returns it. */
  renewRunId(): Promise<string>;
}

type SentStart = Extract<StartRunResult, { outcome: 'accepted' | 'duplicate' | 'refused' }>;

/**
 * Starts a run of a schedule or an event once. The run's id is stored first, so an attempt whose response was lost and the next one name
 * the same run.
 *
 * @returns null: every shard asked was closed
 * @throws Error if the shard didn't respond
 */
export async function sendStart(ports: SendStartPorts, start: StartRunRequest): Promise<SentStart | null> {
  let request = start;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const result = await ports.shard(getShardName(request.runId)).startRun(request);
    switch (result.outcome) {
      case 'accepted':
      case 'duplicate':
      case 'refused':
        return result;
      case 'versionNeeded':
        request = { ...request, version: await ports.version() };
        break;
      case 'shardClosed':
        request = { ...request, runId: await ports.renewRunId() };
        break;
      case 'methodNotAllowed':
      case 'triggerChanged':
        throw new Error(`Only starts of webhooks end with ${result.outcome}`);
      default:
        return result satisfies never;
    }
  }
  return null;
}

/** @throws Error for a text that isn't a run id */
export function getShardName(runId: string): string {
  const location = parseRunId(runId);
  if (!location) throw new Error(`${runId} is not a run id`);
  return location.shardName;
}
