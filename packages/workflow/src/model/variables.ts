/** The kinds of values that a variable (`$Vars.name`) may have. */
export const variableTypes = ['Text', 'Number', 'Boolean', 'Date', 'JSON'] as const;
export type VariableType = (typeof variableTypes)[number];

export const variableLimits = {
  /** Variables of one account. */
  count: 100,
  nameLength: 64,
  /** A value as JSON, in characters. */
  valueLength: 20_000,
  descriptionLength: 500,
  /** A shorter secret would also match text that isn't secret, so runs couldn't hide it. */
  shortestSecret: 6,
} as const;

/** The problem of a reference to a variable that doesn't exist. */
export function unknownVariable(name: string): string {
  return `There is no variable "${name}"`;
}
