/** A copy of the step with defaults for members that are null or absent. */
export function fillIn<Step extends object>(step: Step, defaults: { readonly [Name in keyof Step]?: NonNullable<Step[Name]> }): Step {
  const filled = { ...step };
  for (const name of Object.keys(defaults) as (keyof Step)[]) filled[name] ??= defaults[name] as Step[keyof Step];
  return filled;
}
