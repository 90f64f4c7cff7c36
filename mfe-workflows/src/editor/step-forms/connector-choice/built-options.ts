/** Creates an option per entry. A faulty entry is logged and left out (spec STEP-109), so that the others remain. */
export function builtOptions<Entry, Option>(entries: readonly Entry[], build: (entry: Entry) => Option): Option[] {
  return entries.flatMap((entry) => {
    try {
      return [build(entry)];
    } catch (error) {
      console.error('An option of a step could not be created', error);
      return [];
    }
  });
}
