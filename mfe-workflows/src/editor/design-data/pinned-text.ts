import { isObject } from '@portage/primitives/json';
import type { StepValues } from '@portage/workflow';

/** The members that a pin may have, most wanted first. */
const NAMES = ['Response', 'ResponseHttpStatusCode', 'ResponseHeaders', 'ResponseIsBase64', 'ResponseItemsPath', 'Error'] as const;

export function pinnedText(values: StepValues): string {
  const kept = Object.fromEntries(NAMES.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
  return JSON.stringify(Object.keys(kept).length === 0 ? { Response: {} } : kept, null, 2);
}

export type ReadPin = { ok: true; values: StepValues } | { ok: false; message: string };

/** Parses the person's text. If it is invalid, the result has a message. */
export function readPinned(text: string): ReadPin {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: `This is not JSON: ${error instanceof Error ? error.message : ''}` };
  }
  if (!isObject(value)) return { ok: false, message: 'Write an object, e.g. { "Response": … }.' };
  const unknown = Object.keys(value).find((key) => !(NAMES as readonly string[]).includes(key));
  if (unknown !== undefined) return { ok: false, message: `An output has no ${unknown}. It may have ${NAMES.join(', ')}.` };
  return { ok: true, values: value };
}
