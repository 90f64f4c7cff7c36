/** Runs one thing after the other for each name, and things of different names side by side. */
export function oneByOne(): <T>(name: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (name, act) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(act, act);
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
