import { isObject } from '@portage/primitives/json';
import type { StepDetailData } from '../api-types.ts';
import { readJsonText } from './read-json-text.ts';

type StepResponse = NonNullable<StepDetailData['response']>;

/**
 * A step's response as people read it: JSON in a text as JSON. The response that an End step sends to the run's caller is stored as one
 * value; its status, headers and body are taken apart.
 */
export function readResponse(response: StepResponse): StepResponse {
  const { body } = response;
  const sent = response.responseHttpStatusCode === undefined ? readSentResponse(body) : null;
  return sent ?? { ...response, ...(body === undefined ? {} : { body: readJsonText(body) }) };
}

function readSentResponse(value: unknown): StepResponse | null {
  if (!isObject(value)) return null;
  const { status, headers, body, ...rest } = value;
  const isSent = typeof status === 'number' && typeof body === 'string' && isObject(headers);
  if (!isSent || Object.keys(rest).some((name) => name !== 'isBase64' && name !== 'fileName')) return null;
  const texts = Object.entries(headers).map(([name, text]): [string, string] => [name, String(text)]);
  return { responseHttpStatusCode: status, headers: Object.fromEntries(texts), body: readJsonText(body) };
}
