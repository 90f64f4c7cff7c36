import { valueAt } from '@portage/connectors/requests';
import { fieldName, type MappedField } from './map-record.ts';
import { findWrapper, isSameValue, targetReader } from './target-values.ts';

const MOST_FIELDS = 8;
const LONGEST_VALUE = 100;

export interface Overwriting {
  /** Type name of the target's system. */
  typeName: string;
  fields: readonly MappedField[];
  /** The target's record just before the write. */
  current: unknown;
  /** The last write, by field name; null: unknown. */
  lastWritten: Readonly<Record<string, unknown>> | null;
}

/** Describes the changes in the target that a write replaces; null if there are none: the fields have the last or the new values. */
export function overwrittenNote({ typeName, fields, current, lastWritten }: Overwriting): string | null {
  const valueIn = targetReader(fields);
  const wrapper = findWrapper(fields);
  // People know the record without the wrapper member that only a request has.
  const isWrapped = wrapper !== null && valueAt(current, wrapper) === undefined;
  const shownName = (name: string) => (isWrapped ? name.slice(wrapper.length + 1) : name);
  const replaced = fields.flatMap(({ toParameterPath, value }) => {
    const [name, there] = [fieldName(toParameterPath), valueIn(current, toParameterPath)];
    const isAsWritten = lastWritten !== null && name in lastWritten && isSameValue(lastWritten[name], there);
    return there === undefined || isAsWritten || isSameValue(value, there) ? [] : [`${shownName(name)} “${shownValue(there)}”`];
  });
  if (replaced.length === 0) return null;
  const rest = replaced.length - MOST_FIELDS;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return `The record had changed in ${typeName} too. The source’s values replaced: ${replaced.slice(0, MOST_FIELDS).join(', ')}${more}.`;
}

function shownValue(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`;
}
