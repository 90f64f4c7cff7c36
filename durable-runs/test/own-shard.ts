import type { StartRunRequest } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { newRequest, newVersion, randomText } from './harness.ts';

type VersionOverrides = Parameters<typeof newVersion>[1];

/** Makes starts for one shard that no other test uses. */
export function ownShard(): (steps: WorkflowStep[], payload?: unknown, ofVersion?: VersionOverrides) => StartRunRequest {
  const owner = crypto.randomUUID().replaceAll('-', '');
  return (steps, payload = {}, ofVersion = {}) => {
    const request = newRequest(newVersion(steps, ofVersion), payload);
    const [, hour, lane] = request.runId.split('-');
    return { ...request, runId: [owner, hour, lane, randomText()].join('-') };
  };
}
