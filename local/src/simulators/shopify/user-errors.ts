/** A mutation's result when it did nothing. */
export function refused(field: string[], message: string): { userErrors: { field: string[]; message: string }[] } {
  return { userErrors: [{ field, message }] };
}

export type Input = Readonly<Record<string, unknown>>;

export function textIn(input: Input, name: string): string | null {
  const value = input[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Only the members that the input contains. */
export function given<Name extends string>(input: Input, names: readonly Name[]): { [Key in Name]?: never } {
  return Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]])) as {
    [Key in Name]?: never;
  };
}
