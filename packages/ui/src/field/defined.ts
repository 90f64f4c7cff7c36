/** Leaves out what is undefined, for props that may be absent but not undefined. */
export function defined<Props extends object>(props: Props): { [Name in keyof Props]?: Exclude<Props[Name], undefined> } {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Props]?: Exclude<Props[Name], undefined>;
  };
}
