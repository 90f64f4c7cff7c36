import { bodyless, type SampleCall } from './call-webhook.ts';

/** Writes a call as a line for a POSIX shell. Nothing in the body can end its quotes; a blank body is left out. */
export function curlCommand(url: string, { method, bodyType, body }: SampleCall): string {
  const hasBody = body.trim() !== '' && !(bodyless as readonly string[]).includes(method);
  const data = hasBody ? ` \\\n  -H 'content-type: ${bodyType}' \\\n  --data-raw '${body.trim().replaceAll("'", "'\\''")}'` : '';
  return `curl -X ${method} ${url}${data}`;
}
