/** Turns `LessThanOrEqual` into "Less Than Or Equal". */
function splitWords(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

export function toChoices<Value extends string>(
  values: readonly Value[],
  labels: { readonly [Name in Value]?: string } = {},
): { value: Value; label: string }[] {
  return values.map((value) => ({ value, label: labels[value] ?? splitWords(value) }));
}
