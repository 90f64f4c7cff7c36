import * as zlib from 'node:zlib';
import { dataLimits } from '@portage/contracts';
import { ContentCodingError, contentCodings, unpack } from '@portage/primitives/wire';
import { ApiProblem, payloadTooLarge } from '../http/api-problem.ts';
import { readBytes } from '../http/read-body.ts';

/** A body as sent, and without its content codings. */
export interface WebhookBody {
  sent: Uint8Array;
  body: Uint8Array;
}

/**
 * A call's body as received and as its sender wrote it. The limit applies both to the received and to the unpacked body.
 *
 * @throws ApiProblem 413, 415 for an unknown coding, 400 for a false one
 */
export async function readWebhookBody(request: Request): Promise<WebhookBody> {
  const header = request.headers.get('content-encoding');
  const bytes = await readBytes(request, dataLimits.webhookBodyBytes);
  if (header === null || bytes.byteLength === 0) return { sent: bytes, body: bytes };
  try {
    return { sent: bytes, body: unpack(bytes, contentCodings(header), dataLimits.webhookBodyBytes, zlib) };
  } catch (error) {
    if (error instanceof ContentCodingError) throw toApiProblem(error);
    throw error;
  }
}

function toApiProblem({ code, message }: ContentCodingError): ApiProblem {
  switch (code) {
    case 'too-large':
      return payloadTooLarge(dataLimits.webhookBodyBytes);
    case 'unknown':
      return new ApiProblem(415, 'unsupported-content-encoding', message, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
    case 'damaged':
      return new ApiProblem(400, 'content-type-mismatch', message);
    default:
      return code satisfies never;
  }
}
