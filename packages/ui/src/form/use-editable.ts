import { useState } from 'react';

/**
 * The value of a field that starts with what is read. Undefined until it has been read: show the field only then. Later reads don't
 * replace it, because a person may be typing. Set it to undefined to start again.
 */
export function useEditable<Value>(read: Value | undefined): [Value | undefined, (value: Value | undefined) => void] {
  const [value, setValue] = useState(read);
  if (value === undefined && read !== undefined) setValue(read);
  return [value, setValue];
}
