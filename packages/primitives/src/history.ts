/** The versions of an edited value, with the key of the edit that made the present one; pure. */
export interface History<Value> {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  key: string | null;
}

/** More than people undo; versions share their unchanged parts. */
const MAX_VERSIONS = 300;

/** A history that starts with `present`; a version is never undefined. */
export function startHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], key: null };
}

/**
 * Adds a version. Spec EDIT-68: an edit with the key of the previous one (typing in one field) replaces it; EDIT-69: later versions are
 * dropped.
 *
 * @param key null for an edit that never merges with another.
 */
export function record<Value>(history: History<Value>, present: Value, key: string | null = null): History<Value> {
  if (Object.is(present, history.present)) return history;
  const isSameEdit = key !== null && key === history.key;
  const past = isSameEdit ? history.past : [...history.past, history.present].slice(-MAX_VERSIONS);
  return { past, present, future: [], key };
}

/** One version back; the same history if it is the first. The next edit starts a new version. */
export function undo<Value>(history: History<Value>): History<Value> {
  const { past, present, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], key: null };
}

/** One version forward; the same history if it is the last. The next edit starts a new version. */
export function redo<Value>(history: History<Value>): History<Value> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future, key: null };
}
