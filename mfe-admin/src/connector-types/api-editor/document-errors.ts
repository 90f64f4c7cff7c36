/** Spec CTYPE-22: "{first error} (1st of N errors)". */
export function firstOfErrors(errors: readonly string[]): string {
  return `${errors[0] ?? 'The document has errors'} (1st of ${errors.length} errors)`;
}

export function lineOfError(error: string): number | null {
  const [, line] = /\(line (\d+)[,)]/.exec(error) ?? [];
  return line === undefined ? null : Number(line);
}
