import { isObject } from '../json/json.ts';

/** Members and elements by which a response reports an error. */
const FAILURE = /^(errors?|error_?(code|message|description)|faults?|exceptions?)$/i;
const NO_FAILURE = /^\s*(0+|none|null|false|no|ok|success(ful)?)?\s*$/i;
/** Members whose value says whether the call succeeded. */
const SUCCESS = /^(ok|success|succeeded|(is|was)_?(ok|success(ful)?))$/i;
const STATUS = /^((http_?)?status(_?code)?|code)$/i;
const FAILED_STATUS = /^\s*([45]\d\d|error|fail(ed|ure)?)\s*$/i;

export function isFailureName(name: string): boolean {
  return FAILURE.test(name);
}

/** Whether an object has an error in one of its members. */
export function hasFailure(value: unknown): boolean {
  return isObject(value) && Object.entries(value).some(([name, inner]) => FAILURE.test(name) && isSomething(inner));
}

/** Whether a whole response with a success status reports that the call failed, in an error, a flag or its own status. */
export function reportsFailure(body: unknown): boolean {
  if (!isObject(body)) return false;
  if (hasFailure(body)) return true;
  return Object.entries(body).some(([name, inner]) => {
    if (SUCCESS.test(name)) return inner === false || (typeof inner === 'string' && /^\s*(false|no)\s*$/i.test(inner));
    return STATUS.test(name) && (typeof inner === 'string' || typeof inner === 'number') && FAILED_STATUS.test(String(inner));
  });
}

function isSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return typeof value === 'string' ? !NO_FAILURE.test(value) : Boolean(value);
}
