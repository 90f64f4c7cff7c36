/** An answer is a text: a dollar sign in it doesn't start an expression. */
export function asText(value: string): string {
  return /[$]|Steps/.test(value) ? `\${${JSON.stringify(value)}}` : value;
}

/** Escapes a text for a quoted text in a formula. */
export function insideQuotes(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
