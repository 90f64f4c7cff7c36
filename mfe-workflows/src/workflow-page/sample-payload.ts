import type { WorkflowStep } from '@portage/workflow';

/** What the ready-made command posts when the trigger has no sample. */
const PLAIN_SAMPLE = '{"id": 1}';

/**
 * The body of a call to try a webhook with: the sample of the trigger, when it is JSON.
 *
 * @param steps of the workflow as it is saved.
 */
export function samplePayloadOf(steps: readonly WorkflowStep[]): string {
  const trigger = steps.find((step) => step.type === 'Trigger');
  const sample = trigger?.payloadSampleJson?.trim();
  if (!sample) return PLAIN_SAMPLE;
  try {
    return JSON.stringify(JSON.parse(sample));
  } catch {
    return PLAIN_SAMPLE;
  }
}

/** A POST of a JSON body as a line for a POSIX shell; nothing in the body can end the quotes. */
export function curlCommand(url: string, body: string): string {
  return `curl -X POST ${url} \\\n  -H 'content-type: application/json' \\\n  -d '${body.replaceAll("'", "'\\''")}'`;
}
