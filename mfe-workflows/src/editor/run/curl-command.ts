import { samplePayloadOf, type WorkflowStep } from '@portage/workflow';

/** The body of the ready-made command if the trigger has no sample. */
const PLAIN_SAMPLE = '{"id": 1}';

/** The body of a call to try a webhook with: the sample of the trigger, when it has one. */
export function sampleBodyOf(steps: readonly WorkflowStep[]): string {
  return JSON.stringify(samplePayloadOf(steps)) ?? PLAIN_SAMPLE;
}

/** A POST of a JSON body as a line for a POSIX shell; nothing in the body can end the quotes. */
export function curlCommand(url: string, body: string): string {
  return `curl -X POST ${url} \\\n  -H 'content-type: application/json' \\\n  -d '${body.replaceAll("'", "'\\''")}'`;
}
