/** A fixed value as the text of an expression: what would be read as a reference is quoted. */
export function literalText(value: string | number | boolean | null): string {
  const text = String(value);
  return /\$|\bSteps\b/.test(text) ? `\${${JSON.stringify(text)}}` : text;
}

/** Whether an expression is one fixed value, without references. */
export function isLiteral(expression: string): boolean {
  return !/\$|\bSteps\b/.test(expression) || /^\$\{"(?:[^"\\]|\\.)*"\}$/.test(expression);
}
