import { dataLimits } from '@portage/contracts';
import { ApiProblem } from '../http/api-problem.ts';
import { readBytes } from '../http/read-body.ts';

/** The body as it came. @throws ApiProblem 413, 415 for one that is compressed */
export function readWebhookBody(request: Request): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    throw new ApiProblem(415, 'unsupported-content-encoding', 'A webhook call’s body must not be compressed.');
  }
  return readBytes(request, dataLimits.webhookBodyBytes);
}
