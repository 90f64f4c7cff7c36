import { cutText } from '@portage/primitives/cut-text';
import { readPath } from '@portage/primitives/paths';
import { fieldName, type MappedField, type RefusedCall } from '@portage/sync';
import { RunSecrets } from '../secrets/run-secrets.ts';

/** The most that is stored of the request and the response, in characters of JSON. */
const LONGEST_PART = 20_000;
const LONGEST_URL = 2_000;

export type Redact = <Value>(value: Value) => Value;

/**
 * What an item keeps of its last refusal, as JSON: the call, or the fields that would have been written if no call was
 * sent. It contains no secrets.
 *
 * @param fields null: the record could not be mapped
 */
export function serializeRefusal(call: RefusedCall | undefined, fields: readonly MappedField[] | null, redact: Redact): string | null {
  const unsent = fields !== null && (call?.body ?? null) === null ? fields : null;
  if (!call && unsent === null) return null;
  const secrets = new RunSecrets();
  if (call) secrets.noteCall(call);
  secrets.noteCall({ body: unsent?.map(({ toParameterPath, value }) => ({ [readPath(toParameterPath).at(-1) ?? '']: value })) });
  const part = (value: unknown) => bounded(redact(secrets.redactValue(value)));
  const record = unsent && Object.fromEntries(unsent.map(({ toParameterPath, value }) => [fieldName(toParameterPath), value]));
  return JSON.stringify({
    ...(call
      ? {
          call: {
            ...call,
            url: cutText(String(redact(secrets.redactText(call.url))), LONGEST_URL),
            body: part(call.body),
            response: part(call.response),
          },
        }
      : {}),
    ...(record ? { fields: part(record) } : {}),
  });
}

function bounded(value: unknown): unknown {
  const json = JSON.stringify(value) ?? 'null';
  if (json.length <= LONGEST_PART) return value;
  const text = typeof value === 'string' ? value : json;
  return `${cutText(text, LONGEST_PART)}… (${text.length.toLocaleString('en')} characters, cut here)`;
}
