/** One version of the edited value, with the field of its edit. */
interface Version<Value> {
  value: Value;
  field: string | null;
}

/** The versions of an edited value; pure. */
export interface History<Value> {
  past: readonly Version<Value>[];
  present: Version<Value>;
  future: readonly Version<Value>[];
}

/** More than people undo; versions share their unchanged parts. */
const MAX_VERSIONS = 300;

/** A history that starts with `value`. */
export function startHistory<Value>(value: Value): History<Value> {
  return { past: [], present: { value, field: null }, future: [] };
}

/**
 * Adds a version. Spec EDIT-68: an edit of the same field as the previous one replaces it; EDIT-69: later versions are dropped.
 *
 * @param field null for an edit that never merges with another.
 */
export function record<Value>(history: History<Value>, value: Value, field: string | null): History<Value> {
  const present = { value, field };
  const isSameEdit = field !== null && field === history.present.field && history.future.length === 0;
  if (isSameEdit) return { ...history, present };
  return { past: [...history.past, history.present].slice(-MAX_VERSIONS), present, future: [] };
}

/** One version back; the same history if it is the first. */
export function undo<Value>(history: History<Value>): History<Value> {
  const before = history.past.at(-1);
  if (!before) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
}

/** One version forward; the same history if it is the last. The next edit starts a new version. */
export function redo<Value>(history: History<Value>): History<Value> {
  const [after, ...future] = history.future;
  if (!after) return history;
  return { past: [...history.past, history.present], present: { ...after, field: null }, future };
}
