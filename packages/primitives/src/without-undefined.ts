type WithoutUndefined<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** Drops undefined members, for interfaces whose members may be absent but not undefined. */
export function withoutUndefined<T extends object>(members: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}
