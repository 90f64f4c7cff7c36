/**
 * Creates an option for each entry. Entries that can't become one are logged and left out (spec STEP-109): a faulty connector type or
 * operation
 * must not remove the others.
 */
export function builtOptions<Entry, Option>(entries: readonly Entry[], build: (entry: Entry) => Option): Option[] {
  return entries.flatMap((entry) => {
    try {
      return [build(entry)];
    } catch (error) {
      console.error('An option of a step could not be made', error);
      return [];
    }
  });
}
