/** Changes that can be undone. Consecutive changes with the same key (typing in one field) are one. */
export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
  key: string | null;
}

const MOST_KEPT = 100;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [], key: null };
}

export function change<State>(history: History<State>, present: State, key: string | null = null): History<State> {
  if (Object.is(present, history.present)) return history;
  const goesOn = key !== null && key === history.key;
  const past = goesOn ? history.past : [...history.past, history.present].slice(-MOST_KEPT);
  return { past, present, future: [], key };
}

export function undo<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), present: past.at(-1) as State, future: [present, ...future], key: null };
}

export function redo<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  if (future.length === 0) return history;
  return { past: [...past, present], present: future[0] as State, future: future.slice(1), key: null };
}
