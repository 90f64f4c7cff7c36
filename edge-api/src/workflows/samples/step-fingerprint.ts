import { createHash } from 'node:crypto';
import { stableJson } from '@portage/primitives/json';
import { mapPointers, normalizeSteps, type WorkflowStep } from '@portage/workflow';

/** Changes when the step would do something else; not with its name, its place, its description or its samples. */
export function stepFingerprint(step: WorkflowStep): string {
  const [normal = step] = normalizeSteps([step], { makeId: () => '' });
  const { stepId: _name, clientId: _id, description: _text, isSwitchedOff: _off, ...rest } = mapPointers(normal, () => null);
  const settings = Object.entries(rest).filter(([name, value]) => value !== null && value !== '' && !name.endsWith('SampleJson'));
  return createHash('sha256')
    .update(stableJson(Object.fromEntries(settings)))
    .digest('base64url');
}
