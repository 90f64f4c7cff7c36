/** A fixed value as expression text: text that would be read as a reference is quoted. */
export function literalText(value: string | number | boolean | null): string {
  const text = String(value);
  return /\$|\bSteps\b/.test(text) ? `\${${JSON.stringify(text)}}` : text;
}

/** Whether an expression is one fixed value, without references. */
export function isLiteral(expression: string): boolean {
  return literalValue(expression) !== null;
}

/** The fixed value of an expression; null if it refers to something. */
export function literalValue(expression: string): string | null {
  if (!/\$|\bSteps\b/.test(expression)) return expression;
  const quoted = /^\$\{("(?:[^"\\]|\\.)*")\}$/.exec(expression)?.[1];
  if (quoted === undefined) return null;
  try {
    return String(JSON.parse(quoted));
  } catch {
    return null;
  }
}
