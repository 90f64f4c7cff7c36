/** The same binding with another `put`. */
export function withPut<Store extends { put: unknown }>(store: Store, put: Store['put']): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'put') return put;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
