/** A copy of the step in which members that are null or absent have their default. */
export function fillIn<Step extends object>(step: Step, defaults: { readonly [Name in keyof Step]?: NonNullable<Step[Name]> }): Step {
  const filled = { ...step };
  for (const name of Object.keys(defaults) as (keyof Step)[]) filled[name] ??= defaults[name] as Step[keyof Step];
  return filled;
}
