/** A value that tells its listeners when it is replaced; fits `useSyncExternalStore`. The functions need no `this`. */
export interface Store<Value> {
  /** The same object until it is replaced. */
  get(): Value;
  /** Does nothing if the value is the same. */
  set(value: Value): void;
  /** @returns a function that stops listening */
  subscribe(listener: () => void): () => void;
}

export function createStore<Value>(value: Value): Store<Value> {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
