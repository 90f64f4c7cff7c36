import { valueAt } from '@portage/connectors/requests';
import type { MappedField } from './map-record.ts';

/**
 * Reads from a record of the target what stands where these fields are written; undefined: it is not known.
 *
 * @param fields all that are written of the record
 */
export function targetReader(fields: readonly MappedField[]): (record: unknown, toParameterPath: string) => unknown {
  const wrapper = wrapperOf(fields);
  return (record, toParameterPath) => {
    if (!toParameterPath.startsWith('body.')) return undefined;
    const path = toParameterPath.slice(5);
    const whole = valueAt(record, path);
    if (whole !== undefined || wrapper === null) return whole;
    return valueAt(record, path.slice(wrapper.length + 1));
  };
}

/** Whether the target's record has all values that would be written. */
export function hasValues(record: unknown, fields: readonly MappedField[]): boolean {
  const valueIn = targetReader(fields);
  return fields.every(({ toParameterPath, value }) => isSameValue(value, valueIn(record, toParameterPath)));
}

/** Systems take a record in a member of its own (`body.product.title`) and give it without. */
export function wrapperOf(fields: readonly MappedField[]): string | null {
  const inner = fields.flatMap(({ toParameterPath }) => (toParameterPath.startsWith('body.') ? [toParameterPath.slice(5)] : []));
  const [first] = inner;
  const name = first === undefined ? null : /^[\w$-]+(?:\[0\])?(?=\.)/.exec(first)?.[0];
  return name && inner.every((path) => path.startsWith(`${name}.`)) ? name : null;
}

/** Systems write 10 as "10.00" and leave out what is empty; neither is a change. */
export function isSameValue(value: unknown, other: unknown): boolean {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value) === JSON.stringify(other);
  const [one, another] = [textOf(value), textOf(other)];
  if (one === another) return true;
  return one.trim() !== '' && another.trim() !== '' && Number(one) === Number(another);
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}
