import type { StartRunRequest } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { getShard, newRequest, newVersion, randomText } from './harness.ts';

type VersionOverrides = Parameters<typeof newVersion>[1];

/** Makes starts for one shard that no other test uses: others' unfinished work would keep it from being evicted. */
export function ownShard(): (steps: WorkflowStep[], payload?: unknown, ofVersion?: VersionOverrides) => StartRunRequest {
  const owner = crypto.randomUUID().replaceAll('-', '');
  return (steps, payload = {}, ofVersion = {}) => {
    const request = newRequest(newVersion(steps, ofVersion), payload);
    const [, hour, lane] = request.runId.split('-');
    return { ...request, runId: [owner, hour, lane, randomText()].join('-') };
  };
}

export async function startInOwnShard(steps: WorkflowStep[], payload: unknown = {}): Promise<string> {
  const request = ownShard()(steps, payload);
  await getShard(request.runId).startRun(request);
  return request.runId;
}
